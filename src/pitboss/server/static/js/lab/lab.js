// The lab of one game: its rules on one side, what follows from them on the other.
import { Field, refuseRules } from "../rules/field.js";
import { toToml } from "../rules/toml.js";
import { ask, capital, el } from "../words.js";
import { Question } from "./asking.js";
import { percent, points } from "./charts.js";
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
    this.out = el("p", { class: "readout", role: "status" });
    this.warm = el("p", { class: "note" });
    this.showWarm();
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
    const again = el(
      "button",
      { type: "button", class: "button", onclick: () => this.reset() },
      "Reset to official rules",
    );
    const table = el("button", { type: "button", class: "button first", onclick: () => this.deal() }, "Open a table");
    const jump = (to, words) =>
      el("button", { type: "button", class: "jump", onclick: () => to().scrollIntoView() }, words);
    this.brief = jump(() => this.panel, SEE);
    const form = el(
      "section",
      { class: "rules", "aria-label": "House rules" },
      el("h2", { class: "sr" }, "The rules"),
      this.out,
      this.brief,
      this.fault,
      el("div", { class: "row" }, again, table),
      ...this.groups(),
      el("details", { class: "file" }, el("summary", {}, "As a file"), this.area),
      this.warm,
    );
    this.panel = el(
      "section",
      { class: "answers" },
      el("div", { role: "tablist", "aria-label": "Questions", class: "tabs" }, ...tabs),
      this.said,
      this.found,
    );
    const title = el("h1", {}, this.game.title);
    return el(
      "div",
      { class: "lab" },
      title,
      jump(() => form, "Change the rules"),
      form,
      this.panel,
    );
  }

  // The options in groups that open and close, in the order of the house's form.
  groups() {
    const groups = new Map();
    for (const one of this.fields.values()) {
      const name = one.option.group ?? "Rules";
      groups.set(name, [...(groups.get(name) ?? []), one.node]);
    }
    return [...groups].map(([name, nodes]) =>
      el(
        "details",
        { class: "group", open: true },
        el("summary", {}, name),
        el("div", { class: "optionlist" }, ...nodes),
      ),
    );
  }

  titleOf(name) {
    return this.game.bets.find((bet) => bet.name === name)?.title ?? capital(name.replaceAll("-", " "));
  }

  // The title of an option, or of a line of one of its pay tables.
  optionTitle(words) {
    const [name, ...line] = words.split(".");
    const option = this.options.find((one) => one.name === name);
    const title = option?.title ?? capital(name.replaceAll("_", " "));
    return line.length ? `${title}: ${line.join(", ")}` : title;
  }

  // The house edge under these rules beside the official one.
  readOut(edge, official) {
    if (edge == null) return;
    const change = official == null || official === edge ? "" : ` ${points(edge - official)} points`;
    this.out.replaceChildren(
      el("small", {}, "House edge, best play"),
      el("strong", {}, change ? `${percent(official)} → ${percent(edge)}` : percent(edge)),
      el("span", { class: change ? "changed" : "note" }, change || (this.place.rules.trim() ? "" : "official rules")),
    );
  }

  // How far the solvers for other rules are compiled; nothing once they are.
  async showWarm() {
    try {
      const { done, of } = await ask("GET", "/api/lab/warm");
      this.warm.textContent =
        done < of ? `The first answers under other rules take longer: ${done} of ${of} solvers are prepared.` : "";
    } catch {
      this.warm.textContent = "";
    }
  }

  // What differs from the official rules, by option.
  changed() {
    return Object.fromEntries(
      [...this.fields.values()].filter((one) => one.differs).map((one) => [one.option.name, one.value]),
    );
  }

  // Change one option, or one line of a pay table, given as in a list of changes.
  set(words, value) {
    const [name, line, column] = words.split(".");
    const one = this.fields.get(name);
    const before = one.value;
    const { kind, columns } = one.option;
    if (kind === "table") {
      const pays = [before[line] ?? one.option.value[line]].flat();
      pays[columns.indexOf(column) < 0 ? 0 : columns.indexOf(column)] = value;
      one.fill({ ...one.option.value, ...before, [line]: pays.length > 1 ? pays : pays[0] });
    } else {
      one.fill(kind === "yes-no" ? value === "true" : kind === "number" ? Number(value) : value);
    }
    this.fromForm();
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

  // The question has changed: ask again.
  again() {
    writePlace(this.place);
    this.show.ask();
    this.measure();
  }

  // Show the house edge under these rules and the official ones, whichever tab is open.
  async measure() {
    const { rules } = this.place;
    try {
      const [own, official] = await Promise.all([this.edge(rules), this.edge("")]);
      if (rules === this.place.rules) this.readOut(own, official);
    } catch {
      // the tab says what is wrong with the rules
    }
  }

  async edge(rules) {
    for (;;) {
      const found = await ask("POST", "/api/rules/edge", { game: this.game.name, rules });
      if (found.known || rules !== this.place.rules || !this.node.isConnected) return found.edge;
      await new Promise((done) => setTimeout(done, SOON * 2));
    }
  }

  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.again(), SOON);
  }

  fromForm() {
    this.area.value = toToml(this.changed());
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
    this.brief.textContent = this.out.querySelector("strong")?.textContent ?? SEE;
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
