// Charts in the colours of the page: bars, bands, lines and dots on shared axes, as wide as their place.
// Values beyond the axes are always marked.
import { el, svg } from "../words.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [58, 16, 22, 42];
const LEAST_WIDTH = 280;
const LETTER = 7.4;

export const percent = (share, digits = 2) => `${share < 0 ? "−" : ""}${(Math.abs(share) * 100).toFixed(digits)}%`;
export const small = (share) => (share < 5e-5 ? "under 0.01%" : percent(share));
export const number = (value, digits = 2) =>
	`${value < 0 ? "−" : ""}${Math.abs(value).toLocaleString("en-US", { maximumFractionDigits: digits })}`;
export const fixed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
export const signed = (value, digits = 2) => (value > 0 ? "+" : "") + number(value, digits);

// A change of an edge in points: two decimals, or one digit of a smaller change.
export const points = (share) => {
	const size = Math.abs(share) * 100;
	return share && size < 0.005 ? `${share < 0 ? "−" : "+"}${size.toPrecision(1)}` : fixed(share * 100);
};
export const kindOf = (net) => (net > 0 ? "good" : net < 0 ? "bad" : "even");
// The ends of an axis that holds these values, with some room.
export const range = (values, room = 0.06) => {
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const more = (high - low || 1) * room;
	return [low - more, high + more];
};

// Round numbers between two ends, about `many` of them.
export function ticks(low, high, many = 5) {
	const rough = (high - low) / many || 1;
	const size = 10 ** Math.floor(Math.log10(rough));
	const step = [1, 2, 5, 10].map((by) => by * size).find((each) => each >= rough);
	const found = [];
	for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at++) found.push(at * step);
	return found.map((each) => Number(each.toPrecision(12)));
}
const powers = (low, high) => [...Array(12).keys()].map((n) => 10 ** n).filter((each) => each >= low && each <= high);

const words = (text, attributes, kind = null) => {
	const node = svg("text", { class: kind, ...attributes });
	node.textContent = text;
	return node;
};
const named = (node, title) => {
	if (title) {
		const said = svg("title");
		said.textContent = title;
		node.append(said);
	}
	return node;
};

// A figure that is redrawn whenever its width changes, so that print keeps its size. The title is words or a heading.
export function figure(title, about, label, draw, legend = [], note = "") {
	const box = el("div", { class: "drawing" });
	let last = 0;
	const watch = new ResizeObserver(([{ contentRect }]) => {
		const width = Math.max(Math.round(contentRect.width), LEAST_WIDTH);
		if (width === last || !contentRect.width) return;
		last = width;
		const picture = draw(width);
		picture.setAttribute("role", "img");
		picture.setAttribute("aria-label", label);
		box.replaceChildren(picture);
	});
	watch.observe(box);
	const key = ([kind, name]) => el("span", { class: `mark ${kind}` }, name);
	return el(
		"figure",
		{ class: "panel chart" },
		el(
			"div",
			{ class: "head" },
			title instanceof Node ? title : el("h3", {}, title),
			about ? el("p", { class: "note" }, about) : null,
		),
		box,
		legend.length || note
			? el("figcaption", {}, ...legend.map(key), note ? el("span", { class: "note" }, note) : null)
			: null,
	);
}

// Axes with grid and labels, and the layers in them. `x` and `y` are {ends, label, format, log, at}.
export function plot(width, { x, y, layers, high = 260 }) {
	const across = scale(x, [LEFT, width - RIGHT]);
	const up = scale(y, [high - BOTTOM, TOP]);
	const clip = `clip-${Math.random().toString(36).slice(2, 9)}`;
	const frame = svg("rect", { x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: high - TOP - BOTTOM });
	const inner = svg("g", { "clip-path": `url(#${clip})` });
	for (const layer of layers) inner.append(...draw(layer, across, up));
	return svg(
		"svg",
		{ viewBox: `0 0 ${width} ${high}`, width, height: high },
		svg("clipPath", { id: clip }, frame),
		...grid({ x, y, across, up, width, high }),
		inner,
		...layers.flatMap((layer) => labels(layer, across, up, width)),
		...beyond(layers, y, high),
	);
}

function scale({ ends: [low, high], log }, [from, to]) {
	const at = log ? Math.log : (each) => each;
	const span = at(high) - at(low) || 1;
	return (each) => from + ((at(each) - at(low)) / span) * (to - from);
}

