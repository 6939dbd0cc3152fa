// Small helpers for both pages: elements, tiles, reasons, and dragging.

export const find = (selector) => document.querySelector(selector);

/** An element with attributes and with texts or elements in it. */
export function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside);
  return made;
}

/** The picture of a tile, which has its name where it stands alone. */
export function tile(tiles, text, alt = "") {
  const { svg } = tiles[text];
  return element("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt, draggable: "false" });
}

/** Words, and the reasons with the rules behind them. */
export function explained(words, reasons = []) {
  const list = reasons.map(({ text, rules }) =>
    element("li", {}, text, ...rules.flatMap((rule) => [" ", ruleButton(rule)])),
  );
  return [element("p", {}, words), ...(list.length ? [element("ul", {}, ...list)] : [])];
}

export function ruleButton(rule) {
  if (!rule.text) return element("span", {}, `(${rule.title})`);
  return element("button", { type: "button", class: "rule", onclick: () => showRule(rule) }, rule.title);
}

async function showRule({ title, text, page }) {
  const address = new URL(page, find("#help").href);
  find("#rule-title").textContent = title;
  find("#rule-text").textContent = text;
  find("#rule-page").hidden = !page;
  find("#rule-page").href = address;
  find("#rule-pictures").replaceChildren();
  find("#rule").showModal();
  const pictures = page ? await picturesOf(address).catch(() => []) : [];
  if (find("#rule-title").textContent === title) find("#rule-pictures").replaceChildren(...pictures);
}

/** The pictures of a rule in the rulebook, if that is beside this page and can be reached. */
async function picturesOf(address) {
  const read = async (url) => new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
  const link = (await read(address)).querySelector(`a[href$="${address.hash}"]`);
  const section = (await read(new URL(link.getAttribute("href"), address))).querySelector(address.hash);
  for (const link of section.querySelectorAll(".headerlink")) link.remove();
  return [...section.querySelectorAll("figure")];
}

/** The key of what is under a point. */
function keyAt(x, y) {
  for (const one of document.elementsFromPoint(x, y)) {
    const keyed = one.closest("[data-key]:not([data-key^='do '])");
    if (keyed) return keyed.dataset.key;
  }
  return null;
}

const FAR = 8; // pixels that a pointer moves before it drags

/** Let elements with data-drag be dragged to others with data-key; a click follows no drag. */
export function dragging(root, drop) {
  let source = null;
  let ghost = null;
  root.addEventListener("pointerdown", (event) => {
    const from = event.target.closest("[data-drag]");
    if (!from || from.disabled || event.button) return;
    source = { from, x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", (event) => {
    if (!source) return;
    if (!ghost && Math.hypot(event.clientX - source.x, event.clientY - source.y) > FAR) {
      const { width, height } = source.from.getBoundingClientRect();
      ghost = source.from.querySelector("img").cloneNode();
      ghost.className = "ghost";
      ghost.style.width = ghost.style.height = `${Math.min(width, height)}px`;
      document.body.append(ghost);
    }
    if (ghost) ghost.style.translate = `${event.clientX - 24}px ${event.clientY - 24}px`;
  });
  const end = (event) => {
    if (ghost) {
      ghost.remove();
      const target = event.type === "pointerup" ? keyAt(event.clientX, event.clientY) : null;
      const stop = (click) => click.stopPropagation();
      addEventListener("click", stop, true);
      setTimeout(() => removeEventListener("click", stop, true));
      if (target && target !== source.from.dataset.key) drop(source.from.dataset.key, target);
    }
    source = ghost = null;
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}
