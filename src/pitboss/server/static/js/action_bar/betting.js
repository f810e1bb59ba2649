// Before the deal: chips onto spots, undo, clear, double, and Deal; after a round the same bets again in one press.
import { component } from "../felt/board/morph.js";
import { icon } from "../felt/board/pieces.js";
import { chip, DENOMINATIONS } from "../felt/chips.js";
import { store, stored } from "../settings.js";
import { button, capital, complain, el, keyCap, money, svg } from "../words.js";
import { question } from "./question.js";

const RACK = 5;

export function betting(bar, table, you) {
	const { chips, receipt } = bar;
	const total = sum(bar.bets);
	const ready = table.seats[you.seat]?.ready || bar.isReady === table.number;
	bar.worths.ask();
	if (!total && !ready && receipt.isThere(table.number) && !bar.isChanging) return settled(bar, you);
	const fault = you.fault;
	const words = fault ?? (total ? (ready ? "Waiting for the others" : "Ready? Press Deal.") : "Place your bets");
	const hint = fault ? null : bar.worths.words;
	const first = total || fault || hint ? null : "Choose a chip, then press a spot.";
	const below = hint ? el("span", { class: "hint" }, hint) : first && el("span", { class: "hint wide-only" }, first);
	const asked = question(capital(words), below, fault ? "fault" : "");
	const deal = dealButton(bar, { total, ready, others: othersBet(table, you), fault });
	const tools = el("div", { class: "row tools" }, ...chips.buttons(you, total, ready));
	return [chips.rack(), el("div", { class: "mid" }, asked, tools), deal];
}

const sum = (bets) => Object.values(bets).reduce((all, amount) => all + amount, 0);

function settled(bar, you) {
	const { receipt, page } = bar;
	const again = you.rebet && sum(you.rebet) <= you.bankroll ? you.rebet : null;
	const link = { class: "button", href: page.replayOf(receipt.number), "data-key": "replay" };
	const replay = el("a", link, icon("replay"), "Replay");
	const change = button(again ? "Change bets" : "Bet again", {
		"data-key": again ? "rebet" : "change",
		onclick: () => bar.changeBets(again),
	});
	const deal = again ? rebetButton(bar, again) : el("span");
	return [receipt.draw(), el("div", { class: "mid" }, el("div", { class: "row tools" }, replay, change)), deal];
}

function rebetButton(bar, bets) {
	const words = `Rebet & deal ${money(sum(bets))}`;
	const attributes = {
		class: "button action deal",
		"data-key": "rebet-deal",
		title: `${words} (Enter)`,
		onclick: () => bar.rebetAndDeal(bets),
	};
	return button(words, attributes, keyCap("Enter"));
}

// Other players wait for you once they have bet. Alone at the table, there is nothing to sit out.
function othersBet(table, you) {
	const rest = Object.entries(table.seats).filter(([seat]) => Number(seat) !== you.seat);
	return rest.some(([, held]) => !held.bot && Object.keys(held.bets).length);
}

function dealButton(bar, { total, ready, others, fault }) {
	const words = ready ? "Waiting…" : total ? `Deal ${money(total)}` : others ? "Sit this one out" : "Deal";
	const unheard = bar.want != null; // the house has not answered yet whether the chips may stay
	const off = Boolean(fault) || ready || unheard || (!total && !others);
	const why = ready
		? "Waiting for the others"
		: unheard
			? "Checking your bets"
			: (fault ?? "Put chips on a spot first");
	const attributes = {
		class: `button deal${total ? " action" : ""}`,
		"data-key": "deal",
		disabled: off,
		"aria-busy": String(unheard),
		title: off ? capital(why) : "Deal (Enter)",
		onclick: () => bar.deal(),
	};
	return button(words, attributes, off ? null : keyCap("Enter"));
}

export const rack = component("pb-rack", (values, chosen, choose) => {
	const one = (value, number) =>
		button(svg("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, chip(value, 20)), {
			class: "chip",
			role: "radio",
			"data-key": `chip-${value}`,
			"aria-label": `${money(value)} chip`,
			"aria-checked": String(value === chosen),
			tabindex: value === chosen ? 0 : -1,
			title: `${money(value)} (key ${number + 1})`,
			onclick: () => choose(value),
			onkeydown: (event) => {
				const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
				if (!step) return;
				event.preventDefault();
				choose(values[(number + step + values.length) % values.length]);
			},
		});
	return [{ class: "rack", role: "radiogroup", "aria-label": "Chips" }, ...values.map(one)];
});

export class Chips {
	constructor(bar) {
		this.bar = bar;
		this.past = [];
	}

	round(number) {
		if (this.number === number) return;
		this.number = number;
		this.past = [];
		this.bar.isChanging = false;
	}

