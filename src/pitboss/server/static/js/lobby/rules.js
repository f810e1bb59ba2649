// House rules of your own: a form made from the rules, the file under it, and the edge beside it.
import { Field, refuseRules } from "../rules/field.js";
import { toToml } from "../rules/toml.js";
import { ask, dialog, el } from "../words.js";

const SOON = 400;
const AGAIN = 1500;

export async function showRules(game, open) {
  const [options, text] = await Promise.all([
    ask("GET", `/api/games/${game.name}/options`),
    fetch(`/api/games/${game.name}/rules`).then((answer) => answer.text()),
  ]);
  const form = new RulesForm(game, options, text, open);
  form.node.showModal();
}

const field = (label, input) => el("label", {}, label, input);
const number = (name, value, least, most) => el("input", { type: "number", name, min: least, max: most, value });

class RulesForm {
  constructor(game, options, text, open) {
    Object.assign(this, { game, options, open });
    this.fields = new Map(options.map((option) => [option.name, new Field(option, () => this.fromForm())]));
    this.area = el("textarea", {
      name: "rules",
      spellcheck: "false",
      "aria-label": "House rules in TOML",
      oninput: () => this.soon(),
    });
    this.area.value = "";
    this.whole = text;
    this.fault = el("p", { class: "fault", role: "alert" });
    this.edge = el("p", { class: "edge", role: "status" });
    this.node = dialog(`House rules of ${game.title}`, this.draw());
    this.node.classList.add("drawer", "wide");
    this.check();
  }

  draw() {
    const { game } = this;
    const bots = Math.min(2, game.seats - 1);
    this.seats = {
      bots: number("bots", bots, 0, game.seats - 1),
      bets: number("bets", 45, 3, 3600),
      offers: number("offers", 30, 3, 3600),
    };
    this.hidden = el("input", { type: "checkbox", name: "private" });
    const start = el("button", { class: "button first" }, "Open the table");
    const cancel = el("button", { class: "button", type: "button", onclick: () => this.node.close() }, "Cancel");
    return el(
      "form",
      { onsubmit: (event) => this.submit(event) },
      el("h2", {}, `${game.title} by your rules`),
      this.edge,
      el("div", { class: "optionlist" }, ...[...this.fields.values()].map((one) => one.node)),
      this.asFile(),
      this.fault,
      el(
        "div",
        { class: "fields" },
        field("Bots", this.seats.bots),
        field("Seconds to bet", this.seats.bets),
        field("Seconds to answer", this.seats.offers),
      ),
      el("label", { class: "row" }, this.hidden, "Private: only who has the address finds it"),
      el("div", { class: "row end" }, cancel, start),
    );
  }

  asFile() {
    const load = async () => {
      if (!file.files[0]) return;
      this.area.value = await file.files[0].text();
      this.soon();
    };
    const file = el("input", {
      type: "file",
      accept: ".toml,text/plain",
      "aria-label": "Load a rules file",
      onchange: load,
    });
    const sheet = el(
      "details",
      {},
      el("summary", {}, "Every option of the sheet, to copy from"),
      el("pre", { tabindex: 0 }, this.whole),
    );
    return el("details", { class: "file" }, el("summary", {}, "As a file"), this.area, file, sheet);
  }

  // The form says what differs from the sheet, and the file says the same.
  fromForm() {
    const changed = [...this.fields.values()].filter((one) => one.differs).map((one) => [one.option.name, one.value]);
    this.area.value = toToml(Object.fromEntries(changed));
    this.soon();
  }

  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), SOON);
  }

  get wanted() {
    return { game: this.game.name, rules: this.area.value };
  }

  async check() {
    const { wanted } = this;
    try {
      const { changed } = await ask("POST", "/api/rules/check", wanted);
      this.fault.textContent = refuseRules(this.fields);
      for (const one of this.fields.values()) one.mark(one.option.name in changed);
      this.showEdge(wanted);
      return true;
    } catch (wrong) {
      this.fault.textContent = refuseRules(this.fields, wrong.message);
      this.edge.textContent = "";
      return false;
    }
  }

  async showEdge(wanted) {
    const found = await ask("POST", "/api/rules/edge", wanted).catch(() => null);
    if (!found || wanted.rules !== this.area.value || !this.node.isConnected) return;
    this.edge.textContent = found.known ? found.words : "Working out the house edge under these rules…";
    if (!found.known) setTimeout(() => this.showEdge(wanted), AGAIN);
  }

  async submit(event) {
    event.preventDefault();
    if (!(await this.check())) return;
    const { bots, bets, offers } = this.seats;
    const clocks = { bets_clock: Number(bets.value), offers_clock: Number(offers.value) };
    try {
      await this.open({ ...this.wanted, bots: Number(bots.value), ...clocks, private: this.hidden.checked });
      this.node.close();
    } catch (wrong) {
      this.fault.textContent = wrong.message;
    }
  }
}
