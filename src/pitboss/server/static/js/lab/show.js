// Answers of the lab on the page: their tables, and the progress of a question.
import { dataTable, note, panel, rowOf, scrolled } from "../figures/tables.js";
import { button, el } from "../words.js";

const MOST_ROWS = 25;

// Every digit of a cell, and the exact fraction if there is a short one.
const digits = (whole, exact, short) => [whole === short ? "" : whole, exact].filter(Boolean).join(" = ") || null;

// A table of figures; `more` is a further column: {head, cell}.
export function tableOf({ title, columns, rows, shown = rows, exact = [], note: below, words }, more = null) {
	const kind = (place) => (words[place] ? "words" : null);
	const row = (cells, number) => [
		...cells.map((text, place) => {
			const title = digits(rows[number][place], exact[number]?.[place], text);
			return [text, place ? { class: kind(place), title } : {}];
		}),
		...(more ? [more.cell(number)] : []),
	];
	const all = shown.map(row);
	const heads = [...columns.map((name, place) => [name, { class: kind(place) }]), ...(more ? [more.head] : [])];
	const table = dataTable(heads, all.slice(0, MOST_ROWS));
	const rest = all.slice(MOST_ROWS);
	const open = button(`Show ${rest.length} more rows`, {
		onclick: () => {
			table.tBodies[0].append(...rest.map(rowOf));
			open.remove();
		},
	});
	return panel(title, null, scrolled(title, table), rest.length ? open : null, note(below));
}

function progressWords({ isAway, done, of, what, ahead }) {
	if (isAway) return "No answer from the house: trying again";
	if (ahead) return `${ahead === 1 ? "One question" : `${ahead} questions`} ahead of yours`;
	if (of) return `${done.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} ${what}`;
	if (done) return `${done.toLocaleString("en-US")} ${what} so far`;
	return what || "Computing";
}

// The progress of a question in a line, with the seconds since it was asked, and a way to stop it.
export function working(state, since, stop) {
	const { of, done } = state;
	const bar = el("progress", { ...(of ? { max: of, value: done } : {}), "aria-label": "Progress" });
	const clock = el("span", { class: "seconds" });
	const line = el(
		"p",
		{ class: "working" },
		bar,
		el("span", {}, `${progressWords(state)}…`),
		clock,
		button("Stop", { onclick: stop }),
	);
	const tick = () => {
		const seconds = Math.floor((performance.now() - since) / 1000);
		clock.textContent = seconds ? `${seconds} s` : "";
		if (!line.isConnected && seconds > 1) clearInterval(timer);
	};
	const timer = setInterval(tick, 500);
	tick();
	return line;
}
