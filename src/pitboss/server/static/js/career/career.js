// Your career: what you won, what could be expected, luck, and your most expensive mistakes, each with its replay.
import { icon } from "../felt/board/pieces.js";
import { dataTable, scrolled } from "../figures/tables.js";
import { capital, complain, el, money, signedMoney } from "../words.js";
import { netChart } from "./plot.js";
import { figures, inDetail, luckWords } from "./score.js";
import { wholeSheet } from "./sheet.js";

const POLL_MS = 1500;
const MOST_SLIPS = 12;

export async function showCareer(view) {
	document.title = "Your career · pitboss";
	const body = el("div", { class: "score" });
	view.replaceChildren(el("div", { class: "room career" }, el("h1", {}, "Your career"), body));
	let timer;
	let gone = false;
	const fill = async () => {
		const sheet = await wholeSheet();
		if (gone) return;
		const isOpen = body.querySelector("details")?.open;
		body.replaceChildren(...(sheet.rounds ? chapters(sheet, isOpen) : [nothingYet()]));
		if (sheet.waiting)
			timer = setTimeout(() => fill().catch((fault) => complain(fault.message)), POLL_MS * sheet.pages);
	};
	await fill();
	return () => {
		gone = true;
		clearTimeout(timer);
	};
}

const nothingYet = () =>
	el(
		"section",
		{ class: "panel" },
		el("p", {}, "Play a round to see your results, your luck and your mistakes here."),
		el("p", {}, el("a", { class: "button action", href: "/" }, "Choose a game")),
	);

function chapters(sheet, isOpen) {
	const { lines, waiting } = sheet;
	const unknown = waiting ? "computing…" : "unknown";
	const working = el("p", { class: "fine", role: "status" }, `Computing ${waiting} round${waiting === 1 ? "" : "s"}…`);
	const byGame = groups(lines, (line) => line.game || unknown);
	const byDay = [...groups(lines, (line) => day(line.at) ?? unknown)].reverse();
	return [
		...(waiting ? [working] : []),
		figures(sheet),
		netChart(sheet),
		el(
			"div",
			{ class: "columns" },
			panel("Most expensive mistakes", mistakes(lines, waiting)),
			el(
				"div",
				{ class: "score" },
				panel("By game", table("By game", "Game", byGame)),
				panel("By day", table("By day", "Day", byDay)),
			),
		),
		...inDetail(sheet, isOpen),
	];
}

const panel = (title, body) => el("section", { class: "panel" }, el("h2", {}, title), body);

// Days are those of the clock where you sit.
const DAY = { weekday: "short", day: "numeric", month: "short", year: "numeric" };
const day = (at) => (at == null ? null : new Date(at * 1000).toLocaleDateString("en-GB", DAY));

function groups(lines, key) {
	const found = new Map();
	for (const line of lines) {
		const group = found.get(key(line)) ?? { rounds: 0, net: 0, judged: 0, known: 0, expected: 0, variance: 0, lost: 0 };
		group.rounds += 1;
		group.net += line.net;
		group.lost += line.mistakes.reduce((sum, one) => sum + one.cost, 0);
		if (line.expected != null) {
			group.judged += 1;
			group.known += line.net;
			group.expected += line.expected;
			group.variance += line.sd ** 2;
		}
		found.set(key(line), group);
	}
	return found;
}

const luck = ({ known, expected, variance }) => {
	if (!variance) return "…";
	const sd = (known - expected) / Math.sqrt(variance);
	return `${luckWords(sd)} (${sd < 0 ? "−" : "+"}${Math.abs(sd).toFixed(1)}σ)`;
};

function table(name, head, rows) {
	const heads = [head, "Rounds", "Net", "Expected", "Luck", "Mistakes"];
	const cells = ([title, group]) => [
		title,
		String(group.rounds),
		signedMoney(group.net),
		group.judged ? signedMoney(Math.round(group.expected)) : "…",
		luck(group),
		group.judged ? money(Math.round(group.lost)) : "…",
	];
	return scrolled(name, dataTable(heads, [...rows].map(cells)));
}

// Each mistake, the most expensive first, with the replay of its round.
function mistakes(lines, waiting) {
	const slips = lines
		.flatMap((line) => line.mistakes.map((slip) => ({ ...slip, line })))
		.sort((one, two) => two.cost - one.cost);
	if (!slips.length) return el("p", { class: "soft" }, waiting ? "Computing…" : "No mistakes so far.");
	const item = ({ kind, cost, line }) =>
		el(
			"li",
			{},
			el("span", {}, capital(kind), el("small", {}, [line.game, `round ${line.number}`].filter(Boolean).join(", "))),
			el("span", { class: "cost" }, money(Math.round(cost))),
			el(
				"a",
				{
					class: "button",
					href: `/replay/${line.table}/${line.number}`,
					"aria-label": `Replay round ${line.number} at table ${line.table}`,
				},
				icon("replay"),
				"Replay",
			),
		);
	const rest = slips.length - MOST_SLIPS;
	return el(
		"div",
		{ class: "score" },
		el("ul", { class: "slips" }, ...slips.slice(0, MOST_SLIPS).map(item)),
		rest > 0 ? el("p", { class: "soft" }, `And ${rest} smaller ones.`) : null,
	);
}
