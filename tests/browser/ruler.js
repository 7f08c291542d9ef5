// Measures the page as it is: too wide, too small to hit, cut off, under a button, or to be scrolled where nothing may scroll.
([width, target, wigOut]) => {
  const found = new Set();
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1); // what lies under it cannot be tapped
  const page = sheet ?? document.body;
  const SLACK = 1.5; // pixels: a box lies between two of them

  const seen = (node) =>
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    getComputedStyle(node).clipPath !== "inset(50%)" && // for screen readers only, like what is visually-hidden
    !node.closest("[inert], .visually-hidden, noscript");

  /** A name that is the same for all cards of a kind. */
  const name = (node) => {
    const words = (node.getAttribute("aria-label") || node.textContent || "").trim().slice(0, 40);
    const own = [...node.classList].filter((one) => !/^(s|svelte)-/.test(one)).join(".");
    return `${node.localName}${own && "."}${own} "${words.replace(/\s+/g, " ").replace(/\d+/g, "#")}"`;
  };

  const scroller = document.scrollingElement;
  if (scroller.scrollWidth > width) found.add(`the page is ${scroller.scrollWidth} wide on ${width}`);
  for (const one of [...document.querySelectorAll(".page .game"), ...(sheet ? [sheet] : [])]) {
    const what = one === sheet ? "the sheet" : "the table";
    if (one.scrollWidth > one.clientWidth + 1) found.add(`${what} is ${one.scrollWidth} wide in ${one.clientWidth}`);
    // a replay may scroll, and the table of a game that this client does not know
    const still = one !== sheet && !document.querySelector("input[type=range], [data-scrolls]");
    if (still && one.scrollHeight > one.clientHeight + 1) found.add(`${what} is ${one.scrollHeight} high in ${one.clientHeight}`);
  }

  const table = document.querySelector("[data-middle]")?.closest(".table"); // Wig Out!
  const buttons = [];
  for (const one of page.querySelectorAll("button, a.button, summary, select, input")) {
    const node = one.matches("input") ? (one.closest("label") ?? one) : one;
    if (!seen(node)) continue;
    const box = node.getBoundingClientRect();
    if (node.matches("button, a.button")) buttons.push({ node, box });
    const least = table?.contains(node) ? wigOut : target;
    if (Math.min(box.width, box.height) < least - 1) {
      found.add(`${name(node)} is ${Math.round(box.width)} x ${Math.round(box.height)}, less than ${least}`);
    }
    if (box.right > width + SLACK || box.left < -SLACK) found.add(`${name(node)} is out of the window`);
  }

  const words = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const parent = text.parentElement;
    const counts = parent instanceof HTMLElement && text.data.trim() && !parent.closest("select, kbd") && seen(parent);
    if (!counts) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    cut(text, parent, box);
    under(text, parent, box);
  }
  return [...found];

  /** Do these words run into a button beside them? What is placed out of the flow may lie over something: badges, bursts. */
  function under(text, parent, box) {
    for (const button of buttons) {
      const across = Math.min(box.right, button.box.right) - Math.max(box.left, button.box.left);
      const down = Math.min(box.bottom, button.box.bottom) - Math.max(box.top, button.box.top);
      if (across <= SLACK || down <= SLACK || button.node.contains(text)) continue;
      let common = parent;
      while (!common.contains(button.node)) common = common.parentElement;
      if (!inFlow(parent, common) || !inFlow(button.node, common)) continue;
      found.add(`"${text.data.trim().slice(0, 40)}" lies under ${name(button.node)} by ${Math.round(across)}`);
    }
  }

  function inFlow(node, until) {
    for (let up = node; up !== until; up = up.parentElement) {
      const { position, overflowX, overflowY, clipPath } = getComputedStyle(up);
      if ((position !== "static" && position !== "relative") || clipPath !== "none") return false;
      if (overflowX !== "visible" || overflowY !== "visible") return false; // cut() looks at these
    }
    return true;
  }

  /** Does something cut these words off, or are they wider than the button or cell they stand in? */
  function cut(text, parent, box) {
    for (let up = parent; up && up !== document.body && box.width; up = up.parentElement) {
      const { overflowX, display, position, textOverflow } = getComputedStyle(up);
      if (textOverflow === "ellipsis" && up.matches(".name, .who")) return; // people may have long names
      if (overflowX === "auto" || overflowX === "scroll" || position === "fixed") return;
      const edge = up.getBoundingClientRect();
      if (edge.width <= 1) return; // words for screen readers only
      const over = Math.max(box.right - edge.right, edge.left - box.left);
      const holds = overflowX !== "visible" || up.matches("button, a.button, label, th, td");
      if (over > SLACK && holds && display !== "inline") {
        found.add(`"${text.data.trim().slice(0, 40)}" is wider than ${name(up)} by ${Math.round(over)}`);
        return;
      }
    }
  }
}
