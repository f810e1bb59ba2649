// Sensitivity: the effect of each rule, and the changes that come nearest to a house edge.
import { percent, points } from "../figures/plot.js";
import { dataTable, note, panel, scrolled } from "../figures/tables.js";
import { button, el } from "../words.js";
import { copyRow } from "./copy.js";

export function sensitivityTab(lab) {
	const node = el("div", { class: "shown" });
	const show = (found) => {
		const bets = [...new Set(found.slopes.flatMap(({ edges }) => Object.keys(edges)))];
		const chosen = lab.place.wanted.of ?? "";
		const bet = bets.includes(chosen) ? chosen : bets.includes("played") ? "played" : bets[0];
		const name = (each) => (each === "played" ? "Whole game" : lab.titleOf(each));
		const pick = el(
			"select",
			{
				class: "input",
				"aria-label": "Edge of",
				onchange: (event) => {
					lab.place.wanted.of = event.target.value;
					lab.again();
				},
			},
			...bets.map((each) => el("option", { value: each, selected: each === bet }, name(each))),
		);
		const idle = found.without_effect?.length
			? ` No effect on any edge: ${found.without_effect.map(lab.optionTitle).join(", ")}.`
			: "";
		const edge = bet === "played" ? lab.edge : null;
		return [
			edge == null ? null : aimPanel(lab, found.slopes, edge),
			el(
				"section",
				{ class: "panel" },
				el("div", { class: "head" }, el("h3", {}, "What each rule is worth"), pick),
				tornado(found.slopes, bet, edge, lab.optionTitle, lab.set),
				note(`In points of house edge, each change alone and with the best play for it.${idle}`),
			),
			copyRow("slopes", found, lab),
		];
	};
	return { node, ask: () => lab.ask(node, show, "slopes") };
}

const spoken = (value) => ({ true: "yes", false: "no" })[value] ?? value.replaceAll("-", " ");

// Each change of the rules as a bar to the side that gains by it, the largest first; pressing one makes the change.
function tornado(slopes, bet, edge, titleOf, take) {
	const rows = slopes
		.filter(({ edges }) => edges[bet])
		.map((slope) => ({ ...slope, ...slope.edges[bet] }))
		.sort((one, other) => Math.abs(other.change) - Math.abs(one.change));
	const most = Math.max(...rows.map(({ change }) => Math.abs(change)), 1e-12);
	const line = ({ option, before, after, change, change_exact: exact }) => {
		const bar = el("span", { class: change < 0 ? "good" : "bad" });
		bar.style.setProperty("--size", `${((Math.abs(change) / most) * 50).toFixed(2)}%`);
		const about = { "aria-label": `Change ${titleOf(option)} to ${spoken(after)}`, onclick: () => take(option, after) };
		return [
			el("span", {}, titleOf(option), el("small", {}, `${spoken(before)} → ${spoken(after)}`)),
			[bar, { class: "bar" }],
			[points(change), { title: exact ?? "" }],
			[edge == null ? "" : percent(edge + change), { class: "faint" }],
			button("Change", about),
		];
	};
	const sides = ["better for the player", "for the house"].map((words) => el("span", {}, words));
	const heads = ["Change", el("span", { class: "sides" }, ...sides), "Points", edge == null ? "" : "New edge", ""];
	return scrolled("What each rule is worth", dataTable(heads, rows.map(line), "tornado"));
}

const SHOWN = 6;
const EACH_CHANGE = 0.0002; // one change is preferred to two that come hardly nearer
const DENOMINATORS = [1, 2, 3, 4, 5];
const ratioOf = (words) =>
	words
		.match(/^(\d+):(\d+)$/)
		?.slice(1)
		.reduce((over, under) => over / under);
const optionsOf = (changes) => changes.map(({ option }) => option).join();
const sum = (changes) => changes.reduce((all, { change }) => all + change, 0);

