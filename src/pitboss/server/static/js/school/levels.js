// The path through a game: its steps, their addresses, and how far one has come.
import { keep, setting } from "../settings.js";
import { ask, capital, complain } from "../words.js";
import { rulesOf } from "../rules/taught.js";

export const LEVELS = [
	["watch", "Watch", "The dealer deals and explains", "eye"],
	["guided", "Guided", "You deal, with hints", "hand"],
	["alone", "Alone", "No hints", "table"],
	["clock", "Against the clock", "Each answer is timed", "clock"],
	["act-up", "Difficult players", "Players bet late and argue", "users"],
];
// Display names of the skills; a skill of an outside game uses its own name.
const SKILLS = {
	payout: "Payouts",
	read: "Read hands",
	settle: "Settle bets",
	order: "Next motion",
	spot: "Spot the mistake",
	legal: "Legal bets",
	irregular: "Irregularities",
	talk: "Explain a bet",
	count: "Count the shoe",
	play: "Best play",
};
export const skillTitle = (name) => SKILLS[name] ?? capital(name);

export const TEST = ["test", "Table test", "A mark and a certificate", "flag"];

const NUMBERS = 1_000_000;

export const newSeed = () => Math.floor(Math.random() * NUMBERS);

// The address of a school page, house rules included, so that it can be shared.
export const at = (path, asked, rules) => {
	const query = new URLSearchParams({ ...asked, ...(rules ? { rules } : {}) }).toString();
	return `/school/${path}${query ? `?${query}` : ""}`;
};

// The first round of a level is a rich one, chosen for the game; after that, any other.
export const lessonAt = (game, level, rules, firsts = {}) => {
	const first = setting(met(game, level), "") ? undefined : firsts[level];
	return at(game, { level, seed: first ?? newSeed() }, rules);
};

const met = (game, level) => `school-met-${game}-${level}`;

export const meet = (game, level) => keep(met(game, level), "yes");

// A finished step is stored with the practice, by the house.
export const finish = (game, step) =>
	ask("POST", "/api/school/finished", { game, step }).catch((fault) => complain(fault.message));

// The steps of a game with their states: done, now or later. Dealing elsewhere counts as having watched.
export function pathOf(game, rules) {
	const isDone = ([level]) => game.steps.includes(level);
	const steps = [...LEVELS, ...(game.has_procedure ? [TEST] : [])];
	const last = steps.findLastIndex(isDone);
	const next = Math.min(last < 0 && game.has_dealt ? 1 : last + 1, steps.length - 1);
	return steps.map(([level, name, about, picture], place) => ({
		level,
		name,
		about,
		picture,
		state: isDone(steps[place]) || place < next ? "done" : place === next ? "now" : "later",
		href: level === "test" ? at(`${game.name}/test`, {}, rules) : lessonAt(game.name, level, rules, game.first_rounds),
	}));
}

// A round for motions that are not mastered: without hints once a guided one was dealt.
export const dealAt = ({ name, steps = [] }, rules = rulesOf(name)) =>
	lessonAt(name, steps.includes("guided") ? "alone" : "guided", rules);
