// Before the deal: chips onto spots, undo, clear, double, and Deal; after a round the same bets again in one press.
import { component } from "../felt/board/morph.js";
import { icon } from "../felt/board/pieces.js";
import { chip, DENOMINATIONS } from "../felt/chips.js";
import { store, stored } from "../settings.js";
import { button, capital, complain, el, keyCap, money, svg } from "../words.js";
import { question } from "./question.js";

const RACK = 5;

export function betting(desk, table, you) {
	const { chips, receipt } = desk;
	const total = sum(desk.bets);
	const ready = table.seats[you.seat]?.ready || desk.isReady === table.number;
	desk.worths.ask();
	if (!total && !ready && receipt.isThere(table.number) && !desk.isChanging) return settled(desk, you);
	const fault = you.fault;
	const words = fault ?? (total ? (ready ? "Waiting for the others" : "Ready? Press Deal.") : "Place your bets");
	const hint = fault ? null : desk.worths.words;
	const first = total || fault || hint ? null : "Choose a chip, then press a spot.";
	const below = hint ? el("span", { class: "hint" }, hint) : first && el("span", { class: "hint wide-only" }, first);
	const asked = question(capital(words), below, fault ? "fault" : "");
	const deal = dealButton(desk, { total, ready, others: othersBet(table, you), fault });
	const tools = el("div", { class: "row tools" }, ...chips.buttons(you, total, ready));
	return [chips.rack(), el("div", { class: "mid" }, asked, tools), deal];
}

const sum = (bets) => Object.values(bets).reduce((all, amount) => all + amount, 0);

function settled(desk, you) {
	const { receipt, page } = desk;
	const again = you.rebet && sum(you.rebet) <= you.bankroll ? you.rebet : null;
	const link = { class: "button", href: page.replayOf(receipt.number), "data-key": "replay" };
	const replay = el("a", link, icon("replay"), "Replay");
	const change = button(again ? "Change bets" : "Bet again", {
		"data-key": again ? "rebet" : "change",
		onclick: () => desk.changeBets(again),
	});
	const deal = again ? rebetButton(desk, again) : el("span");
	return [receipt.draw(), el("div", { class: "mid" }, el("div", { class: "row tools" }, replay, change)), deal];
}

function rebetButton(desk, bets) {
	const words = `Rebet & deal ${money(sum(bets))}`;
	const attributes = {
		class: "button action deal",
		"data-key": "rebet-deal",
		title: `${words} (Enter)`,
		onclick: () => desk.rebetAndDeal(bets),
	};
	return button(words, attributes, keyCap("Enter"));
}

// Other players wait for you once they have bet. Alone at the table, there is nothing to sit out.
function othersBet(table, you) {
	const rest = Object.entries(table.seats).filter(([seat]) => Number(seat) !== you.seat);
	return rest.some(([, held]) => !held.bot && Object.keys(held.bets).length);
}

function dealButton(desk, { total, ready, others, fault }) {
	const words = ready ? "Waiting…" : total ? `Deal ${money(total)}` : others ? "Sit this one out" : "Deal";
	const unheard = desk.want != null; // the house has not answered yet whether the chips may stay
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
		onclick: () => desk.deal(),
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
	constructor(desk) {
		this.desk = desk;
		this.past = [];
	}

	round(number) {
		if (this.number === number) return;
		this.number = number;
		this.past = [];
		this.desk.isChanging = false;
	}

	get denominations() {
		const { chip: least, bets } = this.desk.setup;
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
		this.desk.draw();
		this.desk.act.querySelector(`[data-key="chip-${value}"]`)?.focus({ preventScroll: true });
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
		const doubled = () => Object.fromEntries(Object.entries(this.desk.bets).map(([bet, amount]) => [bet, amount * 2]));
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
		const { act } = this.desk;
		if (event.key === "Enter" && nowhere) return act.querySelector("[data-key=deal], [data-key=rebet-deal]");
		return by ? act.querySelector(`[data-key="${by}"]`) : null;
	}

	put(bet, amount) {
		const closed = this.desk.message.you.closed?.[bet.name];
		if (closed && amount > 0) {
			complain(closed);
			return;
		}
		const all = this.desk.setup.bets;
		const root = bet.equals ?? bet.name;
		const together = (other) => other.compulsory && (other.name === root || other.equals === root);
		const partners = bet.compulsory ? all.filter(together) : [bet];
		const next = { ...this.desk.bets };
		for (const partner of partners) {
			const value = Math.min((next[partner.name] ?? 0) + amount, partner.most);
			if (value > 0) next[partner.name] = value;
			else delete next[partner.name];
		}
		if (JSON.stringify(next) === JSON.stringify(this.desk.bets)) {
			complain(amount > 0 ? `${bet.title} takes at most ${money(bet.most)}.` : `${bet.title} has no chips.`);
			return;
		}
		this.wish(next);
	}

	// The bet that is ready when you sit down: your last one at this game, else one chip on what must be bet.
	get first() {
		const { game, bets } = this.desk.setup;
		const open = bets.filter((bet) => !bet.in_play);
		const last = stored(`bets ${game}`);
		const isPossible = ([name, amount]) => open.some((bet) => bet.name === name && amount <= bet.most);
		if (last && Object.entries(last).every(isPossible)) return last;
		const needed = open.filter((bet) => bet.compulsory);
		return Object.fromEntries((needed.length ? needed : open.slice(0, 1)).map((bet) => [bet.name, this.chip]));
	}

	remember() {
		store(`bets ${this.desk.setup.game}`, this.desk.bets);
	}

	// Ignore the answer to an earlier request: the player has changed the chips since.
	isAnswered({ id, table }) {
		const open = this.newest && table.state === "betting" && !(id >= this.newest);
		if (!open) this.newest = null;
		return !open;
	}

	// The chips are shown immediately; a refusal takes them back. Returns whether the house took them.
	async wish(next, remember = true) {
		const { desk } = this;
		const before = desk.bets;
		if (remember) this.past.push(before);
		desk.want = next;
		this.newest = desk.page.line.next;
		desk.page.placed(next);
		desk.draw();
		try {
			await desk.page.line.say({ type: "bet", bets: next });
			return true;
		} catch (fault) {
			this.past = this.past.filter((kept) => kept !== before);
			if (desk.want === next) desk.want = this.newest = null;
			desk.page.placed(before);
			complain(fault.message);
			desk.draw();
			return false;
		}
	}

	undo() {
		if (this.past.length) this.wish(this.past.pop(), false);
	}
}
