// Chips as SVG.
import { svg } from "../words.js";

const CHIPS = [
	[50000, "#5b2a86", "#fff"],
	[10000, "#1b1b1f", "#fff"],
	[2500, "#14703f", "#fff"],
	[500, "#b3202a", "#fff"],
	[100, "#ece5d6", "#2a2118"],
	[50, "#b5651d", "#fff"],
	[25, "#2f6f9f", "#fff"],
	[5, "#5f646c", "#fff"],
	[1, "#7d5424", "#fff"],
];
export const DENOMINATIONS = CHIPS.map(([value]) => value);

const short = (cents) => (cents >= 100 ? String(cents / 100) : `${cents}¢`);

const colours = (value) => {
	const [, colour, ink] = CHIPS.find(([worth]) => worth <= value) ?? CHIPS.at(-1);
	return { colour, ink };
};

export function chip(value, size = 20) {
	const { colour, ink } = colours(value);
	const rim = (2 * Math.PI * (size - 2.5)) / 12;
	const inlay = { "stroke-width": 4, "stroke-dasharray": `${rim} ${rim}`, "stroke-opacity": 0.85 };
	return svg(
		"g",
		{},
		svg("circle", { r: size, fill: colour, stroke: "#0006" }),
		svg("circle", { r: size - 2.5, fill: "none", stroke: ink, ...inlay }),
		svg("circle", { r: size * 0.64, fill: colour, stroke: ink, "stroke-opacity": 0.5 }),
		label(short(value), 0, size * 0.2, size * (short(value).length > 2 ? 0.5 : 0.62), ink),
	);
}

function label(text, x, y, size, colour) {
	const node = svg("text", {
		x,
		y,
		"font-size": size,
		"font-family": "var(--serif)",
		"font-weight": 700,
		fill: colour,
		"text-anchor": "middle",
		...(text === "10" ? { textLength: size * 0.88, lengthAdjust: "spacingAndGlyphs" } : {}),
	});
	node.textContent = text;
	return node;
}
