// A page that was opened from a folder may not start a worker, so its search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(address) {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      this.frame = frame;
      this.started = new Promise((started, failed) => {
        frame.onload = () => {
          frame.contentWindow.postMessage = (data) => this.onmessage?.({ data: structuredClone(data) });
          const script = frame.contentDocument.createElement("script");
          script.onload = started;
          script.onerror = failed;
          script.src = new URL(address, document.baseURI).href;
          frame.contentDocument.body.append(script);
        };
      });
      this.started.catch((error) => this.onerror?.(error));
      document.body.append(frame);
    }

    postMessage(data) {
      const copy = structuredClone(data); // as between a page and a worker
      this.started.then(() => this.frame.contentWindow.onmessage({ data: copy }));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
