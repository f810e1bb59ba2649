// What comes after a round that was dealt: the next level first, then the same again.
import { el, money } from "../../words.js";
import { resting } from "../clicks.js";
import { at, lessonAt } from "../levels.js";

const NEXT = {
	watch: ["guided", "Deal one yourself, guided"],
	guided: ["alone", "Deal alone"],
	alone: ["clock", "Deal against the clock"],
	clock: ["act-up", "Deal with difficult players"],
};

export function waysOn({ game, level, rules }, firsts, go) {
	const [next, words] = NEXT[level] ?? ["", "Take the table test"];
	const further = next ? lessonAt(game, next, rules, firsts) : at(`${game}/test`, {}, rules);
	const way = (told, key, path, kind = "") =>
		resting(told, { class: `button${kind}`, "data-key": key, onclick: () => go(path()) });
	const others = [
		level === "guided" ? way("A few questions", "questions", () => at(`${game}/quiz`, {}, rules)) : null,
		way(level === "watch" ? "Watch another round" : "Deal another round", "another", () =>
			lessonAt(game, level, rules),
		),
		way("Back to the school", "school", () => `/school?game=${game}`),
	].filter(Boolean);
	const first = el(
		"div",
		{ class: "watch" },
		way(words, "further", () => further, " first"),
	);
	return [first, el("div", { class: "options others" }, ...others)];
}

export function howItWent(level, { mistakes, cost, answers }, isVoid) {
	if (level === "watch") return "The round is dealt. Now deal one yourself.";
	const ended = isVoid ? "The round is void" : "The round is dealt";
	const heads = Object.entries(mistakes)
		.filter(([, many]) => many)
		.map(([head, many]) => `${many} mistake${many === 1 ? "" : "s"} of ${head}`);
	return heads.length
		? `${ended}: ${answers} answers, ${heads.join(", ")}${cost ? `, worth ${money(cost)}` : ""}.`
		: `${ended}: all ${answers} answers were right.`;
}
