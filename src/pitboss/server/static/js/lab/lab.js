// The lab of one game: its rules on one side, the results on the other; or two rule sets side by side.
import { percent, points } from "../figures/plot.js";
import { Field, refuseRules } from "../rules/field.js";
import { toToml } from "../rules/toml.js";
import { ask, button, capital, el } from "../words.js";
import { Question } from "./asking.js";
import { overviewTab } from "./overview.js";
import { readPlace, writePlace } from "./place.js";
import { RuleSet } from "./rule_set.js";
import { working } from "./show.js";

// Each tab: its name in the address, its title, and its script, loaded when it is opened.
const TABS = [
	["odds", "Overview", async () => overviewTab],
	["strategy", "Strategy", async () => (await import("./strategy.js")).strategyTab],
	["slopes", "Sensitivity", async () => (await import("./sensitivity.js")).sensitivityTab],
	["tune", "Pay tables", async () => (await import("./paytables.js")).paytablesTab],
	["risk", "Bankroll", async () => (await import("./bankroll.js")).riskTab],
	["protect", "Protection", async () => (await import("./protection.js")).protectTab],
];
const SOON = 200;
const CLOSED = ["Limits"];
const OF_THE_RULES = ["bad-rules", "bad-toml", "other-game", "too-long", "too-deep"];

export async function showGame(view, name, go) {
	const addresses = ["/api/games", `/api/games/${name}/options`, "/api/lab/questions"];
	const [games, options, questionsDeclared] = await Promise.all(addresses.map((each) => ask("GET", each)));
	const game = games.find((each) => each.name === name);
	const lab = new Lab(game, options, questionsDeclared, go);
	document.title = `${game.title} in the lab · pitboss`;
	view.replaceChildren(lab.node);
	lab.open(lab.place.tab);
	return () => lab.leave();
}

class Lab {
	constructor(game, options, questionsDeclared, go) {
		Object.assign(this, { game, options, questionsDeclared, go });
		this.place = readPlace();
		this.at = this.place.sets.length - 1; // the set that the form shows
		this.edges = new Map();
		this.analyses = new Map(); // rules → their odds
		this.changes = [{}, {}];
		this.questions = new Map();
		this.fields = new Map(options.map((option) => [option.name, new Field(option, () => this.fromForm())]));
		this.area = el("textarea", {
			spellcheck: "false",
			"aria-label": "House rules in TOML",
			oninput: () => this.fromFile(),
		});
		this.fault = el("p", { class: "fault", role: "alert" });
		this.said = el("p", { class: "sr", role: "status" });
		this.out = el("div", { class: "readout", role: "status" });
		this.sets = el("div", { class: "seg", role: "group", "aria-label": "Rule set to change" });
		this.warm = el("p", { class: "note" });
		[this.shows, this.titles] = [[], []];
		this.showWarm();
		this.found = el("div", { class: "answer", id: "lab-answer" });
		this.node = this.draw();
		for (const at of this.place.sets.keys()) this.fillForm(at);
	}

