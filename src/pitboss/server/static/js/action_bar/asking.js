// A question of the dealer: your options with their keys, and with hints which is best and what the others cost.
import { component } from "../felt/board/morph.js";
import { sign } from "../felt/board/pieces.js";
import { setting } from "../settings.js";
import { announce, ask, capital, complain, el, keyCap, money } from "../words.js";
import { question, stakeBox } from "./question.js";

// How long a new question ignores clicks and keys, because nobody has read it yet.
const GUARD_MILLISECONDS = 350;
const LETTERS = { split: "P" };

export const askedPlaces = ({ hand = 1, bet }) =>
	bet ? [`${bet}-hand-${hand}`, ...(hand === 1 ? [`${bet}-hand`] : [])] : [`hand-${hand}`];

export function asking(bar, table, you) {
	const { options } = you.asked;
	const number = table.offer.number;
	if (bar.hints) hint(bar, table.number, number);
	const known = bar.worth?.key === `${table.number}/${number}` ? bar.worth.by : null;
	const places = you.asked.context.at ?? {};
	const shown = inCardOrder(options, places);
	const keys = keysOf(shown, places);
	const named = (option) => ({ ...option, words: cardWords(bar, you, option, places) });
	const best = known && shown.find(({ name }) => known.costs?.[name] === 0);
	const about = { known, number, better: best && named(best).words };
	const ways = shown.map((option, place) => way(bar, you, named(option), keys[place], about));
	const group = el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...ways);
	const below = status(bar, known, options);
	return [
		question(askedTitle(bar.page.model, you.seat, { about: table.offer.about, context: you.asked.context }), below),
		el("div", { class: "mid" }, group, byStrategy(bar, group)),
		stakeBox(bar),
	];
}

// "13 against 8" if a hand with a total is asked about, else what the dealer asks.
export function askedTitle(model, seat, { about, context }) {
	const places = askedPlaces(context);
	const pile = model.piles.find((one) => one.seat === seat && places.includes(one.at));
	if (!pile?.makes || !context.cards) return capital(about.endsWith("?") ? about : `${about}?`);
	return capital(model.upCard ? `${pile.makes} against ${model.upCard}` : pile.makes);
}

// The line below the question: the hint while it is worked out, which hand it is, what happens when time runs out.
function status(bar, known, options) {
	const isCard = Boolean(bar.message.you.asked.context.at);
	const parts = [
		isCard ? "Or tap the card" : bar.page.handCount(),
		bar.end == null ? null : `If time runs out: ${options[0].words}`,
	].filter(Boolean);
	const words = parts.join(" · ");
	if (!bar.hints) return words || null;
	if (known == null) return el("span", { class: "hint", role: "status" }, "Working out the hint…");
	const hint = el("span", { class: "hint sr", role: "status" }, known.words ?? "No hint for this question.");
	return el("span", {}, words, hint);
}

// "10♣ alone" for an option that is a card in front of you.
function cardWords(bar, you, option, places) {
	const [card] = bar.page.model.find(you.seat, places[option.name])?.cards ?? [];
	return card && card.text !== "??" ? option.words.replace(/^\w+ card\b/, sign(card.text)) : option.words;
}

function byStrategy(bar, group) {
	const kept = setting(`strategy ${bar.page.setup.game}`, "");
	if (!kept) return null;
	const press = async () => {
		try {
			const said = await ask("POST", `/api/tables/${bar.page.setup.id}/strategy`, { strategy: JSON.parse(kept) });
			group.querySelector(`[data-key="option-${said.answer}"]`)?.click();
		} catch (fault) {
			complain(fault.message);
		}
	};
	const title = "Play your strategy from the lab";
	return el(
		"button",
		{ type: "button", class: "button small", "data-key": "by-strategy", title, onclick: press },
		"Use my strategy",
	);
}

// Options that are cards in front of you are listed from left to right, in the order of the cards.
const inCardOrder = (options, places) => {
	const x = ({ name }) => places[name];
	if (!options.every(x)) return options;
	return [...options].sort((one, two) => x(one).localeCompare(x(two), "en", { numeric: true }));
};

