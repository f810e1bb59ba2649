// The round in short sentences from the player's view: cards and totals join the line that they belong to.
import { TableModel } from "../felt/board/model.js";
import { sign } from "../felt/board/pieces.js";
import { capital, inShort, money, PUSH, signedMoney } from "../words.js";

// Events that the felt shows and the log leaves out.
const SHOWN_ON_FELT = new Set(
	`bet-placed seat-ready seed-set seat-spoke wagered offered bets-opened bets-closed discarded shuffled
    round-ended moved moved-over folded token-placed tokens-picked-up tokens-locked-up tucked
    laid-sideways wager-locked-up`.split(/\s+/),
);
// Motions of the procedure: only for a player who wants to read everything.
export const PROCEDURE = new Set([
	"pack-cut",
	"motioned",
	"pack-dealt",
	"looked",
	"took-the-rest",
	"burned",
	"inspected",
	"washed",
]);
const DEALERS_OWN = /^(up-card|hole-card|dealer)/; // places of the dealer's own hand, not of a board
const NO_CARD_FOLLOWS = new Set(["stand", "check", "fold", "no"]);

const sortOf = (at) => at.replace(/-\d+$/, "");

// A place on the board in the log: "Hand 2" if each has its own label, else the sort of place, "Flop".
export function placeName(felt, at) {
	const alike = felt.dealer.filter((place) => sortOf(place.at) === sortOf(at));
	const label = alike.every((place) => place.label) ? alike.find((place) => place.at === at)?.label : null;
	return capital((label ?? sortOf(at).replace(/^card$/, "board")).toLowerCase().replace(/-/g, " "));
}

export class Story {
	// `names` maps seats to players, `titles` bets to their titles, `places` places on the board to their labels.
	constructor(log, { names, titles, places }) {
		this.log = log;
		this.places = places;
		this.names = names;
		this.titles = titles;
		this.begin();
	}

	begin() {
		this.model = new TableModel();
		this.lines = new Map(); // seat and place, or "dealer" → the line that further cards join
	}

	tell(event, you) {
		if (event.event === "bets-closed") this.begin();
		this.you = you;
		this.model.act(event);
		if (SHOWN_ON_FELT.has(event.event) || event.card === "??") return null;
		const build = SENTENCES[event.event];
		if (build) return build(this, event);
		return this.add(event, this.named(event.text));
	}

	isOwn({ seat }) {
		return seat != null && seat === this.you;
	}

	kind(event, net = 0) {
		const isOthers = PROCEDURE.has(event.event) || (event.seat != null && !this.isOwn(event));
		const who = isOthers ? "other" : this.isOwn(event) ? "own" : "";
		return `${who} ${this.isOwn(event) && net ? (net > 0 ? "good" : "bad") : ""}`.trim();
	}

	add(event, text, { net = 0, amount = "" } = {}) {
		this.last = this.log.add(text, this.kind(event, net), event.clause, amount);
		return text;
	}

	extend(line, text) {
		this.log.change(line.node, text);
		this.last = line.node;
		return text;
	}

