// The two ends of the action bar: the question or state on the left, the money at stake on the right.
import { component } from "../felt/board/morph.js";
import { el, money } from "../words.js";

export const question = component("pb-question", (words, small = null, kind = "") => [
	{ class: `ask ${kind}`.trim(), id: "ask", tabindex: -1 },
	el("strong", {}, words),
	small ? el("small", {}, small) : null,
]);

export function stakeBox(bar) {
	const { model, message } = bar.page;
	const { seat } = message.you;
	const staked = seat == null ? 0 : model.staked(seat);
	const free = model.tokens.filter((one) => one.seat === seat && !one.at);
	const given = free.reduce((sum, one) => sum + (model.units.get(`${seat}|${one.bet}`) ?? 0), 0);
	return stake(staked, given);
}

export const stake = component("pb-stake", (staked, given) => [
	{ class: "stake" },
	...(staked ? [el("span", {}, "At stake"), el("b", {}, money(staked))] : []),
	given ? el("span", { class: "soft" }, `plus ${money(given)} from the house`) : null,
]);
