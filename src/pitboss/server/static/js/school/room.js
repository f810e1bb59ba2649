// The school: the games with how far you have come, what is due today, and the path of one game.
import { icon } from "../felt/board/pieces.js";
import { keep, setting } from "../settings.js";
import { ask, capital, el, svg } from "../words.js";
import { joinPanel } from "./class.js";
import { houseRules, rulesOf } from "../rules/taught.js";
import { at, dealAt, pathOf, skillTitle } from "./levels.js";
import { motionsDue, percent } from "./standing.js";

export async function showSchool(view) {
	document.title = "School · pitboss";
	const games = await ask("GET", "/api/school/games");
	const chosen = chosenOf(games);
	keep("school-game", chosen.name);
	const { skills } = await ask("GET", `/api/school/progress?game=${chosen.name}`);
	const main = el("section", { class: "course", id: chosen.name, "aria-label": chosen.title });
	const draw = () => main.replaceChildren(...course(chosen, skills, draw));
	draw();
	const side = el("div", { class: "school-side" }, chooser(games, chosen), today(games), joinPanel());
	view.replaceChildren(el("div", { class: "school lessons" }, side, main));
	side.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "center" });
}

// The game in the address, else the one looked at last, else the first.
function chosenOf(games) {
	const named = new URLSearchParams(location.search).get("game") ?? location.hash.slice(1);
	const found = (name) => games.find((game) => game.name === name);
	return found(named) ?? found(setting("school-game", "")) ?? games[0];
}

const stepsDone = (game) => pathOf(game, "").filter((step) => step.state === "done").length;

function chooser(games, chosen) {
	const way = (game) => {
		const done = stepsDone(game);
		const all = pathOf(game, "").length;
		const words = done ? `${done} of ${all} steps` : "not started";
		return el(
			"a",
			{
				href: `/school?game=${game.name}`,
				"data-key": `choose-${game.name}`,
				"aria-current": game === chosen ? "page" : null,
			},
			ring(done / all),
			el("span", {}, el("b", {}, game.title), el("small", {}, game.missing ? "no lessons" : words)),
		);
	};
	return el("nav", { class: "panel choose", "aria-label": "Games" }, ...games.map(way));
}

const ROUND = 2 * Math.PI * 15;

function ring(share) {
	const circle = (kind, dash) => svg("circle", { class: kind, cx: 18, cy: 18, r: 15, "stroke-dasharray": dash });
	return svg(
		"svg",
		{ class: "progress-ring", viewBox: "0 0 36 36", "aria-hidden": "true" },
		circle("rest"),
		circle("share", `${share * ROUND} ${ROUND}`),
	);
}

// How much is due in all games, and the game that has most of it.
const waiting = (games, what) => [
	games.reduce((sum, game) => sum + game[what], 0),
	[...games].sort((one, two) => two[what] - one[what])[0],
];

function today(games) {
	const [due, practise] = waiting(games, "due");
	const [motions, deal] = waiting(games, "motions_due");
	const way = (words, href, key) => el("a", { class: "button", href, "data-key": key }, words);
	return el(
		"section",
		{ class: "panel today", "aria-label": "Today" },
		el("h2", {}, due ? `Today: ${due} due` : "Today: nothing due"),
		el(
			"p",
			{ class: "soft" },
			due
				? "Questions you missed, and some you have not seen for a while."
				: "Questions you answer come back here when it is time to repeat them.",
		),
		due ? way("Practise", `/school/${practise.name}/quiz`, "due") : null,
		motions ? el("p", { class: "soft" }, `${capital(motionsDue(motions))}.`) : null,
		motions ? way("Deal a round", dealAt(deal), "deal") : null,
	);
}

function course(game, skills, redraw) {
	const rules = rulesOf(game.name);
	const path = pathOf(game, rules);
	const now = path.find((step) => step.state === "now") ?? path.at(-1);
	const start = now.state === "now" && path[0] === now ? "Start" : "Continue";
	const go = el(
		"a",
		{ class: "button action continue", href: now.href, "data-key": "continue" },
		`${start}: ${now.name.toLowerCase()}`,
	);
	const head = el(
		"header",
		{ class: "lead" },
		el("div", {}, el("h1", {}, `Deal ${game.title}`), el("p", { class: "soft" }, game.sentence)),
		el(
			"div",
			{ class: "row" },
			el("a", { class: "button plain", href: "/school/trainers" }, "For trainers"),
			game.missing ? null : go,
		),
	);
	return [
		head,
		game.missing ? el("p", { class: "panel padded missing" }, `${game.missing}.`) : pathPanel(game, path),
		skillsPanel(game, skills, rules),
		el(
			"section",
			{ class: "panel padded more" },
			el(
				"div",
				{ class: "row" },
				el(
					"a",
					{
						class: "button",
						href: `/games/${game.name}${rules ? `?${new URLSearchParams({ rules })}` : ""}`,
						"data-key": `guide-${game.name}`,
						"aria-label": `How to play ${game.title}`,
					},
					"How to play",
				),
				el("a", { class: "button", href: `/school/${game.name}/progress` }, "Your progress"),
				el("a", { class: "button", href: "/api/school/export", download: "practice.json" }, "Export my progress"),
			),
			houseRules(game, redraw),
		),
	];
}

function pathPanel(game, path) {
	const step = ({ name, about, picture, state, href }) =>
		el(
			"li",
			{ "data-state": state },
			el(
				"a",
				{ href, "aria-label": `${name}: ${game.title}`, "aria-description": about },
				el("span", { class: "node" }, icon(state === "done" ? "check" : picture)),
				el("b", {}, name),
				el("small", {}, state === "done" ? "done" : about),
			),
		);
	return el("ol", { class: "panel path", "aria-label": "The path to the table test" }, ...path.map(step));
}

function skillsPanel(game, progress, rules) {
	const known = new Map(progress.map((row) => [row.skill, row]));
	const skill = ({ name, meaning }) => {
		const { asked = 0, right = 0, due = 0 } = known.get(name) ?? {};
		const meter = el("span", { class: "meter" }, el("i"));
		meter.firstChild.style.width = asked ? `${(100 * right) / asked}%` : "0";
		return el(
			"a",
			{
				class: "skill",
				href: at(`${game.name}/quiz`, { skill: name }, rules),
				"aria-label": `${skillTitle(name)}: ${game.title}`,
				"data-key": `skill-${name}`,
			},
			el(
				"span",
				{ class: "top" },
				el("b", {}, skillTitle(name)),
				el("span", { class: "soft" }, asked ? percent(right, asked) : "new"),
			),
			meter,
			el("small", {}, due ? `${capital(meaning)} · ${due} due` : capital(meaning)),
		);
	};
	return el(
		"section",
		{ class: "panel padded skills" },
		el("h2", {}, "Questions by skill"),
		el("div", { class: "skill-grid" }, ...game.skills.map(skill)),
	);
}
