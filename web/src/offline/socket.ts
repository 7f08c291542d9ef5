// A WebSocket to the table on this device, as far as a connection needs one.

/** Python cannot be started here: a part is missing, or this browser is too old. */
export const NOT_HERE = 4990;

export class DeviceSocket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  private line: { send(frame: string): void; close(): void } | null = null;
  private over = false;

  constructor() {
    void this.dial();
  }

  private async dial(): Promise<void> {
    try {
      const { house } = await import("./house");
      const line = await house.line({
        told: (data) => this.onmessage?.({ data }),
        closed: (code, reason) => this.end(code, reason),
      });
      if (this.over) return line.close();
      this.line = line;
      this.onopen?.();
    } catch (error) {
      this.end(NOT_HERE, String(error));
    }
  }

  send(frame: string): void {
    this.line?.send(frame);
  }

  close(): void {
    if (this.over) return;
    this.line?.close();
    queueMicrotask(() => this.end(1000, ""));
  }

  private end(code: number, reason: string): void {
    if (this.over) return;
    this.over = true;
    this.onclose?.({ code, reason });
  }
}
