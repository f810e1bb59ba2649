import { capital, el } from "../words.js";
import { blame, faultsOf } from "./faults.js";

const PAUSE_MS = 400;

// One option: the field that asks for it, its meaning and its ruling.
export class Field {
	constructor(option, changed) {
		this.option = option;
		this.told = JSON.stringify(option.value);
		this.changed = () => {
			clearTimeout(this.pause);
			const now = JSON.stringify(this.value);
			if (now !== this.told) changed();
			this.told = now;
		};
		// What is typed counts when typing pauses after a digit, or when the field is left.
		this.typed = ({ target }) => {
			clearTimeout(this.pause);
			if (/\d$/.test(target.value)) this.pause = setTimeout(this.changed, PAUSE_MS);
		};
		const name = option.title;
		const id = `option-${option.name}`;
		const input = option.kind === "table" ? this.table() : this.input(id);
		const label = el(option.kind === "table" ? "strong" : "label", { for: option.kind === "table" ? null : id }, name);
		const why = el(
			"small",
			{},
			option.meaning,
			option.ruling ? el("span", { class: "ruling" }, ` ${option.ruling}`) : null,
		);
		this.fault = el("p", { class: "fault", role: "alert", id: `${id}-fault` });
		this.official = el("span", { class: "changed-mark", hidden: true }, changedFrom(option));
		this.node = el(
			"div",
			{ class: `option-field${isWide(option) ? " wide" : ""}`, "data-option": option.name },
			el("span", { class: "label" }, label, this.official),
			input,
			this.fault,
			why,
		);
	}

	// The error message of the rules, or none.
	refuse(sentence) {
		const { name } = this.option;
		const words = sentence?.startsWith(`${name}: `) ? sentence.slice(name.length + 2) : sentence;
		blame(this.node.querySelectorAll("input, select"), this.fault, words);
	}

	input(id) {
		const { kind, value, choices, least, most } = this.option;
		const said = { id, onchange: this.changed, oninput: this.typed };
		if (kind === "yes-no" || kind === "choice") {
			const all = kind === "yes-no" ? [true, false] : choices;
			const words = (one) => (one === true ? "Yes" : one === false ? "No" : capital(String(one).replaceAll("-", " ")));
			const ways = all.map((one) => el("option", { value: JSON.stringify(one), selected: one === value }, words(one)));
			this.read = () => JSON.parse(node.value);
			this.write = (said) => {
				node.value = JSON.stringify(said);
			};
			const node = el("select", { class: "input", ...said }, ...ways);
			return node;
		}
		const type = kind === "number" ? "number" : "text";
		const node = el("input", { class: "input", type, value, min: least, max: most, ...said });
		this.read = () => (kind === "number" ? Number(node.value) : node.value.trim());
		this.write = (said) => {
			node.value = said;
		};
		return node;
	}

	// A pay table as a table, every payout a field.
	table() {
		const { value, columns, title: name } = this.option;
		const lines = Object.entries(value).map(([line, pays]) => [line, Array.isArray(pays) ? pays : [pays]]);
		const cell = (line, pay, column) =>
			el(
				"td",
				{},
				el("input", {
					type: "text",
					class: "input",
					value: pay,
					"aria-label": `${name}, ${line}, ${columns[column]}`,
					onchange: this.changed,
					oninput: this.typed,
				}),
			);
		const rows = lines.map(([line, pays]) =>
			el("tr", {}, el("th", { scope: "row" }, line), ...pays.map((pay, n) => cell(line, pay, n))),
		);
		const head = el("tr", {}, ...["Line", ...columns].map((words) => el("th", { scope: "col" }, words)));
		this.read = () =>
			Object.fromEntries(
				lines.map(([line], n) => {
					const pays = [...rows[n].querySelectorAll("input")].map((input) => input.value.trim());
					return [line, pays.length === 1 ? pays[0] : pays];
				}),
			);
		this.write = (said) => {
			for (const [n, [line, pays]] of lines.entries()) {
				const now = said[line] ?? pays;
				const cells = Array.isArray(now) ? now : [now];
				for (const [at, input] of rows[n].querySelectorAll("input").entries()) input.value = cells[at];
			}
		};
		const whole = el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
		return el("div", { class: "pay-table" }, this.presets(), whole);
	}

	// Published pay tables by name.
	presets() {
		const { presets, title } = this.option;
		if (presets.length < 2) return null;
		const name = (one) => el("option", { value: one.name, title: one.source }, one.name);
		const pick = el("select", { class: "input", "aria-label": `${title}: published tables` });
		pick.append(el("option", { value: "" }, "Published tables…"), ...presets.map(name));
		pick.addEventListener("change", () => {
			const chosen = presets.find((one) => one.name === pick.value);
			if (!chosen) return;
			this.write(chosen.value);
			this.changed();
		});
		return pick;
	}

	get value() {
		return this.read();
	}

	get differs() {
		return JSON.stringify(this.value) !== JSON.stringify(this.option.value);
	}

	// Show the values of a file, or the default.
	fill(value) {
		this.write(value ?? this.option.value);
		this.told = JSON.stringify(this.value);
		this.mark(this.differs);
	}

	mark(differs) {
		this.node.classList.toggle("differs", differs);
		this.official.hidden = !differs;
	}
}

// Whether its words need a line of their own in a narrow column.
const isWide = ({ kind, choices }) => kind === "choice" && choices.some((one) => String(one).length > 10);

// The official value next to a changed one; a whole pay table is only marked.
function changedFrom({ kind, value }) {
	if (kind === "table") return "changed";
	const words = value === true ? "yes" : value === false ? "no" : String(value).replaceAll("-", " ");
	return `official: ${words}`;
}

// Show an error next to each field that it names. Return the messages that name none.
export function refuseRules(fields, reason = "") {
	const faults = faultsOf(reason, [...fields.keys()]);
	for (const [name, field] of fields) field.refuse(faults.get(name));
	return faults.get("") ?? "";
}
