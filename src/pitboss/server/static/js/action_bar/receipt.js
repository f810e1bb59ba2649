// The result of the last round, bet by bet, until you bet again; a tap explains it.
import { announce, button, capital, el, inShort, toneOf, money, PUSH, showDialog, signedMoney } from "../words.js";

const MOST_ITEMS = 6; // more than these are in the log of the round

export class Receipt {
	constructor(page) {
		this.page = page;
		this.lines = [];
	}

	begin() {
		this.lines = [];
		this.number = null;
	}

	add(event) {
		const { bet, stake, back, text, line: reason, pays = "", clause = "" } = event;
		const same = this.lines.find((line) => line.bet === bet);
		const line = same ?? { bet, net: 0, why: [] };
		line.net += back - stake;
		line.why.push({ text, line: reason, clause, isPush: pays === PUSH });
		if (!same) this.lines.push(line);
	}

	// The round is over: `net` is what you won or lost in it, nothing if you were not in it.
	end(number, net, aloud) {
		this.number = net == null ? null : number;
		this.net = net;
		if (net == null || !aloud) return;
		const bets = this.lines.map((line) => this.words(line)).join(", ");
		announce(`Round ${number} is over: ${this.outcome}.${bets ? ` ${bets}.` : ""}`);
	}

	isThere(now) {
		return this.number != null && this.number >= now - 1;
	}

	// The round in a few words, for the list of rounds: the hand that was read, else the bet that decided the result.
	get summary() {
		const { model, setup, message } = this.page;
		const read = model.reads.get(message.you.seat)?.words;
		if (read) return capital(read.split(",")[0]);
		const isMain = ({ bet }) => setup.felt.spots.some((spot) => spot.bet === bet && (spot.rides || spot.main));
		const main = this.ranked.filter(isMain);
		const fits = (one) => Math.sign(one.net) === Math.sign(this.net);
		const line = main.find(fits) ?? this.ranked.find(fits) ?? this.ranked[0];
		if (!line) return "Void";
		const reasonOf = ({ why }) => inShort(why.find((one) => one.line)?.line ?? "");
		const reason = reasonOf(line);
		const isWhole = (main.includes(line) ? main : this.ranked).every((one) => reasonOf(one) === reason);
		return isWhole ? capital(reason) : `${this.page.bar.title(line.bet)}: ${reason}`;
	}

	// Largest first; of equal results, the one that was settled last.
	get ranked() {
		return this.lines.toReversed().sort((one, two) => Math.abs(two.net) - Math.abs(one.net));
	}

	// A round in which none of your bets was settled was void.
	get isVoid() {
		return !this.lines.length;
	}

	get outcome() {
		if (this.isVoid) return "void, and your bets were returned";
		if (!this.net) return "nothing won, nothing lost";
		return this.net > 0 ? `you won ${money(this.net)}` : `you lost ${money(-this.net)}`;
	}

	// Nothing won and nothing lost is a push only if every hand pushed: not if the aggregate capped a win.
	words({ bet, net, why }) {
		const nothing = why.every((one) => one.isPush) ? "push" : money(0);
		return `${this.page.bar.title(bet)} ${net ? signedMoney(net) : nothing}`;
	}

	draw() {
		const shown = this.lines.length > MOST_ITEMS ? this.ranked.slice(0, MOST_ITEMS - 2) : this.lines;
		const rest = this.lines.length - shown.length;
		const items = shown.map((line) => el("span", { class: toneOf(line.net) }, this.words(line)));
		if (rest) items.push(el("span", {}, `and ${rest} more`));
		const total = el("strong", { class: `big ${toneOf(this.net)}` }, this.isVoid ? "Void" : signedMoney(this.net));
		const about = { class: "bare items", "data-key": "receipt", title: "See why", onclick: () => this.explain() };
		return el(
			"div",
			{
				class: "ask receipt",
				id: "ask",
				tabindex: -1,
				"aria-label": `Round ${this.number}: ${this.outcome}`,
				role: "group",
			},
			total,
			items.length ? button("", about, ...items) : null,
		);
	}

	// Every bet of the round with what it won or lost, and why.
	explain() {
		const part = (line) => [
			el("h3", { class: toneOf(line.net) }, this.words(line)),
			el(
				"ul",
				{ class: "why" },
				...line.why.map(({ text, clause }) =>
					el("li", {}, text, " ", clause ? el("small", { class: "fine" }, clause) : null),
				),
			),
		];
		showDialog(capital(this.outcome), this.ranked.flatMap(part));
	}
}
