// One of the rule sets of the lab: what a tab asks about, and what it is compared with.
import { writePlace } from "./place.js";

export class RuleSet {
	constructor(lab, at) {
		const { game, place, questionsDeclared } = lab;
		Object.assign(this, { lab, at, game, place, questionsDeclared });
		this.other = null; // the analysis of the rules that it is compared with, once it is known
	}
	get rules() {
		return this.place.sets[this.at];
	}
	get isCompared() {
		return this.place.sets.length > 1;
	}
	// The rules it is compared with: the official ones, or the first set with the second one.
	get base() {
		return this.isCompared ? (this.at ? this.place.sets[0] : null) : "";
	}
	get baseWords() {
		return this.isCompared ? "Points from A" : "Points from official";
	}
	get edge() {
		return this.lab.edges.get(this.rules);
	}
	ask(node, show, kind, wanted = {}, slot = kind, refuse = null) {
		const own = { node, show, slot: `${slot}-${this.at}`, refuse };
		const send = () => this.lab.ask({ kind, game: this.game.name, rules: this.rules, wanted }, own);
		if (kind !== "odds" || this.base === null || this.base === this.rules) this.other = null;
		else this.compare(own);
		send();
	}
	// Ask for the analysis that it is compared with, and show the answer again when it is there.
	compare(own) {
		const question = { kind: "odds", game: this.game.name, rules: this.base, wanted: {} };
		this.other = this.lab.analyses.get(this.base) ?? null;
		if (this.other) return;
		this.lab.question(`base-${this.at}`).ask(question, (state) => {
			if (state.state !== "done") return;
			this.other = state.answer;
			this.lab.analyses.set(question.rules, state.answer);
			own.redraw?.();
		});
	}
	stop(slot) {
		this.lab.stop(`${slot}-${this.at}`);
	}
	readOut(edge) {
		if (edge != null) this.lab.known(this.rules, edge);
	}
	again = () => this.lab.again();
	reopen = () => this.lab.open(this.place.tab);
	remember = () => writePlace(this.place);
	deal = () => this.lab.deal();
	// Whether the tab was opened for this field: once.
	isFor(field) {
		const isIt = this.lab.field === field;
		this.lab.field = "";
		return isIt;
	}
	titleOf = (name) => this.lab.titleOf(name);
	optionTitle = (name) => this.lab.optionTitle(name);
	changed = () => this.lab.changedIn(this.at);
	use = (changed) => this.lab.use(changed, this.at);
	setAll = (changes) => this.lab.set(changes, this.at);
	set = (words, value) => this.setAll([[words, value]]);
}