	draw() {
		this.tabs = TABS.map(([name, words]) =>
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
		this.versus = button("Compare two rule sets", { "data-key": "compare", onclick: () => this.compare() });
		const fold = button("Change rules", {
			class: "button fold",
			"aria-expanded": "false",
			onclick: () => {
				const isOpen = form.classList.toggle("unfolded");
				fold.setAttribute("aria-expanded", String(isOpen));
				fold.textContent = isOpen ? "Hide rules" : "Change rules";
			},
		});
		const aim = () => this.open("slopes", "aim");
		const form = el(
			"section",
			{ class: "rules", "aria-label": "House rules" },
			el("h2", { class: "sr" }, "The rules"),
			this.out,
			this.sets,
			this.fault,
			button("Aim for another edge", { class: "button plain", "data-key": "aim", onclick: aim }),
			fold,
			el(
				"div",
				{ class: "folded" },
				...this.groups(),
				el("details", { class: "file" }, el("summary", {}, "As a file"), this.area),
				this.warm,
			),
		);
		this.panel = el(
			"section",
			{ class: "answers" },
			el("div", { role: "tablist", "aria-label": "Questions", class: "tabs" }, ...this.tabs),
			this.said,
			this.found,
		);
		const head = el(
			"header",
			{ class: "lab-head" },
			el("h1", {}, this.game.title),
			el(
				"div",
				{ class: "row wrap" },
				this.versus,
				button("Reset", { "aria-label": "Reset to official rules", onclick: () => this.use({}) }),
				button("Open a table", { class: "button action", onclick: () => this.deal() }),
			),
		);
		return el("div", { class: "lab" }, head, form, this.panel);
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
				{ class: "group", open: !CLOSED.includes(name) },
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
		const title = this.options.find((one) => one.name === name)?.title ?? capital(name.replaceAll("_", " "));
		return line.length ? `${title}: ${line.join(", ")}` : title;
	}

	// Store an edge, and update the readout if it shows it.
	known(rules, edge) {
		this.edges.set(rules, edge);
		this.readOut();
	}

	// The house edge under these rules beside the official one, or those of both sets.
	readOut() {
		const { sets } = this.place;
		const [from, to] = (sets.length > 1 ? sets : ["", sets[0]]).map((rules) =>
			this.edges.get(rules.trim() ? rules : ""),
		);
		if (to == null) return;
		const isSame = from == null || from === to;
		const count = Object.keys(this.changes[sets.length - 1]).length;
		const changed = count ? `${count} rule${count === 1 ? "" : "s"} changed` : "official rules";
		this.out.replaceChildren(
			el("small", {}, sets.length > 1 ? "House edge, best play: A → B" : "House edge, best play"),
			el(
				"strong",
				{},
				...(isSame ? [] : [el("span", { class: "from" }, percent(from)), el("span", { class: "faint" }, " → ")]),
				percent(to),
			),
			isSame
				? el("span", { class: "badge" }, sets.length > 1 ? "the same edge" : changed)
				: el(
						"span",
						{},
						el("span", { class: "badge changed" }, `${points(to - from)} points`),
						` ${sets.length > 1 ? "" : changed}`,
					),
		);
	}

	// The progress of compiling the solvers for other rules; hidden when done.
	async showWarm() {
		try {
			const { done, of } = await ask("GET", "/api/lab/warm");
			this.warm.textContent =
				done < of ? `The first answers under other rules take longer: ${done} of ${of} solvers are prepared.` : "";
		} catch {
			this.warm.textContent = "";
		}
	}

	// What differs from the official rules in the form, by option.
	changed() {
		return Object.fromEntries(
			[...this.fields.values()].filter((one) => one.differs).map((one) => [one.option.name, one.value]),
		);
	}
	changedIn(at) {
		return at === this.at ? this.changed() : this.changes[at];
	}

	// Start comparing with a second set, a copy of the first; or stop, and use the set in the form.
	compare() {
		const { sets } = this.place;
		if (sets.length > 1) {
			this.changes[0] = this.changedIn(this.at);
			sets.splice(0, 2, sets[this.at]);
			this.at = 0;
		} else {
			sets.push(sets[0]);
			if (sets[0].trim()) {
				sets[0] = ""; // what was changed is compared with the official rules
				this.changes = [{}, this.changes[0]];
			} else {
				this.changes[1] = {};
			}
			this.at = 1;
		}
		this.show();
		this.open(this.place.tab);
	}

	// Show another of the two sets in the form.
	edit(at) {
		this.at = at;
		this.show();
	}

	// The form shows the set that is chosen.
	show() {
		const changed = this.changes[this.at];
		this.area.value = this.place.sets[this.at];
		for (const one of this.fields.values()) one.fill(changed[one.option.name]);
		this.nameSets();
	}

	nameSets() {
		const { sets } = this.place;
		this.versus.textContent = sets.length > 1 ? "Stop comparing" : "Compare two rule sets";
		this.sets.hidden = sets.length < 2;
		this.sets.replaceChildren(
			...sets.map((_, at) =>
				el(
					"button",
					{
						type: "button",
						"aria-pressed": String(at === this.at),
						"data-key": `set-${at}`,
						onclick: () => this.edit(at),
					},
					this.nameOf(at),
				),
			),
		);
	}

	nameOf(at) {
		const count = Object.keys(this.changes[at]).length;
		return `${"AB"[at]}: ${count ? `${count} change${count === 1 ? "" : "s"}` : "official"}`;
	}

	// Change options, or lines of pay tables, given as in a list of changes.
	set(changes, at) {
		if (at !== this.at) this.edit(at);
		for (const [words, value] of changes) this.setOne(words, value);
		this.fromForm();
	}

	setOne(words, value) {
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
	}

	step(event) {
		const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!way) return;
		event.preventDefault();
		this.tabs.at((this.tabs.indexOf(event.currentTarget) + way) % this.tabs.length).focus();
	}

