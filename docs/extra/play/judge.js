// Shows the judge's page and hands on what people do. The answers come from Python.

import { Board } from "./board.js";
import { dragging, element, explained, find, tile } from "./dom.js";
import { Refused } from "./engine.js";

export class Judge {
  constructor(engine, choices) {
    this.engine = engine;
    this.tiles = choices.tiles;
    this.board = new Board("judge-", choices.tiles, (key) => this.ask("tap", key));
    dragging(find("#judge"), (source, target) => this.ask("drag", source.replace("tile ", ""), target));
    const edition = find("#edition");
    for (const { name, label, board } of choices.variants) if (board) edition.append(new Option(label, name));
    edition.addEventListener("change", () => this.ask("edition", edition.value));
    for (const radio of document.querySelectorAll("[name=layer]")) {
      radio.addEventListener("change", () => this.ask("placing", radio.value === "move"));
    }
    find("#hand-of").addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.ask("hand_of", event.target.text.value)) await this.ask("suggest");
    });
    find("#paste").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask("paste", event.target.text.value);
    });
    find("#clear").addEventListener("click", () => this.ask("clear"));
    find("#copy").addEventListener("click", () => this.copy());
    find("#palette").replaceChildren(
      ...Object.entries(choices.tiles).map(([text, { name }]) =>
        element("button", { class: "piece", "data-key": `tile ${text}`, "data-drag": true, "aria-label": name, onclick: () => this.ask("choose", text) }, tile(this.tiles, text))),
    );
  }

  /** Show the question of a link, or the last one. */
  async open(link) {
    if (this.link === undefined) await this.ask("nothing");
    if (link && link !== this.link) await this.ask("read", link);
    else history.replaceState(null, "", `#${this.link}`);
    this.board.resize();
  }

  async ask(name, ...values) {
    try {
      this.show(await this.engine.call("ask", name, ...values));
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      find("#verdict").className = "no";
      find("#verdict").replaceChildren(...explained(error.message));
      return false;
    }
  }

  async copy() {
    const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject();
    find("#copy").textContent = await copied.then(() => "Copied", () => "Copy the address of this page");
    setTimeout(() => (find("#copy").textContent = "Copy a link"), 2000);
  }

  show(page) {
    this.link = page.link;
    history.replaceState(null, "", `#${page.link}`);
    this.board.show(page.cells);
    find("#edition").value = page.edition;
    find(`[name=layer][value=${page.placing ? "move" : "board"}]`).checked = true;
    if (document.activeElement !== find("#hand-of [name=text]")) find("#hand-of [name=text]").value = page.hand;
    find("#paste [name=text]").value = page.text;
    for (const button of find("#palette").children) {
      button.setAttribute("aria-pressed", String(button.dataset.key === `tile ${page.chosen}`));
    }
    find("#verdict").className = page.verdict;
    find("#verdict").replaceChildren(
      ...explained(page.say, page.reasons),
      ...(page.lines.length
        ? [element("ul", { class: "lines" }, ...page.lines.map(({ tiles, words, points }) =>
            element("li", {}, element("b", {}, points), " ", ...(tiles.length ? tiles.map((text) => tile(this.tiles, text, this.tiles[text].name)) : [words]))))]
        : []),
    );
    const ideas = page.ideas?.map(({ points, text }, i) =>
      element("li", {}, element("button", { onclick: () => this.ask("take_idea", i) }, element("b", {}, points), ` ${text}`)));
    find("#ideas").replaceChildren(...(ideas ?? []), ...(ideas?.length === 0 ? [element("li", {}, "None of these tiles fits.")] : []));
  }
}
