// Completeness of the figures, state of the audit, and exports of the books.
import { dataTable, scrolled } from "../figures/tables.js";
import { el } from "../words.js";

const SHEETS = {
	entries: "The ledger, entry by entry",
	rounds: "Every round",
	days: "Every table and day",
	desk: "What operators did",
};

const AGREES = "They agree with the ledger.";

const ago = (at) => {
	const minutes = Math.max(Math.floor((Date.now() / 1000 - at) / 60), 0);
	if (minutes < 120) return `${minutes} minutes ago`;
	return minutes < 2880 ? `${Math.floor(minutes / 60)} hours ago` : `${Math.floor(minutes / 1440)} days ago`;
};
const many = (number) => number.toLocaleString("en-US");
const short = (head) => head.slice(0, head.indexOf(":") + 17);

export function state({ followed, audit, head, waiting }) {
	const lines = [];
	if (followed.behind) lines.push(`Reading the journal: ${many(followed.behind)} rounds are not in these figures yet.`);
	else if (followed.faults.length)
		lines.push(`These figures do not agree with the ledger: ${followed.faults.join("; ")}.`);
	else lines.push(`Everything up to line ${many(followed.line)} of the journal is in these figures.`, AGREES);
	if (waiting) lines.push(`Computing ${waiting} expected hold${waiting === 1 ? "" : "s"}.`);
	const wrong = followed.faults.length > 0;
	const audited = audit.fault
		? el("p", { class: "bad", "data-key": "audit" }, `Audit: ${audit.fault}.`)
		: el(
				"p",
				{ "data-key": "audit" },
				`The last clean audit was ${ago(audit.at)}: `,
				`${many(audit.rounds)} rounds, ${many(audit.entries)} entries, head `,
				el("code", { title: audit.head }, `${short(audit.head)}…`),
				". The journal now ends at ",
				el("code", { title: head }, `${short(head)}…`),
				".",
			);
	return [el("p", { class: wrong ? "bad" : "", role: "status" }, lines.join(" ")), audited];
}

// The actions of operators, newest first. Every line is in the journal.
export function actionsOf({ operator, actions, names, open }) {
	const titles = new Map([...names, ...open].map((each) => [each.id, each.title]));
	const words = (cell) => [cell, { class: "words" }];
	const rows = actions.map(([at, who, action, table, detail]) => [
		new Date(at * 1000).toISOString().slice(0, 19).replace("T", " "),
		...[who, action, table ? `${titles.get(table) ?? ""} ${table}`.trim() : "", detail].map(words),
	]);
	const heads = ["Time (UTC)", ...["Operator", "Action", "Table", "Detail"].map(words)];
	return [
		el("p", {}, "You are ", el("b", {}, operator), ". Everything operators do is written to the journal."),
		rows.length
			? el("div", { class: "panel" }, scrolled("What operators did", dataTable(heads, rows)))
			: el("p", { class: "soft" }, "No operator has done anything yet."),
	];
}

const NAMES = { csv: "CSV", parquet: "Parquet" };

export function chapterOfBooks() {
	const link = (what, kind) =>
		el("a", { class: "button", href: `/api/house/books/${what}.${kind}`, download: `${what}.${kind}` }, NAMES[kind]);
	const row = ([what, words]) => {
		const kinds = Object.keys(NAMES).map((kind) => {
			const node = link(what, kind);
			node.setAttribute("aria-label", `${words} as ${NAMES[kind]}`);
			return node;
		});
		return el("li", { class: "row" }, words, ...kinds);
	};
	return el(
		"section",
		{},
		el("h2", {}, "Export"),
		el("ul", { class: "sheets" }, ...Object.entries(SHEETS).map(row)),
		el("p", { class: "fine" }, "Amounts are in cents, times in seconds of Unix time, days those of UTC."),
	);
}
