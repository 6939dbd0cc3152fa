// Shows a game and hands on what people do. All rules, and what is to be seen, come from Python.

import { Board } from "./board.js";
import { dragging, element, explained, find, ruleButton, tile } from "./dom.js";
import { Refused } from "./engine.js";

const KEPT = "qwirkle-game"; // in the browser's storage
const PAUSE = 600; // milliseconds before a bot moves, so that people can follow

/** What the browser has kept of the last visit; a browser may refuse to keep anything. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(values) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(values));
  } catch (error) {
    console.info(error);
  }
}

export class Play {
  constructor(engine, choices) {
    this.engine = engine;
    this.choices = choices;
    this.kept = kept();
    this.board = new Board("", choices.tiles, (key) => this.act("tap", key));
    dragging(find("#play"), (source, target) => this.act("drag", source, target));
    for (const name of ["undo", "redo", "hint"]) find(`#${name}`).addEventListener("click", () => this.act(name));
    find("#fits").addEventListener("change", ({ target }) => this.showFits(target.checked));
    find("#new").addEventListener("click", () => this.choose());
    find("#download").addEventListener("click", () => this.download());
    find("#upload").addEventListener("click", () => find("#play [type=file]").click());
    find("#play [type=file]").addEventListener("change", ({ target }) => this.upload(target));
    find("#typing form").addEventListener("submit", (event) => this.typed(event));
    find("#settings").addEventListener("close", () => find("#settings").returnValue && this.begin());
    find("#ending").addEventListener("close", () => find("#ending").returnValue && this.begin());
    this.settings = find("#settings form");
    for (const { name, label } of choices.variants) this.settings.variant.append(new Option(label, name));
    this.settings.variant.addEventListener("change", () => this.showVariant());
    this.settings.count.addEventListener("change", () => this.showChairs());
    this.restoreSettings();
  }

  /** Go on with the game of the last visit, or begin one. */
  async start() {
    try {
      if (!this.kept.game) return await this.begin();
      this.show(await this.engine.call("load", this.kept.game));
      await this.showFits(this.kept.fits ?? true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // a game of an older version is given up
      await this.begin();
    }
  }

  // A new game

  restoreSettings() {
    const { variant, chairs, options } = this.kept.settings ?? {};
    if (variant) this.settings.variant.value = variant;
    if (!this.settings.variant.value) this.settings.variant.selectedIndex = 0;
    this.chairs = chairs ?? [{ name: "", kind: "person" }, { name: "", kind: "greedy" }];
    this.showVariant();
    for (const [name, value] of Object.entries(options ?? {})) {
      const select = find(`[data-option="${name}"]`);
      if (select) select.value = JSON.stringify(value);
    }
    if (this.chairs.length !== this.count()) this.settings.count.value = this.chairs.length;
    this.showChairs();
  }

  count() {
    return Number(this.settings.count.value);
  }

  showVariant() {
    const chosen = this.choices.variants.find(({ name }) => name === this.settings.variant.value);
    const before = this.count() || this.chairs.length;
    this.settings.count.replaceChildren(...chosen.players.map((number) => new Option(number, number)));
    this.settings.count.value = chosen.players.includes(before) ? before : chosen.players[0];
    const items = chosen.differences.map(({ rules, first, here }) =>
      element("li", {}, here, ...rules.flatMap((rule) => [" ", ruleButton(rule)]), element("br"), element("small", {}, `Original rules: ${first}`)));
    find("#differences").replaceChildren(...(items.length ? items : [element("li", {}, "Nothing: it is played by the original rules.")]));
    find("#options").replaceChildren(...chosen.options.map(({ name, label, choices }) =>
      element("label", {}, label, element("select", { "data-option": name }, ...choices.map(({ value, text }) => new Option(text, JSON.stringify(value)))))));
    this.showChairs();
  }

  /** The options that are not as usual, which come first. */
  options() {
    const changed = [...document.querySelectorAll("[data-option]")].filter((select) => select.selectedIndex > 0);
    return Object.fromEntries(changed.map((select) => [select.dataset.option, JSON.parse(select.value)]));
  }

  showChairs() {
    this.readChairs();
    const rows = Array.from({ length: this.count() }, (_, i) => {
      const { name, kind } = this.chairs[i] ?? { name: "", kind: "greedy" };
      const kinds = element("select", { "aria-label": `Who plays on seat ${i + 1}` });
      for (const each of this.choices.strengths) kinds.append(new Option(each.label, each.name));
      kinds.value = kind;
      const input = element("input", { "aria-label": `Name on seat ${i + 1}`, placeholder: "name", maxlength: 20, autocomplete: "off" });
      input.value = name;
      return element("div", { class: "chair" }, input, kinds);
    });
    find("#chairs").replaceChildren(...rows);
  }

  readChairs() {
    for (const [i, row] of [...document.querySelectorAll(".chair")].entries()) {
      this.chairs[i] = { name: row.children[0].value.trim(), kind: row.children[1].value };
    }
  }

  choose() {
    find("#settings").showModal();
  }

  async begin() {
    this.readChairs();
    const chairs = this.chairs.slice(0, this.count());
    const people = chairs.filter(({ kind }) => kind === "person").length;
    const usual = ({ kind }, i) => (kind !== "person" ? `Robot ${i + 1}` : people > 1 ? `Player ${i + 1}` : "You");
    const names = chairs.map((chair, i) => chair.name || usual(chair, i));
    const options = this.options();
    this.kept.settings = { variant: this.settings.variant.value, chairs, options };
    this.board.size = null;
    scrollTo(0, 0);
    await this.call("new_game", this.settings.variant.value, names, chairs.map(({ kind }) => kind), this.settings.seed.value, options);
    this.settings.seed.value = "";
    await this.showFits(this.kept.fits ?? true);
  }

  // Calls

  async showFits(fits) {
    this.kept.fits = fits;
    keep(this.kept);
    if (this.page.fits !== fits) await this.act("show_fits", fits);
  }

  act(name, ...values) {
    return this.call("play", name, ...values);
  }

  async call(...values) {
    clearTimeout(this.timer);
    try {
      this.show(await this.engine.call(...values));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.words = "";
      find("#say").replaceChildren(...explained(error.message));
      if (this.page) this.goOn(this.page);
    }
  }

  /** Let a bot move if it is its turn, after a while. */
  goOn(page) {
    clearTimeout(this.timer);
    if (page.bot) this.timer = setTimeout(() => this.act("bot"), PAUSE);
  }

  async keep() {
    this.kept.game = await this.engine.call("save");
    keep(this.kept);
  }

  async typed(event) {
    event.preventDefault();
    const { text } = event.target;
    await this.act("typed", text.value);
    text.select();
  }

  async download() {
    const game = await this.engine.call("save");
    const link = element("a", { href: URL.createObjectURL(new Blob([game], { type: "application/json" })), download: "qwirkle.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async upload(input) {
    const [file] = input.files;
    input.value = "";
    await this.call("load", await file.slice(0, 2e6).text()); // a text that is too long is refused
  }

  // Showing

  resize() {
    this.board.resize();
  }

  show(page) {
    const focused = document.activeElement?.dataset?.key;
    const moves = `${page.variant} ${page.seed} ${page.log.length}`;
    const isNew = moves !== this.moves;
    this.moves = moves;
    this.page = page;
    this.showSeats(page);
    this.showSay(page);
    const inRows = page.rows !== null;
    find("#board").hidden = inRows;
    find("#rows").hidden = !inRows;
    find("#play .zoom").hidden = inRows;
    if (inRows) this.showRows(page, isNew);
    else this.board.show(page.cells, page.last);
    this.showHand(page);
    this.showMoves(page);
    this.showAside(page);
    this.keepFocus(focused, page);
    if (isNew) {
      this.keep();
      if (page.over && page.log.length) this.showEnding(page);
    }
    this.goOn(page);
  }

  /** Stay where people were; if that is gone, go on with the hand as soon as it is there again. */
  keepFocus(key, { open, covered }) {
    if (key && document.activeElement?.dataset?.key !== key) {
      const same = find(`#play button[data-key="${key}"]:enabled`);
      same?.focus({ preventScroll: true });
      this.isLost = !same;
    }
    if (this.isLost && (open || covered)) {
      find("#hand button:enabled, #moves button:enabled")?.focus({ preventScroll: true });
      this.isLost = false;
    }
  }

  showSeats({ seats }) {
    find("#seats").replaceChildren(
      ...seats.map(({ name, score, unit, held, turn, person, won }) =>
        element("div", { class: `seat ${turn ? "turn" : ""}`, "aria-current": turn },
          element("span", { class: "name" }, won ? "★ " : "", name),
          element("b", {}, score), element("small", {}, `${unit}, ${held}${person ? "" : ", bot"}`))),
    );
  }

  showSay({ say, news, reasons, over }) {
    const words = JSON.stringify([say, news, reasons]);
    if (words === this.words) return; // so that nothing is read aloud twice
    this.words = words;
    const told = over || !news || reasons.length ? [] : [element("p", { class: "news" }, news)];
    find("#say").classList.toggle("no", reasons.length > 0);
    find("#say").replaceChildren(...told, ...explained(say, reasons));
  }

  showRows({ rows, moving, hand }, isNew) {
    const isChosen = rows.some(({ tiles }) => tiles.some(({ chosen }) => chosen)) || hand.some(({ chosen }) => chosen);
    const name = (text) => this.choices.tiles[text].name;
    const card = (one, key, words) =>
      moving
        ? this.piece(one, key, `${name(one.tile)}${words}`)
        : element("span", { class: `piece ${one.last ? "last" : ""}` }, tile(this.choices.tiles, one.tile, name(one.tile)));
    const lines = rows.map(({ tiles, wrong }, r) =>
      element("div", { class: `row ${wrong ? "wrong" : ""}`, role: "group", "aria-label": `Row ${r + 1}${wrong ? ", not valid yet" : ""}`, "data-key": `row ${r}`, hidden: !tiles.length },
        ...tiles.map((one, i) => card(one, `row ${r} ${i}`, one.mine ? ", played now" : one.last ? ", last move" : "")),
        ...(moving && isChosen ? [this.spot(`row ${r}`, `Put into row ${r + 1}`)] : [])),
    );
    if (moving) {
      lines.push(element("div", { class: "row", "data-key": "new" },
        element("button", { class: "spot", "data-key": "new", "data-spot": "", disabled: !isChosen, onclick: () => this.act("tap", "new") }, "New row")));
    }
    const box = find("#rows");
    box.replaceChildren(...lines);
    if (isNew) box.querySelector(".last")?.scrollIntoView({ block: "nearest" });
  }

  spot(key, label) {
    return element("button", { class: "spot", "aria-label": label, "data-key": key, onclick: () => this.act("tap", key) }, "+");
  }

  /** A piece that can be tapped or dragged. */
  piece({ tile: text, ...marks }, key, label) {
    const { chosen, laid } = marks;
    return element("button", {
      class: ["piece", ...["laid", "fits", "mine", "last"].filter((mark) => marks[mark])].join(" "),
      "data-key": key, "data-drag": true, "aria-label": label, "aria-pressed": String(Boolean(chosen)), disabled: laid,
      onclick: () => this.act("tap", key),
    }, tile(this.choices.tiles, text));
  }

  showHand({ hand, covered, open, moving, rows }) {
    const box = find("#hand");
    if (covered) {
      const show = element("button", { class: "main", "data-key": "uncover", onclick: () => this.act("uncover") }, `I am ${covered}: show my hand`);
      box.replaceChildren(element("p", {}, `Pass the screen to ${covered}.`), show);
      return;
    }
    const pieces = hand.map((one, i) => {
      const label = this.choices.tiles[one.tile].name + (one.fits ? ", fits" : "");
      const made = this.piece(one, `hand ${i}`, label);
      made.disabled ||= !open;
      return made;
    });
    const isChosen = rows?.some(({ tiles }) => tiles.some(({ chosen }) => chosen));
    box.replaceChildren(...pieces, ...(moving && isChosen ? [this.spot("hand", "Put back into the hand")] : []));
  }

  showMoves({ buttons, moves }) {
    const made = buttons.map(({ call, text, legal, why, value }) =>
      element("button", {
        "data-key": `do ${call} ${value}`, class: call === "play" ? "main" : "", disabled: !legal, title: why || false,
        onclick: () => (value ? this.act(call, value) : this.act(call)),
      }, text));
    if (moves.length) {
      const list = element("select", { "aria-label": "More moves" }, ...moves.map((text) => new Option(text)));
      made.push(element("span", { class: "list" }, list, element("button", { onclick: () => this.act("listed", list.selectedIndex) }, "Make this move")));
    }
    find("#moves").replaceChildren(...made);
  }

  showAside(page) {
    find("#undo").disabled = !page.undo;
    find("#redo").disabled = !page.redo;
    find("#hint").disabled = !page.open;
    find("#fits").checked = page.fits;
    find("#notes").textContent = [...page.notes, `seed ${page.seed}`].join("; ");
    find("#typing dl").replaceChildren(...page.help.flatMap(([example, meaning]) => [element("dt", {}, example), element("dd", {}, meaning)]));
    find("#log ol").replaceChildren(...page.log.map(({ text }) => element("li", {}, text)));
    const head = page.seats.map(({ name }) => element("th", { scope: "col" }, name));
    const rows = page.sheet.rows.map(([round, ...row]) => element("tr", {}, element("th", { scope: "row" }, round), ...row.map((points) => element("td", {}, points))));
    const total = element("tr", {}, element("th", { scope: "row" }, "Total"), ...page.sheet.totals.map((points) => element("td", {}, points)));
    find("#sheet table").replaceChildren(
      element("thead", {}, element("tr", {}, element("td"), ...head)), element("tbody", {}, ...rows), element("tfoot", {}, total));
  }

  showEnding({ ending, seats }) {
    find("#ending-title").textContent = `${ending.won ? "★ " : ""}${ending.title}`;
    find("#ending-why").textContent = ending.why;
    find("#ending-best").textContent = ending.best;
    const ranked = [...seats].sort((one, other) => other.score - one.score);
    find("#ranking").replaceChildren(...ranked.map(({ name, score, unit, won }) => element("li", { class: won ? "won" : "" }, `${name}: ${score} ${unit}`)));
    const pieces = ending.won ? Object.keys(this.choices.tiles) : [];
    find("#ending .confetti").replaceChildren(...pieces.map((text, i) => {
      const piece = tile(this.choices.tiles, text);
      piece.style.setProperty("--at", i / pieces.length);
      piece.style.animationDelay = `${(i * 7) % 12 * 100}ms`;
      return piece;
    }));
    this.board.showAll();
    find("#ending").showModal();
  }
}
