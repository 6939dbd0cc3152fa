// Shows the table and hands clicks on. All rules, and what is to be seen, are in table.py.

import { load } from "./load.js";

const FRAME = `
  <form class="try-settings">
    <label>Edition <select name="variant"></select></label>
    <label>Start from <select name="start"></select></label>
    <label>Seed <input name="seed" inputmode="numeric" size="7" placeholder="any" autocomplete="off"></label>
    <button>New game</button>
  </form>
  <div class="try-differences"></div>
  <div class="try-players"></div>
  <div class="try-window" role="group" aria-label="The board; move between spaces with the arrow keys">
    <div class="try-picture"></div>
  </div>
  <div class="try-say" role="status" aria-live="polite"></div>
  <div class="try-hand" role="group" aria-label="Your hand"></div>
  <div class="try-moves">
    <button name="play" class="try-main">Play</button>
    <button name="take_back">Take back</button>
    <button name="exchanging">Exchange…</button>
    <button name="pass_turn">Pass</button>
    <button name="hint">Hint</button>
    <span class="try-special" hidden><select aria-label="A move that only this edition has"></select> <button name="special">Make this move</button></span>
  </div>
  <div class="try-tools">
    <label><input type="checkbox" name="fits" checked> Show where tiles fit</label>
    <span>
      <button name="smaller" aria-label="Smaller tiles">−</button>
      <button name="larger" aria-label="Larger tiles">+</button>
    </span>
  </div>
  <details class="try-log"><summary>All moves so far</summary><ol></ol></details>
`;

const SIZES = [24, 32, 40, 48, 60, 72]; // of a cell, in pixels

/** Load everything, and begin the first game. */
export async function start(root, base, list) {
  const module = await load(root, base, list);
  root.innerHTML = FRAME;
  new Page(root, module);
}

/** An element with a text or with elements in it. */
function element(name, attributes, ...inside) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...inside);
  return made;
}

/** The titles of rules in brackets, with links to the rulebook; its anchors are in small letters. */
function linked(rules, titles) {
  if (!rules.length) return [];
  const links = rules.flatMap((rule, i) => [
    i ? ", " : "",
    rule in titles ? element("a", { href: `rulebook.html#${rule.toLowerCase()}`, textContent: titles[rule] }) : rule,
  ]);
  return [" (", ...links, ")"];
}

class Page {
  constructor(root, module) {
    this.module = module;
    this.find = (selector) => root.querySelector(selector);
    this.settings = this.find(".try-settings");
    this.picture = this.find(".try-picture");
    this.window = this.find(".try-window");
    this.size = innerWidth < 600 ? 2 : 3;
    this.titles = JSON.parse(module.rulebook());
    for (const { name, label } of JSON.parse(module.editions())) {
      this.settings.variant.append(new Option(label, name));
    }
    for (const name of JSON.parse(module.starts())) {
      this.settings.start.append(new Option(name));
    }
    this.settings.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    for (const name of ["variant", "start"]) {
      this.settings[name].addEventListener("change", () => this.begin());
    }
    for (const name of ["play", "take_back", "exchanging", "pass_turn", "hint"]) {
      this.button(name).addEventListener("click", () => this.call(name));
    }
    const special = this.find(".try-special select");
    this.button("special").addEventListener("click", () => this.call("special", special.selectedIndex));
    this.find("[name=fits]").addEventListener("change", (event) =>
      this.call("show_fits", event.target.checked),
    );
    this.button("smaller").addEventListener("click", () => this.zoom(-1));
    this.button("larger").addEventListener("click", () => this.zoom(1));
    this.picture.addEventListener("keydown", (event) => this.step(event));
    this.begin();
  }

  button(name) {
    return this.find(`button[name=${name}]`);
  }

  /** Begin a game with the chosen settings. */
  begin() {
    const { variant, start, seed } = this.settings;
    try {
      const table = this.module.Table(variant.value, start.value, seed.value);
      this.table?.destroy();
      this.table = table;
    } catch (error) {
      return this.fail(error);
    }
    clearTimeout(this.waiting);
    this.at = null;
    this.find("[name=fits]").checked = true;
    this.window.scrollTo(0, 0);
    this.call("page");
  }

