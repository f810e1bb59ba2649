// Tables, panels and key figures, the same on every page.
import { el } from "../words.js";

// A box around a wide table that scrolls sideways.
export const scrolled = (label, ...children) =>
	el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, ...children);

const given = (cell) => (Array.isArray(cell) ? cell : [cell, {}]);

// A header: text, a node, or [text, attributes]. Without text it is an empty cell.
export const headOf = (head) => {
	const [words, about] = given(head);
	return words ? el("th", { scope: "col", ...about }, words) : el("td");
};

// The first cell of a row names it.
export const cellOf = (cell, place) => {
	const [words, about] = given(cell);
	return place ? el("td", about, words) : el("th", { scope: "row", ...about }, words);
};

// A row is a list of cells, or {cells, …attributes}; a cell is text, a node, or [text, attributes].
export const rowOf = (row) => {
	const { cells, ...about } = Array.isArray(row) ? { cells: row } : row;
	return el("tr", about, ...cells.map(cellOf));
};

export const dataTable = (heads, rows, kind = "") =>
	el(
		"table",
		{ class: `data ${kind}`.trim() },
		el("thead", {}, el("tr", {}, ...heads.map(headOf))),
		el("tbody", {}, ...rows.map(rowOf)),
	);

export const note = (words) => (words ? el("p", { class: "note" }, words) : null);

export const panel = (title, about, ...children) =>
	el("section", { class: "panel" }, el("div", { class: "head" }, el("h3", {}, title), note(about)), ...children);

// Key figures, large, each with a line in small print: [name, figure, small print, all digits, class].
export const figuresOf = (figures) =>
	el(
		"dl",
		{ class: "figures" },
		...figures.map(([name, figure, small, title, kind]) =>
			el(
				"div",
				{ title },
				el("dt", {}, name),
				el("dd", { class: kind }, figure, small ? el("small", {}, small) : null),
			),
		),
	);