// Payouts on both sides of the one that would reach the aim: the edge is almost linear in a payout.
function payouts({ before, after, change, ...rest }, missing) {
	const ratio = ratioOf(before);
	const perUnit = change / (ratioOf(after) - ratio);
	const wanted = ratio + missing / perUnit;
	return DENOMINATORS.flatMap((under) =>
		[Math.floor(wanted * under), Math.ceil(wanted * under)]
			.filter((over) => over > 0 && over / under !== ratio && (under === 1 || over % under))
			.map((over) => ({ ...rest, before, after: `${over}:${under}`, change: perUnit * (over / under - ratio) })),
	);
}

// Single changes and pairs of them that come at least twice as near to the aim, the nearest first; no pair that one
// of its changes replaces.
function nearest(slopes, edge, aim) {
	const known = slopes
		.filter(({ edges }) => edges.played)
		.map(({ option, before, after, edges }) => ({ option, before, after, change: edges.played.change }));
	const isPayout = ({ before, after }) => ratioOf(before) != null && ratioOf(after) != null;
	const [pays, others] = [known.filter(isPayout), known.filter((one) => !isPayout(one))];
	const found = [[], ...others.map((one) => [one])].flatMap((first) => [
		first,
		...pays.flatMap((pay) => payouts(pay, aim - edge - sum(first)).map((one) => [...first, one])),
		...(first.length ? others.slice(others.indexOf(first[0]) + 1).map((one) => [...first, one]) : []),
	]);
	const far = (changes) => Math.abs(edge + sum(changes) - aim);
	const rank = (changes) => far(changes) + changes.length * EACH_CHANGE;
	const best = [];
	const has = (changes, one) => changes.some(({ option, after }) => option === one.option && after === one.after);
	const isListed = (changes) =>
		best.some((other) => other.every((one) => has(changes, one)) || optionsOf(other) === optionsOf(changes));
	for (const changes of found.sort((one, two) => rank(one) - rank(two))) {
		if (changes.length && far(changes) < far([]) / 2 && !isListed(changes)) best.push(changes);
	}
	return best.slice(0, SHOWN);
}

function aimPanel(lab, slopes, edge) {
	const input = el("input", { class: "input", name: "aim", inputmode: "decimal", value: lab.place.wanted.aim ?? "" });
	input.setAttribute("aria-label", "House edge to aim for, in per cent");
	const found = el("div", { role: "status" });
	const show = () => {
		const aim = Number.parseFloat(input.value) / 100;
		const isGiven = input.value.trim() !== "";
		lab.place.wanted.aim = input.value.trim();
		lab.remember();
		if (!isGiven) found.replaceChildren();
		else if (Number.isFinite(aim)) found.replaceChildren(...list(lab, nearest(slopes, edge, aim), edge, aim));
		else found.replaceChildren(el("p", { class: "fault" }, "Enter a percentage, such as 1.5."));
	};
	const submit = (event) => {
		event.preventDefault();
		show();
	};
	const form = el(
		"form",
		{ class: "aim row", onsubmit: submit },
		el("span", {}, "The house should keep"),
		input,
		el("span", {}, "%"),
		el("button", { class: "button" }, "Find changes"),
	);
	show();
	if (lab.isFor("aim")) queueMicrotask(() => input.focus());
	return panel("Aim for a house edge", `now ${percent(edge)}`, form, found);
}

function list(lab, found, edge, aim) {
	const words = ({ option, before, after }) => `${lab.optionTitle(option)}: ${spoken(before)} → ${spoken(after)}`;
	const rows = found.map((changes) => [
		el("span", {}, ...changes.map((one) => el("span", { class: "line" }, words(one)))),
		`about ${percent(edge + sum(changes))}`,
		button("Try", {
			"aria-label": `Try ${changes.map(words).join(" and ")}`,
			onclick: () => lab.setAll(changes.map(({ option, after }) => [option, after])),
		}),
	]);
	if (!found.length) {
		const none = `No single change and no two changes come much nearer to ${percent(aim)}.`;
		return [el("p", {}, `The house edge is ${percent(edge)}. ${none}`)];
	}
	return [
		scrolled("Changes near the aim", dataTable([`Changes near ${percent(aim)}`, "House edge", ""], rows)),
		note("Estimated by adding up the effect of each change. Try one: the exact edge is shown with the rules."),
	];
}
