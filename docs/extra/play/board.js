// A board of cells that can be tapped, walked with the arrow keys, zoomed and scrolled.

import { element, find, tile } from "./dom.js";

const USUAL = 44; // the smallest cell, in pixels, unless a person wants to see everything
const LARGEST = 96;
const STEP = 1.25;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  constructor(prefix, tiles, tap) {
    this.tiles = tiles;
    this.tap = tap;
    this.window = find(`#${prefix}window`);
    this.grid = find(`#${prefix}board`);
    this.cells = new Map();
    this.size = null; // chosen by a person; otherwise as large as there is room for
    this.at = null;
    find(`#${prefix}smaller`).addEventListener("click", () => this.zoom(this.cell / STEP));
    find(`#${prefix}larger`).addEventListener("click", () => this.zoom(this.cell * STEP));
    find(`#${prefix}fit`).addEventListener("click", () => (this.size === this.room() ? this.zoom(null) : this.showAll()));
    this.grid.addEventListener("keydown", (event) => this.step(event));
    new ResizeObserver(() => this.resize()).observe(this.window);
  }

  /** Show cells, and scroll to the last move if it is new. */
  show(cells, last = []) {
    const anchor = this.place();
    const old = this.cells;
    this.cells = new Map();
    const xs = cells.map(({ x }) => x);
    const ys = cells.map(({ y }) => y);
    [this.left, this.top] = [Math.min(...xs), Math.min(...ys)];
    [this.columns, this.rows] = [Math.max(...xs) - this.left + 1, Math.max(...ys) - this.top + 1];
    for (const cell of cells) {
      const key = `${cell.x},${cell.y}`;
      const button = old.get(key) ?? element("button", { "data-key": key, class: "cell", onclick: () => this.tapped(key) });
      this.fill(button, cell, last.includes(key));
      this.cells.set(key, button);
    }
    for (const [key, button] of old) if (!this.cells.has(key)) button.remove();
    // In reading order, and without moving those that are there, which would take their focus.
    let next = this.grid.firstChild;
    for (const button of this.cells.values()) {
      if (button === next) next = next.nextSibling;
      else this.grid.insertBefore(button, next);
    }
    if (!this.cells.has(this.at)) this.at = last.find((key) => this.cells.has(key)) ?? this.cells.keys().next().value;
    for (const [key, button] of this.cells) button.tabIndex = key === this.at ? 0 : -1;
    this.resize();
    this.stay(anchor);
    const told = last.join(" ");
    if (told !== this.told) this.reveal(last);
    this.told = told;
  }

  fill(button, cell, isLast) {
    const content = `${cell.tile ?? ""} ${cell.points ?? ""}`;
    if (button.dataset.content !== content) {
      button.dataset.content = content;
      const inside = cell.tile ? [tile(this.tiles, cell.tile)] : [];
      button.replaceChildren(...inside, ...(cell.points && !cell.tile ? [cell.points] : []));
    }
    button.style.gridColumn = cell.x - this.left + 1;
    button.style.gridRow = cell.y - this.top + 1;
    const label = isLast ? `${cell.label}, last move` : cell.label;
    button.title = label;
    button.setAttribute("aria-label", label);
    for (const name of ["fits", "mine", "pick", "wrong"]) button.classList.toggle(name, Boolean(cell[name]));
    button.classList.toggle("last", isLast);
    button.toggleAttribute("data-drag", Boolean(cell.mine));
  }

  tapped(key) {
    this.at = key;
    this.tap(key);
  }

  /** The size at which the whole board is seen. */
  room() {
    const { clientWidth, clientHeight } = this.window;
    return Math.max(10, Math.floor(Math.min((clientWidth - 8) / this.columns, (clientHeight - 8) / this.rows)));
  }

  /** Show the whole board, if it does not fit already. */
  showAll() {
    if (this.room() < this.cell) this.zoom(this.room());
  }

  /** Choose the size of a cell; null lets the board choose again. */
  zoom(size) {
    const anchor = this.place();
    this.size = size && Math.max(10, Math.min(LARGEST, Math.round(size)));
    this.resize();
    this.stay(anchor);
  }

  resize() {
    if (!this.columns || !this.window.clientWidth) return;
    this.cell = this.size ?? Math.max(USUAL, Math.min(72, this.room()));
    this.grid.style.setProperty("--cell", `${this.cell}px`);
  }

  /** Where some cell is seen, to keep it there when the board grows to the left or upward. */
  place() {
    const button = this.cells.get(this.at);
    return button?.isConnected && { key: this.at, left: button.offsetLeft, top: button.offsetTop };
  }

  stay(anchor) {
    const button = anchor && this.cells.get(anchor.key);
    if (button) this.window.scrollBy(button.offsetLeft - anchor.left, button.offsetTop - anchor.top);
  }

  /** Scroll inside the window until the cells can be seen. */
  reveal(keys) {
    const buttons = keys.map((key) => this.cells.get(key)).filter(Boolean);
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.window;
    for (const button of buttons) {
      const [x, y, side] = [button.offsetLeft - this.window.offsetLeft, button.offsetTop - this.window.offsetTop, this.cell];
      const isSeen = x >= scrollLeft && y >= scrollTop && x + side <= scrollLeft + clientWidth && y + side <= scrollTop + clientHeight;
      if (!isSeen) this.window.scrollTo(x - (clientWidth - side) / 2, y - (clientHeight - side) / 2);
    }
  }

  /** Go to the next cell in the direction of an arrow key. */
  step(event) {
    const [dx, dy] = ARROWS[event.key] ?? [];
    if (dx === undefined || !this.at) return;
    event.preventDefault();
    let [x, y] = this.at.split(",").map(Number);
    for (let i = Math.max(this.columns, this.rows); i > 0; i--) {
      [x, y] = [x + dx, y + dy];
      const next = this.cells.get(`${x},${y}`);
      if (!next) continue;
      this.cells.get(this.at).tabIndex = -1;
      this.at = next.dataset.key;
      next.tabIndex = 0;
      next.focus({ preventScroll: true });
      this.reveal([this.at]);
      return;
    }
  }
}
