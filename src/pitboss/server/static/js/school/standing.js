// Your progress in a game, and that of the class.
import { dataTable, scrolled } from "../figures/tables.js";
import { ask, el } from "../words.js";
import { quoted } from "./clauses.js";
import { dealAt, skillTitle } from "./levels.js";

const TAKES = "Not ready for the table test yet: that takes 50 questions, 90% of them right, and nothing due.";
const many = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

// Questions and motions that are due, counted separately.
export const questionsDue = (number) => (number ? `${many(number, "question")} due today` : "No question is due today");
export const motionsDue = (number) => `${many(number, "motion")} to master by dealing`;

// Whether the table test may be sat, and if not, what is missing.
export const readiness = ({ ready, skills, due, motions_due: motions }) => {
	if (ready) return "You are ready for the table test.";
	const sum = (key) => skills.reduce((all, row) => all + row[key], 0);
	const waiting = [due.length && many(due.length, "question"), motions.length && many(motions.length, "motion")];
	const rest = waiting.filter(Boolean).join(" and ");
	const soFar = sum("asked") ? `${sum("right")} of ${sum("asked")} right` : "none answered";
	const stands = `${TAKES} So far ${soFar}`;
	return rest ? `${stands}; ${rest} still due.` : `${stands}.`;
};

export const percent = (right, asked) => (asked ? `${Math.round((100 * right) / asked)}%` : "–");

export async function progress(view, game) {
	const data = await ask("GET", `/api/school/progress?game=${game}`);
	document.title = `${data.title}: your progress · pitboss`;
	const isNew = !data.skills.some((row) => row.asked);
	const rate = (row) => [row.asked, percent(row.right, row.asked), row.seconds];
	const { length: due } = data.due;
	const { length: motions } = data.motions_due;
	const way = (words, href, key) => el("a", { class: "button", href, "data-key": key }, words);
	const parts = isNew
		? [el("p", { class: "soft" }, "You have not practised this game yet.")]
		: [
				el("p", { "data-key": "ready" }, readiness(data)),
				el("h2", {}, "By skill"),
				grid(
					"Each skill",
					["Skill", "Right", "Answered", "Seconds each", "Due", "Mastered"],
					data.skills.map((row) => [
						skillTitle(row.skill),
						share(row.right, row.asked),
						row.asked,
						row.seconds,
						row.due,
						`${row.mastered} of ${row.facts}`,
					]),
				),
				el("h2", {}, "By day"),
				days(data.days),
				grid(
					"Each day",
					["Day", "Answered", "Right", "Seconds each"],
					[...data.days].reverse().map((row) => [row.day, ...rate(row)]),
				),
				el("h2", {}, "By rule, weakest first"),
				grid(
					"Each clause",
					["Rule", "Answered", "Right", "Seconds each"],
					data.clauses.map((row) => [el("span", {}, ...quoted(row.clause, game, row.clause)), ...rate(row)]),
				),
			];
	view.replaceChildren(
		el(
			"div",
			{ class: "school standing" },
			el("p", { class: "crumbs" }, el("a", { href: `/school?game=${game}` }, "School"), ` › ${data.title}`),
			el("h1", {}, `${data.title}: your progress`),
			el(
				"div",
				{ class: "row wrap" },
				el("span", { class: "due" }, `${questionsDue(due)}.`),
				way("Practise", `/school/${game}/quiz`, "practise"),
				motions ? el("span", { class: "due" }, `${motionsDue(motions)}.`) : null,
				motions ? way("Deal a round", dealAt({ name: game, steps: data.steps }), "deal") : null,
			),
			...parts,
			links(el("a", { class: "button", href: "/api/school/export", download: "practice.json" }, "Export my progress")),
		),
	);
}

export const links = (...more) =>
	el("p", { class: "row" }, ...more, el("a", { class: "button", href: "/school" }, "Back to the school"));

export const grid = (name, heads, rows) =>
	el(
		"div",
		{ class: "panel" },
		scrolled(
			name,
			dataTable(
				heads,
				rows.map((row) => row.map(plain)),
			),
		),
	);
const plain = (cell) => (cell instanceof Node ? cell : String(cell));

// How many of the answers were right, as a bar with its figure.
export function share(right, asked) {
	if (!asked) return "–";
	const bar = el("span", { class: "meter" }, el("i"));
	bar.firstChild.style.width = `${(100 * right) / asked}%`;
	return el("span", { class: "cell-meter" }, percent(right, asked), bar);
}

// Bars by day: how many of the answers were right.
function days(rows) {
	const most = Math.max(...rows.map((row) => row.asked), 1);
	const bars = rows
		.slice(-30)
		.map((row) =>
			el(
				"li",
				{ title: `${row.day}: ${row.right} of ${row.asked} right` },
				bar(row.asked / most, row.right / Math.max(row.asked, 1)),
			),
		);
	return el(
		"div",
		{ "aria-hidden": "true" },
		el("ul", { class: "bars" }, ...bars),
		el("p", { class: "soft" }, "Answers a day, the right ones in green."),
	);
}

function bar(high, share) {
	const whole = el("span", { class: "whole" });
	const right = el("span", { class: "right" });
	whole.style.height = `${Math.max(high * 100, 4)}%`;
	right.style.height = `${share * 100}%`;
	whole.append(right);
	return whole;
}