	// One question for each place on the page.
	question(name) {
		if (!this.questions.has(name)) this.questions.set(name, new Question(name));
		return this.questions.get(name);
	}

	// Ask, and show progress and answer in a node.
	ask(question, own) {
		own.since = performance.now();
		own.question = question;
		own.again = () => this.ask(question, own);
		own.redraw = () => own.last && !own.node.classList.contains("old") && this.put(own.show(own.last), own.node);
		this.question(own.slot).ask(question, (state) => this.told(state, own));
	}

	// Cancel the question for this place.
	stop(slot) {
		this.questions.get(slot)?.stop();
	}

	// Open a tab, with the cursor in a field of it.
	async open(name, field = "") {
		this.field = field;
		const tab = TABS.find(([known]) => known === name) ?? TABS[0];
		for (const question of this.questions.values()) question.stop();
		this.questions.clear();
		this.place.tab = tab[0];
		for (const node of this.tabs) {
			const chosen = node.dataset.tab === tab[0];
			node.setAttribute("aria-selected", chosen);
			node.tabIndex = chosen ? 0 : -1;
			if (chosen) node.scrollIntoView({ block: "nearest", inline: "nearest" });
		}
		this.found.setAttribute("aria-labelledby", `tab-${tab[0]}`);
		this.found.setAttribute("role", "tabpanel");
		this.shows = [];
		const make = await tab[2]();
		if (this.place.tab !== tab[0] || !this.node.isConnected) return; // another tab or page was opened in the meantime
		this.shows = this.place.sets.map((_, at) => make(new RuleSet(this, at)));
		this.titles = this.shows.map(() => el("h2", {}));
		const [first] = this.shows;
		this.found.replaceChildren(
			...(first.form ? [first.form] : []),
			this.shows.length > 1
				? el(
						"div",
						{ class: "sides" },
						...this.shows.map(({ node }, at) => el("section", { class: "side" }, this.titles[at], node)),
					)
				: first.node,
		);
		this.nameSets();
		this.again();
	}

	// Ask again after the question has changed.
	again() {
		writePlace(this.place);
		for (const [at, title] of this.titles.entries()) title.textContent = this.nameOf(at);
		this.measure();
		for (const show of this.shows) show.ask();
	}

	// Find the house edge of every set, whichever tab is open: before its own question, so that it comes first.
	measure() {
		if (this.game.edge != null) this.edges.set("", this.game.edge);
		for (const [at, rules] of this.place.sets.entries()) {
			if (this.edges.has(rules.trim() ? rules : "")) continue;
			const asked = { kind: "edges", game: this.game.name, rules, wanted: {} };
			this.question(`edge-${at}`).ask(asked, ({ state, answer }) => {
				if (state === "done" && answer.edge != null) this.known(rules.trim() ? rules : "", answer.edge);
			});
		}
		this.readOut();
	}

	soon() {
		clearTimeout(this.waiting);
		this.waiting = setTimeout(() => this.again(), SOON);
	}

	fromForm() {
		this.changes[this.at] = this.changed();
		this.area.value = toToml(this.changes[this.at]);
		this.newRules();
	}

