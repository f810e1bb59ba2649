// Pay tables: every table of a bet that has the wanted edge.
import { figure, number, percent, plot, range } from "../figures/plot.js";
import { note } from "../figures/tables.js";
import { button, el } from "../words.js";
import { copyRow } from "./copy.js";
import { formOf } from "./form.js";
import { tableOf } from "./show.js";

const answer = () => el("div", { class: "shown" });
const RANKS = { near: "Closest edge", edge: "House edge", sd: "Standard deviation", hit: "How often it wins" };

// Ask first which bets a pay table decides: only those can be tuned.
export function paytablesTab(lab) {
	const node = answer();
	let inner = null;
	const show = ({ bets }) => {
		if (!bets.length) return [el("p", { class: "about" }, "No bet of this game is decided by a pay table.")];
		inner = finder(lab, bets);
		queueMicrotask(() => inner.ask());
		return [inner.node];
	};
	const ask = () => (inner ? inner.ask() : lab.ask(node, show, "tune", {}, "tunable"));
	return { node, ask, refuse: (reason) => inner?.refuse(reason) };
}

function finder(lab, bets) {
	const node = answer();
	const isKnown = bets.includes(lab.place.wanted.bet);
	if (!isKnown) delete lab.place.wanted.bet;
	const { form, read, refuse } = formOf(lab, "tune", "Search every table", {
		bet: { choices: bets, words: (name) => (name === "played" ? "Whole game" : lab.titleOf(name)) },
		rank: { words: (name) => RANKS[name] },
	});
	const show = (found) => {
		const { columns, rows } = found.count ? found.tables[0] : {};
		if (rows) form.elements.keep.placeholder = `${columns[0]}=${rows[0][0]}`;
		const cell = (place) =>
			button("Use", {
				class: "button use",
				"aria-label": `Use table ${place + 1}`,
				onclick: () => lab.use(found.rules[place]),
			});
		const none = found.nearest == null ? "" : ` The nearest edge is ${percent(found.nearest)}.`;
		const best = found.count > found.points.length ? `, the best ${found.points.length} below` : "";
		const words = found.count
			? `${found.count.toLocaleString("en-US")} pay tables${best}`
			: `No pay table has this edge.${none}`;
		return [
			el("p", { class: "edge", role: "status" }, words),
			new Set(found.points.map(([edge]) => percent(edge))).size > 1 ? tableDots(found.points) : null,
			...(found.count
				? found.tables.map((table) =>
						tableOf({ ...table, title: `Pay tables for ${lab.titleOf(read().bet)}` }, { head: "", cell }),
					)
				: []),
			copyRow("tune", found, lab, read()),
		];
	};
	const ranges = "Write a range as 4%..5%, 4%.. or ..5%. Payouts to try: nice (round) ones, or 1..50.";
	const only =
		" Only these bets have a pay table: to change the edge of the whole game, aim for one under Sensitivity.";
	const whole = note(ranges + (bets.includes("played") ? "" : only));
	const all = el("div", { class: "shown" }, el("div", {}, form, whole), node);
	return { node: all, ask: () => lab.ask(node, show, "tune", read()), refuse };
}

// Pay tables as dots.
function tableDots(found) {
	const [edges, deviations] = [found.map(([edge]) => edge), found.map(([, sd]) => sd)];
	const dots = found.map(([edge, sd], n) => [edge, sd, `Table ${n + 1}: ${percent(edge)}, std dev ${number(sd)}`]);
	const draw = (width) =>
		plot(width, {
			x: { ends: range(edges), label: "house edge", format: (each) => percent(each) },
			y: { ends: [0, Math.max(...deviations) * 1.08], label: "std dev", format: (each) => number(each) },
			layers: [{ kind: "dots", of: "plain", points: dots }],
		});
	const label = `House edge and standard deviation of the ${found.length} tables below.`;
	return figure("Edge and standard deviation", "a dot for each table below", label, draw);
}