	get denominations() {
		const { chip: least, bets } = this.bar.setup;
		const most = Math.max(...bets.map((bet) => bet.most), least);
		const fits = (value) => value >= least && value % least === 0 && value <= most;
		const fit = DENOMINATIONS.filter(fits).reverse();
		return (fit.length ? fit : [least]).slice(0, RACK);
	}

	get chip() {
		const all = this.denominations;
		return all.includes(this.chosen) ? this.chosen : all[Math.min(1, all.length - 1)];
	}

	choose(value) {
		this.chosen = value;
		this.bar.draw();
		this.bar.act.querySelector(`[data-key="chip-${value}"]`)?.focus({ preventScroll: true });
	}

	rack() {
		return rack(this.denominations, this.chip, (value) => this.choose(value));
	}

	buttons(you, total, ready) {
		const small = (key, words, letter, enabled, action, picture = null) => {
			const title = `${words} (${letter})`;
			const attributes = { "data-key": key, title, disabled: ready || !enabled, onclick: action };
			return button(picture && icon(picture), attributes, words, keyCap(letter));
		};
		const doubled = () => Object.fromEntries(Object.entries(this.bar.bets).map(([bet, amount]) => [bet, amount * 2]));
		const again = you.rebet && !total;
		return [
			small("undo", "Undo", "U", this.past.length, () => this.undo(), "undo"),
			small("clear", "Clear", "C", total, () => this.wish({}), "clear"),
			again
				? small("rebet", "Rebet", "R", true, () => this.wish(you.rebet))
				: small("double", "× 2", "X", total, () => this.wish(doubled())),
		];
	}

	key(event) {
		const by = { u: "undo", c: "clear", r: "rebet", x: "double" }[event.key.toLowerCase()];
		const nowhere = event.target === document.body || event.target.id === "view" || event.target.id === "ask";
		const { act } = this.bar;
		if (event.key === "Enter" && nowhere) return act.querySelector("[data-key=deal], [data-key=rebet-deal]");
		return by ? act.querySelector(`[data-key="${by}"]`) : null;
	}

	put(bet, amount) {
		const closed = this.bar.message.you.closed?.[bet.name];
		if (closed && amount > 0) {
			complain(closed);
			return;
		}
		const all = this.bar.setup.bets;
		const root = bet.equals ?? bet.name;
		const together = (other) => other.compulsory && (other.name === root || other.equals === root);
		const partners = bet.compulsory ? all.filter(together) : [bet];
		const next = { ...this.bar.bets };
		for (const partner of partners) {
			const value = Math.min((next[partner.name] ?? 0) + amount, partner.most);
			if (value > 0) next[partner.name] = value;
			else delete next[partner.name];
		}
		if (JSON.stringify(next) === JSON.stringify(this.bar.bets)) {
			complain(amount > 0 ? `${bet.title} takes at most ${money(bet.most)}.` : `${bet.title} has no chips.`);
			return;
		}
		this.wish(next);
	}

	// The bet that is ready when you sit down: your last one at this game, else one chip on what must be bet.
	get first() {
		const { game, bets } = this.bar.setup;
		const open = bets.filter((bet) => !bet.in_play);
		const last = stored(`bets ${game}`);
		const isPossible = ([name, amount]) => open.some((bet) => bet.name === name && amount <= bet.most);
		if (last && Object.entries(last).every(isPossible)) return last;
		const needed = open.filter((bet) => bet.compulsory);
		return Object.fromEntries((needed.length ? needed : open.slice(0, 1)).map((bet) => [bet.name, this.chip]));
	}

	remember() {
		store(`bets ${this.bar.setup.game}`, this.bar.bets);
	}

	// Ignore the answer to an earlier request: the player has changed the chips since.
	isAnswered({ id, table }) {
		const open = this.newest && table.state === "betting" && !(id >= this.newest);
		if (!open) this.newest = null;
		return !open;
	}

	// The chips are shown immediately; a refusal takes them back. Returns whether the house took them.
	async wish(next, remember = true) {
		const { bar } = this;
		const before = bar.bets;
		if (remember) this.past.push(before);
		bar.want = next;
		this.newest = bar.page.line.next;
		bar.page.placed(next);
		bar.draw();
		try {
			await bar.page.line.say({ type: "bet", bets: next });
			return true;
		} catch (fault) {
			this.past = this.past.filter((kept) => kept !== before);
			if (bar.want === next) bar.want = this.newest = null;
			bar.page.placed(before);
			complain(fault.message);
			bar.draw();
			return false;
		}
	}

	undo() {
		if (this.past.length) this.wish(this.past.pop(), false);
	}
}
