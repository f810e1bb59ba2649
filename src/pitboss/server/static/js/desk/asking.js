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

export function asking(desk, table, you) {
	const { options } = you.asked;
	const number = table.offer.number;
	if (desk.hints) hint(desk, table.number, number);
	const known = desk.worth?.key === `${table.number}/${number}` ? desk.worth.by : null;
	const places = you.asked.context.at ?? {};
	const shown = inCardOrder(options, places);
	const keys = keysOf(shown, places);
	const named = (option) => ({ ...option, words: cardWords(desk, you, option, places) });
	const best = known && shown.find(({ name }) => known.costs?.[name] === 0);
	const about = { known, number, better: best && named(best).words };
	const ways = shown.map((option, place) => way(desk, you, named(option), keys[place], about));
	const group = el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...ways);
	const below = status(desk, known, options);
	return [
		question(askedTitle(desk.page.model, you.seat, { about: table.offer.about, context: you.asked.context }), below),
		el("div", { class: "mid" }, group, byStrategy(desk, group)),
		stakeBox(desk),
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
function status(desk, known, options) {
	const isCard = Boolean(desk.message.you.asked.context.at);
	const parts = [
		isCard ? "Or tap the card" : desk.page.handCount(),
		desk.end == null ? null : `If time runs out: ${options[0].words}`,
	].filter(Boolean);
	const words = parts.join(" · ");
	if (!desk.hints) return words || null;
	if (known == null) return el("span", { class: "hint", role: "status" }, "Working out the hint…");
	const hint = el("span", { class: "hint sr", role: "status" }, known.words ?? "No hint for this question.");
	return el("span", {}, words, hint);
}

// "10♣ alone" for an option that is a card in front of you.
function cardWords(desk, you, option, places) {
	const [card] = desk.page.model.find(you.seat, places[option.name])?.cards ?? [];
	return card && card.text !== "??" ? option.words.replace(/^\w+ card\b/, sign(card.text)) : option.words;
}

function byStrategy(desk, group) {
	const kept = setting(`strategy ${desk.page.setup.game}`, "");
	if (!kept) return null;
	const press = async () => {
		try {
			const said = await ask("POST", `/api/tables/${desk.page.setup.id}/strategy`, { strategy: JSON.parse(kept) });
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

export const isLocked = (desk) => performance.now() - desk.askedSince < GUARD_MILLISECONDS;

export function lockOptions(desk) {
	desk.askedSince = performance.now();
	setTimeout(() => {
		if (desk.chosen || isLocked(desk)) return;
		for (const node of desk.act.querySelectorAll(".option.locked")) {
			node.disabled = "poor" in node.dataset;
			node.classList.remove("locked");
		}
		desk.page.drawBoard();
	}, GUARD_MILLISECONDS + 10);
}

// The line below an option: "best", what it costs compared with the best, or what you would add to your bet.
function price(desk, option, cost) {
	if (cost != null) return cost === 0 ? "best" : `costs ${cents(cost)}`;
	if (option.cost) return `${money(option.cost)} more`;
	return desk.hints ? "…" : "";
}

// Neither a double-click on Deal, nor a key held down, nor Enter answers a question that was not read yet.
function way(desk, you, option, key, about) {
	const { known } = about;
	const cost = known?.costs?.[option.name];
	const poor = option.cost > you.bankroll + you.in_hand;
	const kinds = [cost === 0 && "best", desk.chosen === option.name && "chosen", isLocked(desk) && "locked"];
	return choice({
		words: `${capital(option.words)}${cost != null && option.cost ? ` +${money(option.cost)}` : ""}`,
		below: price(desk, option, cost),
		key,
		kind: kinds.filter(Boolean).join(" "),
		attributes: {
			"data-key": `option-${option.name}`,
			title: poor ? `You are ${money(option.cost - you.bankroll - you.in_hand)} short` : `Key ${key}`,
			disabled: poor || Boolean(desk.chosen) || isLocked(desk),
			"data-poor": poor,
			onclick: (event) => event.detail > 1 || isLocked(desk) || answer(desk, option, you.seat, about),
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
async function answer(desk, option, seat, { known, number: offer, better }) {
	if (desk.chosen) return;
	desk.chosen = option.name;
	for (const node of desk.act.querySelectorAll(".option")) {
		node.disabled = true;
		node.classList.toggle("chosen", node.dataset.key === `option-${option.name}`);
	}
	desk.page.drawBoard();
	const lost = known?.costs?.[option.name] ?? 0;
	desk.slip = lost ? `That cost ${cents(lost)} on average: ${better} was better.` : null;
	if (lost) announce(desk.slip);
	if (await desk.send({ type: "say", answer: option.name, offer, seat })) return;
	desk.chosen = desk.slip = null;
	if (!desk.page.working) desk.draw();
}

async function hint(desk, round, offer) {
	const key = `${round}/${offer}`;
	if (desk.askedFor === key) return;
	desk.askedFor = key;
	let by = {};
	try {
		by = (await desk.page.line.say({ type: "hint" })).worth;
	} catch {
		// the game can be played without a hint
	}
	desk.worth = { key, by };
	if (!desk.isBusy && !desk.chosen) desk.draw();
}

export function handKeys(desk, event) {
	const place = Number(event.key) - 1;
	const isAsked = desk.message.you.asked && !desk.isBusy;
	if (place >= 0 && place < 9) return desk.act.querySelectorAll(isAsked ? ".option" : ".rack .chip")[place] ?? null;
	if (!isAsked || event.key.length !== 1) return null;
	return desk.act.querySelector(`.option[data-letter="${CSS.escape(event.key.toUpperCase())}"]`);
}