  /** Call a method of the table, show what it gives, and let the bot move if it is its turn. */
  call(name, ...values) {
    let page;
    try {
      page = JSON.parse(this.table[name](...values));
    } catch (error) {
      return this.fail(error);
    }
    this.show(page);
    if (page.bot) {
      // Time for the browser to show the reader's move first.
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.call("bot"), 400);
    }
  }

  /** Say what went wrong: of Python's report the last line says it. */
  fail(error) {
    const lines = error.message.trim().split("\n");
    this.find(".try-say").textContent = lines.at(-1).replace(/^[\w.]+: /, "");
  }

  show(page) {
    const focused = document.activeElement?.dataset?.key;
    this.showTable(page);
    this.showHand(page);
    this.find(".try-say").classList.toggle("try-no", page.reasons.length > 0);
    this.find(".try-say").replaceChildren(
      element("p", { textContent: page.say }),
      element("ul", {}, ...page.reasons.map(({ text, rules }) =>
        element("li", {}, text, ...linked(rules, this.titles)))),
    );
    this.find(".try-players").replaceChildren(
      ...page.players.map(({ name, score, unit, held, turn }) =>
        element("span", { className: turn ? "try-turn" : "" },
          `${turn ? "▶ " : ""}${name}: `, element("b", { textContent: score }), ` ${unit}, ${held}`)),
      element("span", {}, `${page.notes.join("; ")}; seed ${page.seed}`),
    );
    if (this.variant !== page.variant) {
      this.variant = page.variant;
      this.find(".try-differences").replaceChildren(...this.differences(page));
    }
    this.find(".try-log ol").replaceChildren(
      ...page.log.map((line) => element("li", { textContent: line })),
    );
    this.button("play").textContent = page.exchanging ? "Exchange" : "Play";
    this.button("play").disabled = !page.legal;
    this.button("exchanging").textContent = page.exchanging ? "Back to placing" : "Exchange…";
    this.button("exchanging").disabled = !page.exchange.legal;
    this.button("exchanging").title = page.exchange.why;
    this.button("pass_turn").disabled = !page.pass.legal;
    this.button("pass_turn").title = page.pass.why;
    this.button("hint").disabled = !page.yours;
    this.button("take_back").disabled = !page.hand.some((tile) => tile.laid || tile.chosen);
    this.find(".try-special").hidden = !page.specials.length;
    this.find(".try-special select").replaceChildren(...page.specials.map((text) => new Option(text)));
    if (focused) this.find(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** The picture of the library, and a button over every cell. */
  showTable(page) {
    const before = this.place();
    this.cells = new Map();
    for (const cell of page.cells) {
      const button = element("button", { className: "try-cell", title: cell.label, tabIndex: -1 });
      button.dataset.key = `${cell.x},${cell.y}`;
      button.setAttribute("aria-label", cell.label);
      button.classList.toggle("try-fits", cell.fits);
      for (const side of ["left", "top", "width", "height"]) {
        button.style[side] = `${100 * cell[side]}%`;
      }
      button.addEventListener("click", () => {
        this.at = button.dataset.key;
        this.call("click", cell.x, cell.y);
      });
      this.cells.set(button.dataset.key, button);
    }
    const shown = element("div", { innerHTML: page.svg });
    this.picture.replaceChildren(shown, ...this.cells.values());
    this.share = page.cells[0]?.width ?? 1;
    this.resize();
    if (!this.cells.has(this.at)) this.at = this.cells.keys().next().value;
    if (this.cells.has(this.at)) this.cells.get(this.at).tabIndex = 0;
    this.stay(before);
    if (page.yours && page.last.length) this.reveal(page.last.map(String));
  }

  resize() {
    this.picture.style.width = `${SIZES[this.size] / this.share}px`;
  }

  zoom(by) {
    this.size = Math.max(0, Math.min(SIZES.length - 1, this.size + by));
    this.resize();
  }

  /** Where some cell is seen, to keep it there when the table grows to the left or upward. */
  place() {
    const button = this.cells?.get(this.at);
    return button && { key: this.at, left: button.offsetLeft, top: button.offsetTop };
  }

  stay(before) {
    const button = before && this.cells.get(before.key);
    if (button) this.window.scrollBy(button.offsetLeft - before.left, button.offsetTop - before.top);
  }

  /** Scroll inside the window, and not the page, until the cells can be seen. */
  reveal(keys) {
    for (const button of keys.map((key) => this.cells.get(key))) {
      const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.window;
      const [width, height] = [button.offsetWidth, button.offsetHeight];
      const left = Math.min(button.offsetLeft - width, Math.max(scrollLeft, button.offsetLeft + 2 * width - clientWidth));
      const top = Math.min(button.offsetTop - height, Math.max(scrollTop, button.offsetTop + 2 * height - clientHeight));
      this.window.scrollTo(left, top);
    }
  }

  /** Go from cell to cell with the arrow keys. */
  step(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (dx === undefined || !this.at) return;
    event.preventDefault();
    const [x, y] = this.at.split(",").map(Number);
    const next = this.cells.get(`${x + dx},${y + dy}`);
    if (!next) return;
    this.cells.get(this.at).tabIndex = -1;
    this.at = next.dataset.key;
    next.tabIndex = 0;
    this.reveal([this.at]);
    next.focus({ preventScroll: true });
  }

  showHand(page) {
    this.find(".try-hand").replaceChildren(
      ...page.hand.map((tile, i) => {
        const button = element("button", { innerHTML: tile.svg, disabled: tile.laid || !page.yours });
        button.dataset.key = `hand ${i}`;
        button.setAttribute("aria-label", tile.fits ? `${tile.name}, fits` : tile.name);
        button.setAttribute("aria-pressed", tile.chosen);
        button.classList.toggle("try-laid", tile.laid);
        button.classList.toggle("try-fits", tile.fits);
        button.addEventListener("click", () => this.call("choose", i));
        return button;
      }),
    );
  }

  /** The differences between the chosen edition and the first one in the list. */
  differences({ differences }) {
    const { options, selectedIndex } = this.settings.variant;
    const [first, chosen] = [options[0].text, options[selectedIndex].text];
    if (selectedIndex === 0) return [];
    if (!differences.length) {
      return [element("p", { textContent: `${chosen}: the same as the ${first.toLowerCase()}.` })];
    }
    const items = differences.map(({ rules, first: before, second }) =>
      element("li", {}, second, ...linked(rules, this.titles), element("br"), element("small", { textContent: `${first}: ${before}` })));
    const title = element("summary", { textContent: `${chosen}: what is different` });
    return [element("details", { open: true }, title, element("ul", {}, ...items))];
  }
}