function grid({ x, y, across, up, width, high }) {
	const rows = (y.at ?? ticks(...y.ends)).map((each) => [
		svg("path", { class: each === 0 ? "zero" : "grid", d: `M${LEFT} ${up(each)}H${width - RIGHT}` }),
		words(y.format(each), { x: LEFT - 8, y: up(each) + 4, "text-anchor": "end" }),
	]);
	const all = x.at ?? (x.log ? powers(...x.ends) : ticks(...x.ends, Math.max(3, Math.floor(width / 110))));
	const needed = Math.max(...all.map((each) => x.format(each).length)) * LETTER + 8;
	const every = Math.max(1, Math.ceil((needed * all.length) / (width - LEFT - RIGHT)));
	const zero = Math.max(all.indexOf(0), 0) % every;
	const columns = all
		.filter((_, n) => n % every === zero)
		.map((each) => words(x.format(each), { x: across(each), y: high - BOTTOM + 18, "text-anchor": "middle" }));
	return [
		...rows.flat(),
		...columns,
		words(x.label, { x: width - RIGHT, y: high - 4, "text-anchor": "end" }, "axis"),
		words(y.label ?? "", { x: 4, y: 12, "text-anchor": "start" }, "axis"),
	];
}

const path = (points, across, up) =>
	points.map(([one, other], n) => `${n ? "L" : "M"}${across(one).toFixed(1)} ${up(other).toFixed(1)}`).join("");

function draw({ kind, of, points = [], low = [], high = [], bars = [] }, across, up) {
	if (kind === "band") {
		const back = path([...low].reverse(), across, up).replace("M", "L");
		return [svg("path", { class: `band ${of}`, d: `${path(high, across, up)}${back}Z` })];
	}
	if (kind === "line") return [svg("path", { class: `line ${of}`, d: path(points, across, up) })];
	if (kind === "dots") {
		return points.map(([one, other, title]) =>
			named(svg("circle", { class: of, cx: across(one), cy: up(other), r: 4 }), title),
		);
	}
	return bars.map(({ from, to, base = 0, value, of: own, title }) => {
		const [top, foot] = [up(Math.max(value, base)), up(Math.min(value, base))];
		const wide = Math.max(across(to) - across(from) - (across(to) - across(from) > 6 ? 2 : 0), 1);
		const height = Math.max(foot - top, 1);
		return named(
			svg("rect", { class: own, x: across(from), y: top, width: wide, height, rx: wide > 8 ? 2 : 0 }),
			title,
		);
	});
}

// Label each bar if all labels fit; label single dots.
function labels({ kind, bars = [], points = [], say }, across, up, width) {
	if (kind === "bars" && say && bars.length) {
		const narrowest = Math.min(...bars.map(({ from, to }) => across(to) - across(from)));
		if (narrowest < 30) return [];
		return bars.map(({ from, to, value }) =>
			words(say(value), { x: (across(from) + across(to)) / 2, y: up(Math.max(value, 0)) - 5, "text-anchor": "middle" }),
		);
	}
	if (kind === "dots" && say) {
		const [[one, other]] = points;
		const isRight = across(one) > width - 160; // no room on the right
		return [
			words(
				say,
				{ x: across(one) + (isRight ? -10 : 10), y: up(other) - 8, "text-anchor": isRight ? "end" : "start" },
				"label",
			),
		];
	}
	return [];
}

// A mark at the edge of the chart: values continue beyond it.
function beyond(layers, { ends: [low, high], format }, tall) {
	const values = layers.flatMap(({ points = [], low: under = [], high: over = [], bars = [] }) => [
		...[...points, ...under, ...over].map(([, value]) => value),
		...bars.flatMap(({ base = 0, value }) => [base, value]),
	]);
	const [least, most] = [Math.min(...values), Math.max(...values)];
	const slack = (high - low) * 1e-6;
	return [
		most > high + slack ? words(`▲ up to ${format(most)}`, { x: LEFT + 6, y: TOP + 14 }, "beyond") : null,
		least < low - slack ? words(`▼ down to ${format(least)}`, { x: LEFT + 6, y: tall - BOTTOM - 6 }, "beyond") : null,
	].filter(Boolean);
}