// A letter for each option, from its last word; numbers for cards.
function keysOf(options, places) {
	if (options.every(({ name }) => places[name])) return options.map((_, place) => String(place + 1));
	const taken = new Set();
	return options.map(({ name }, place) => {
		const word = name.split("-").at(-1);
		const letters = [LETTERS[word], ...word.toUpperCase(), ...name.toUpperCase()].filter((letter) =>
			/[A-Z]/.test(letter),
		);
		const key = letters.find((letter) => letter && !taken.has(letter)) ?? String(place + 1);
		taken.add(key);
		return key;
	});
}

const cents = (amount) => `$${(amount / 100).toFixed(2)}`;

export const isLocked = (bar) => performance.now() - bar.askedSince < GUARD_MILLISECONDS;

export function lockOptions(bar) {
	bar.askedSince = performance.now();
	setTimeout(() => {
		if (bar.chosen || isLocked(bar)) return;
		for (const node of bar.act.querySelectorAll(".option.locked")) {
			node.disabled = "poor" in node.dataset;
			node.classList.remove("locked");
		}
		bar.page.drawBoard();
	}, GUARD_MILLISECONDS + 10);
}

// The line below an option: "best", what it costs compared with the best, or what you would add to your bet.
function price(bar, option, cost) {
	if (cost != null) return cost === 0 ? "best" : `costs ${cents(cost)}`;
	if (option.cost) return `${money(option.cost)} more`;
	return bar.hints ? "…" : "";
}

// Neither a double-click on Deal, nor a key held down, nor Enter answers a question that was not read yet.
function way(bar, you, option, key, about) {
	const { known } = about;
	const cost = known?.costs?.[option.name];
	const poor = option.cost > you.bankroll + you.in_hand;
	const kinds = [cost === 0 && "best", bar.chosen === option.name && "chosen", isLocked(bar) && "locked"];
	return choice({
		words: `${capital(option.words)}${cost != null && option.cost ? ` +${money(option.cost)}` : ""}`,
		below: price(bar, option, cost),
		key,
		kind: kinds.filter(Boolean).join(" "),
		attributes: {
			"data-key": `option-${option.name}`,
			title: poor ? `You are ${money(option.cost - you.bankroll - you.in_hand)} short` : `Key ${key}`,
			disabled: poor || Boolean(bar.chosen) || isLocked(bar),
			"data-poor": poor,
			onclick: (event) => event.detail > 1 || isLocked(bar) || answer(bar, option, you.seat, about),
			onkeydown: (event) => (event.repeat || event.key === "Enter") && event.preventDefault(),
		},
	});
}

export const choice = component("pb-option", ({ words, below, key, kind = "", attributes = {} }) => [
	{},
	el(
		"button",
		{ type: "button", class: `option ${kind}`.trim(), "data-letter": key, ...attributes },
		el("b", {}, words),
		below ? el("span", { class: "worth" }, below) : null,
		keyCap(key),
	),
]);

// A click locks the options and marks the chosen one, so a second click does nothing.
async function answer(bar, option, seat, { known, number: offer, better }) {
	if (bar.chosen) return;
	bar.chosen = option.name;
	for (const node of bar.act.querySelectorAll(".option")) {
		node.disabled = true;
		node.classList.toggle("chosen", node.dataset.key === `option-${option.name}`);
	}
	bar.page.drawBoard();
	const lost = known?.costs?.[option.name] ?? 0;
	bar.slip = lost ? `That cost ${cents(lost)} on average: ${better} was better.` : null;
	if (lost) announce(bar.slip);
	if (await bar.send({ type: "say", answer: option.name, offer, seat })) return;
	bar.chosen = bar.slip = null;
	if (!bar.page.working) bar.draw();
}

async function hint(bar, round, offer) {
	const key = `${round}/${offer}`;
	if (bar.askedFor === key) return;
	bar.askedFor = key;
	let by = {};
	try {
		by = (await bar.page.line.say({ type: "hint" })).worth;
	} catch {
		// the game can be played without a hint
	}
	bar.worth = { key, by };
	if (!bar.isBusy && !bar.chosen) bar.draw();
}

export function handKeys(bar, event) {
	const place = Number(event.key) - 1;
	const isAsked = bar.message.you.asked && !bar.isBusy;
	if (place >= 0 && place < 9) return bar.act.querySelectorAll(isAsked ? ".option" : ".rack .chip")[place] ?? null;
	if (!isAsked || event.key.length !== 1) return null;
	return bar.act.querySelector(`.option[data-letter="${CSS.escape(event.key.toUpperCase())}"]`);
}
