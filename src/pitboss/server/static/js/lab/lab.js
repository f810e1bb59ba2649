// The lab of one game: its rules on one side, what follows from them on the other.
import { Field } from "../rules/field.js";
import { toToml } from "../rules/toml.js";
import { ask, el } from "../words.js";
import { Question } from "./asking.js";
import { readPlace, writePlace } from "./place.js";
import { working } from "./show.js";
import { TABS } from "./tabs.js";

const SOON = 200;

export async function showGame(view, name, go) {
  const [games, options] = await Promise.all([ask("GET", "/api/games"), ask("GET", `/api/games/${name}/options`)]);
  const game = games.find((each) => each.name === name);
  const lab = new Lab(game, options, go);
  document.title = `${game.title} in the lab · pitboss`;
  view.replaceChildren(lab.node);
  lab.open(lab.place.tab);
  return () => lab.leave();
}

class Lab {
  constructor(game, options, go) {
    Object.assign(this, { game, options, go });
    this.place = readPlace();
    this.questions = new Map();
    this.fields = new Map(options.map((option) => [option.name, new Field(option, () => this.fromForm())]));
    this.area = el("textarea", {
      spellcheck: "false",
      "aria-label": "House rules in TOML",
      oninput: () => this.fromFile(),
    });
    this.area.value = this.place.rules;
    this.fault = el("p", { class: "fault", role: "alert" });
    this.said = el("p", { class: "sr", role: "status" });
    this.found = el("div", { class: "answer", id: "lab-answer" });
    this.node = this.draw();
    if (this.place.rules) this.fillForm();
  }

  draw() {
    const tabs = TABS.map(([name, words]) =>
      el(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": "lab-answer",
          "data-tab": name,
          onclick: () => this.open(name),
          onkeydown: (event) => this.step(event),
        },
        words,
      ),
    );
    this.tabs = tabs;
    const again = el("button", { type: "button", class: "button", onclick: () => this.reset() }, "Back to the sheet");
    const table = el(
      "button",
      { type: "button", class: "button first", onclick: () => this.deal() },
      "Open a table by these rules",
    );
    const form = el(
      "section",
      { class: "rules", "aria-label": "House rules" },
      el("h2", {}, "The rules"),
      this.fault,
      el("div", { class: "row" }, again, table),
      el("div", { class: "optionlist" }, ...[...this.fields.values()].map((one) => one.node)),
      el("details", { class: "file" }, el("summary", {}, "As a file"), this.area),
    );
    this.panel = el(
      "section",
      { class: "answers" },
      el("div", { role: "tablist", "aria-label": "Questions", class: "tabs" }, ...tabs),
      this.said,
      this.found,
    );
    return el("div", { class: "lab" }, el("h1", {}, `${this.game.title} in the lab`), form, this.panel);
  }

  step(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const at = this.tabs.indexOf(event.currentTarget);
    this.tabs.at((at + way) % this.tabs.length).focus();
  }

  // One question for each place on the page.
  question(name) {
    if (!this.questions.has(name)) this.questions.set(name, new Question(name));
    return this.questions.get(name);
  }

  ask(kind, wanted, told, slot = kind) {
    this.question(slot).ask({ kind, game: this.game.name, rules: this.place.rules, wanted }, told);
  }

  open(name) {
    const tab = TABS.find(([known]) => known === name) ?? TABS[0];
    for (const question of this.questions.values()) question.stop();
    this.questions.clear();
    this.place.tab = tab[0];
    for (const node of this.tabs) {
      const chosen = node.dataset.tab === tab[0];
      node.setAttribute("aria-selected", chosen);
      node.tabIndex = chosen ? 0 : -1;
    }
    this.found.setAttribute("aria-labelledby", `tab-${tab[0]}`);
    this.found.setAttribute("role", "tabpanel");
    this.show = tab[2](this);
    this.found.replaceChildren(this.show.node);
    this.again();
  }

  // The question has changed: it is asked anew.
  again() {
    writePlace(this.place);
    this.show.ask();
  }

  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.again(), SOON);
  }

  fromForm() {
    const changed = [...this.fields.values()].filter((one) => one.differs).map((one) => [one.option.name, one.value]);
    this.area.value = toToml(Object.fromEntries(changed));
    this.newRules();
  }

  fromFile() {
    this.newRules();
    this.fillForm();
  }

  newRules() {
    this.place.rules = this.area.value;
    for (const one of this.fields.values()) one.mark(one.differs);
    this.soon();
  }

  // The file says more than the form shows: the form follows it.
  async fillForm() {
    const { rules } = this.place;
    try {
      const { changed } = await ask("POST", "/api/rules/check", { game: this.game.name, rules });
      if (rules !== this.place.rules) return;
      for (const one of this.fields.values()) one.fill(changed[one.option.name]);
    } catch {
      // the question itself says what is wrong with the rules
    }
  }

  use(changed) {
    this.area.value = toToml(changed);
    this.place.rules = this.area.value;
    for (const one of this.fields.values()) one.fill(changed[one.option.name]);
    this.again();
  }

  reset() {
    this.use({});
  }

  // A state of the answer: shown by the tab, refused beside the rules, or still on its way.
  told(state, node, show, again) {
    if (state.state === "refused") {
      this.fault.textContent = state.reason;
      node.replaceChildren(el("p", { class: "about" }, "No answer: see what is wrong with the rules or the question."));
    } else if (state.state === "working") {
      const stopped = () => {
        for (const question of this.questions.values()) question.stop();
        const more = el("button", { type: "button", class: "button", onclick: again }, "Ask again");
        node.replaceChildren(el("p", { class: "about" }, "Stopped. ", more));
      };
      node.classList.add("old");
      const line = working(state, stopped);
      const before = node.querySelector(":scope > .working");
      before ? before.replaceWith(line) : node.prepend(line);
    } else {
      this.fault.textContent = "";
      node.classList.remove("old");
      node.replaceChildren(...show(state.answer));
      this.said.textContent = "The answer is here.";
    }
  }

  async deal() {
    try {
      const wanted = { game: this.game.name, rules: this.place.rules, bots: Math.min(2, this.game.seats - 1) };
      const table = await ask("POST", "/api/tables", wanted);
      this.go(`/table/${table.id}`);
    } catch (fault) {
      this.fault.textContent = fault.message;
    }
  }

  leave() {
    clearTimeout(this.waiting);
    for (const question of this.questions.values()) question.stop();
  }
}
