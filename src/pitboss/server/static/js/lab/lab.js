// The lab of one game: its rules on one side, what follows from them on the other.
import { Field, refuseRules } from "../rules/field.js";
import { toToml } from "../rules/toml.js";
import { ask, capital, el } from "../words.js";
import { Question } from "./asking.js";
import { readPlace, writePlace } from "./place.js";
import { working } from "./show.js";
import { TABS } from "./tabs.js";

const SOON = 200;
const SEE = "See the answer";
const OF_THE_RULES = ["bad-rules", "bad-toml", "other-game", "too-long", "too-deep"];

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
    const jump = (to, words) =>
      el("button", { type: "button", class: "jump", onclick: () => to().scrollIntoView() }, words);
    this.brief = jump(() => this.panel, SEE);
    const form = el(
      "section",
      { class: "rules", "aria-label": "House rules" },
      el("h2", {}, "The rules"),
      this.brief,
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
    const title = el("h1", {}, `${this.game.title} in the lab`);
    return el(
      "div",
      { class: "lab" },
      title,
      jump(() => form, "Change the rules"),
      form,
      this.panel,
    );
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

  // Ask, and show in this node how far it is and what is found; `slot` is the place of the question on the page.
  ask(node, show, kind, wanted = {}, slot = kind) {
    const question = { kind, game: this.game.name, rules: this.place.rules, wanted };
    const again = () => this.ask(node, show, kind, wanted, slot);
    this.question(slot).ask(question, (state) => this.told(state, node, show, slot, again));
  }

  // What is asked for this place is not wanted any more.
  stop(slot) {
    this.questions.get(slot)?.stop();
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

  // A state of the answer: refused beside what is wrong, still on its way, or shown by the tab.
  told(state, node, show, slot, again) {
    if (state.state === "refused") {
      this.refuse(state, node);
      return;
    }
    this.fault.textContent = refuseRules(this.fields);
    this.show.refuse?.("");
    if (state.state === "working") {
      if (state.part) this.first(state.part, node, show);
      else node.classList.add("old");
      const line = working(state, () => this.stopped(node, slot, again));
      const before = node.querySelector(":scope > .working");
      before ? before.replaceWith(line) : node.prepend(line);
      return;
    }
    this.put(show(state.answer), node, "The answer is here.");
  }

  // What is known first takes the place of what was found for the rules before.
  first(part, node, show) {
    const known = JSON.stringify(part);
    if (node.dataset.part === known && !node.classList.contains("old")) return;
    this.put(show(part), node, "The edges are here.");
    node.dataset.part = known;
  }

  put(shown, node, said) {
    node.classList.remove("old");
    delete node.dataset.part;
    node.replaceChildren(...shown);
    this.said.textContent = said;
    this.brief.textContent = this.found.querySelector(".edge")?.textContent ?? SEE;
  }

  refuse({ reason, code }, node) {
    const isRules = OF_THE_RULES.includes(code);
    const ofRules = refuseRules(this.fields, isRules ? reason : "");
    this.fault.textContent = ofRules;
    const rest = isRules ? ofRules : (this.show.refuse?.(reason) ?? reason);
    const words = isRules ? "No answer: see what is wrong with the rules." : "No answer: see what is wrong above.";
    node.classList.remove("old");
    node.replaceChildren(
      isRules || !rest ? el("p", { class: "about" }, words) : el("p", { class: "fault", role: "alert" }, capital(rest)),
    );
  }

  stopped(node, slot, again) {
    this.stop(slot);
    const more = el("button", { type: "button", class: "button", onclick: again }, "Ask again");
    node.classList.remove("old");
    node.replaceChildren(el("p", { class: "about" }, "Stopped. ", more));
    more.focus();
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