	fromFile() {
		this.newRules();
		this.fillForm(this.at);
	}

	newRules() {
		this.place.sets[this.at] = this.area.value;
		for (const one of this.fields.values()) one.mark(one.differs);
		this.nameSets();
		this.soon();
	}

	// Update the form from the file, which may hold more than the form shows.
	async fillForm(at) {
		const rules = this.place.sets[at];
		if (at === this.at) this.area.value = rules;
		if (!rules.trim()) return;
		try {
			const { changed } = await ask("POST", "/api/rules/check", { game: this.game.name, rules });
			if (rules !== this.place.sets[at]) return;
			this.changes[at] = changed;
			if (at === this.at) for (const one of this.fields.values()) one.fill(changed[one.option.name]);
			this.nameSets();
			for (const [n, title] of this.titles.entries()) title.textContent = this.nameOf(n);
			this.readOut();
		} catch {
			// the question itself says what is wrong with the rules
		}
	}

	// Replace the rules of a set by those of a table that was found, or by the official ones.
	use(changed, at = this.at) {
		this.at = at;
		this.changes[at] = changed;
		this.place.sets[at] = toToml(changed);
		this.show();
		this.again();
	}

	// Show a state of the answer: the error under its field, the progress, or the result in the tab.
	told(state, own) {
		const { node, slot } = own;
		if (state.state === "refused") {
			this.refuse(state, own);
			return;
		}
		this.fault.textContent = refuseRules(this.fields);
		for (const show of this.shows) show.refuse?.("");
		if (state.state === "working") {
			if (state.part) this.first(state.part, own);
			else node.classList.add("old");
			const line = working(state, own.since, () => this.stopped(node, slot, own.again));
			const before = node.querySelector(":scope > .working");
			before ? before.replaceWith(line) : node.prepend(line);
			return;
		}
		own.last = state.answer;
		if (own.question.kind === "odds") this.analyses.set(own.question.rules, state.answer);
		this.put(own.show(state.answer), node);
		this.said.textContent = "The answer is ready.";
	}

	// Replace the results of the earlier rules as soon as the first new figures are known.
	first(part, { node, show }) {
		const known = JSON.stringify(part);
		if (node.dataset.part === known && !node.classList.contains("old")) return;
		this.put(show(part), node);
		this.said.textContent = "House edges are ready.";
		node.dataset.part = known;
	}

	put(shown, node) {
		node.classList.remove("old");
		delete node.dataset.part;
		node.replaceChildren(...shown.filter(Boolean));
	}

	refuse({ reason, code }, { node, refuse }) {
		const isRules = OF_THE_RULES.includes(code);
		const ofRules = refuseRules(this.fields, isRules ? reason : "");
		this.fault.textContent = ofRules;
		const tabs = refuse ? [refuse] : this.shows.map((show) => show.refuse).filter(Boolean);
		const rest = isRules ? ofRules : tabs.reduce((_, each) => each(reason) ?? reason, reason);
		const words = isRules ? "No answer: see what is wrong with the rules." : "No answer: see what is wrong above.";
		node.classList.remove("old");
		node.replaceChildren(
			isRules || !rest ? el("p", { class: "about" }, words) : el("p", { class: "fault", role: "alert" }, capital(rest)),
		);
	}

	stopped(node, slot, again) {
		this.stop(slot);
		const more = button("Ask again", { onclick: again });
		node.classList.remove("old");
		node.replaceChildren(el("p", { class: "about" }, "Stopped. ", more));
		more.focus();
	}

	async deal() {
		try {
			const about = { game: this.game.name, rules: this.place.sets[this.at], clock_alone: false };
			const table = await ask("POST", "/api/tables", { ...about, bots: Math.min(2, this.game.seats - 1) });
			this.go(`/table/${table.id}?play`);
		} catch (fault) {
			this.fault.textContent = fault.message;
		}
	}

	leave() {
		clearTimeout(this.waiting);
		for (const question of this.questions.values()) question.stop();
	}
}