	named(text) {
		return text.replace(/\b[Ss]eat (\d+)(?=[:' ])/g, (whole, seat) => this.names(Number(seat)) ?? whole);
	}

	who(seat) {
		return seat === this.you ? "You" : (this.names(seat) ?? `Seat ${seat}`);
	}

	handsOf(seat) {
		return this.model.piles.filter((pile) => pile.seat === seat && /hand/.test(pile.at) && pile.cards.length);
	}
}

const cardsOf = (pile) =>
	pile.cards
		.filter((one) => one.text !== "??")
		.map((one) => sign(one.text))
		.join(" ");

// A card that came to a hand: it joins the answer that asked for it, or the line of the hand.
function toHand(story, event) {
	const { seat, at, card, makes } = event;
	const answer = story.lines.get(`answer ${seat}`);
	const total = makes ? `, ${makes}` : "";
	if (answer && (answer.at ?? at) === at) {
		answer.at = at;
		answer.cards.push(sign(card));
		return story.extend(answer, `${answer.words}: ${answer.cards.join(" ")}${total}`);
	}
	const piles = story.model.piles.filter((pile) => pile.seat === seat && sortOf(pile.at) === sortOf(at));
	const isOne = story.handsOf(seat).length < 2;
	const own = piles.find((pile) => pile.at === at);
	const shown = (isOne ? piles : own ? [own] : []).map(cardsOf).join(" ") || sign(card);
	const has = story.isOwn(event) ? "You have" : `${story.who(seat)} has`;
	const owner = story.isOwn(event) ? handName(at) : `${story.who(seat)}, ${handName(at).toLowerCase()}`;
	const text = isOne ? `${has} ${shown}${total}` : `${owner}: ${shown}${total}`;
	const key = `hand ${seat} ${isOne ? "" : at}`;
	const line = story.lines.get(key);
	if (line) return story.extend(line, text);
	story.add(event, text);
	story.lines.set(key, { node: story.last });
	return text;
}

// The dealer's own cards are one line, the cards of a board one for each place on it.
function toDealer(story, event) {
	const { at, card, makes, event: happened } = event;
	const isOwn = DEALERS_OWN.test(at);
	const key = isOwn ? "dealer" : `board ${story.places(at)}`;
	const line = story.lines.get(key);
	const verb = happened === "turned" && at !== "up-card" ? "turns" : line ? "draws" : "shows";
	const total = makes && makes !== "Blackjack" ? `: ${makes}` : makes ? `: ${makes.toLowerCase()}` : "";
	if (!line || line.node !== story.last) {
		const words = `${isOwn ? `Dealer ${verb}` : `${story.places(at)}:`} ${sign(card)}`;
		story.add(event, `${words}${total}`);
		story.lines.set(key, { node: story.last, words, verb });
		return `${words}${total}`;
	}
	const joint = isOwn && verb !== line.verb ? `, ${verb}` : "";
	line.verb = verb;
	line.words += `${joint} ${sign(card)}`;
	return story.extend(line, `${line.words}${total}`);
}

const handName = (at) => capital(at.replace(/-/g, " "));

const dealt = (story, event) => (event.seat == null ? toDealer(story, event) : toHand(story, event));

const SENTENCES = {
	"seat-taken": (story, event) => story.add(event, story.isOwn(event) ? `You take seat ${event.seat}.` : event.text),
	dealt,
	turned: (story, event) => (story.isOwn(event) ? null : dealt(story, event)), // you have seen your own cards
	"hand-read": (story, event) => {
		const words = story
			.named(event.text)
			.replace(/^The dealer/, "Dealer")
			.replace(/ ha(s|ve) (?=pair|straight|flush|full|royal)/, "$&a ");
		return story.add(event, words.replace(/: [^:]*$/, ""));
	},
	answered: (story, event) => {
		const { seat, answer } = event;
		const said = story.named(event.text).replace(/\.$/, "");
		const played = story.model.find(seat, `card-${answer.match(/-(\d+)$/)?.[1]}`)?.cards[0];
		const words = played && played.text !== "??" ? said.replace(/the \w+ card/, sign(played.text)) : said;
		const hands = story.handsOf(seat).length;
		story.add(event, words);
		for (const key of [...story.lines.keys()]) if (key.startsWith(`hand ${seat} `)) story.lines.delete(key);
		const joins = hands > 0 && !NO_CARD_FOLLOWS.has(answer) && !/split/.test(answer);
		if (joins) story.lines.set(`answer ${seat}`, { node: story.last, words, cards: [] });
		else story.lines.delete(`answer ${seat}`);
		return words;
	},
	settled: (story, event) => {
		const { seat, bet, stake, back, line, hand, pays = "" } = event;
		const net = back - stake;
		const where = hand && story.handsOf(seat).length > 1 ? ` ${hand}` : "";
		const title = `${story.titles(bet)}${where}`;
		const text = `${story.isOwn(event) ? "" : `${story.who(seat)}, `}${title}: ${inShort(line)}`;
		const amount = net ? signedMoney(net) : pays === PUSH ? "push" : money(0);
		story.add(event, text, { net, amount });
		return `${text}, ${amount}`;
	},
};
