// With hints, if cards are out before you bet: what the chips on each spot are worth on this board, in dollars.
import { announce, capital, dollars, money } from "../words.js";

export class Worths {
	constructor(bar) {
		this.bar = bar;
	}

	// The worth of a unit on each spot; null if there is no board or nothing is known yet.
	get known() {
		const { table } = this.bar.message;
		return this.bar.hints && table.board && this.found?.board === `${table.number} ${table.board}`
			? this.found.by
			: null;
	}

	async ask() {
		const { hints, page, message } = this.bar;
		const { number, board } = message.table;
		const key = `${number} ${board}`;
		if (!hints || !board || this.asked === key) return;
		this.asked = key;
		let by = null;
		try {
			by = (await page.line.say({ type: "hint" })).worth.spots;
		} catch {
			// the game can be played without a hint
		}
		this.found = { board: key, by };
		if (!by || this.bar.isBusy || this.bar.message.table.number !== number) return;
		this.bar.draw();
		announce(this.words);
	}

	// The cents that the chips on a spot, or one chip if it is empty, win on average.
	cents(bet) {
		return (this.known?.[bet] ?? 0) * (this.bar.bets[bet] || this.bar.chips.chip);
	}

	get all() {
		return this.known && Object.fromEntries(Object.keys(this.known).map((bet) => [bet, this.cents(bet)]));
	}

	get best() {
		return Object.entries(this.known ?? {}).reduce((best, one) => (best && best[1] >= one[1] ? best : one), null)?.[0];
	}

	// The hint in a sentence: of the chips on the table, else where a chip is worth most.
	get words() {
		const { hints, message, bets, chips } = this.bar;
		if (!hints || !message.table.board) return null;
		if (!this.known) return this.found?.by === null ? null : "Working out what each spot is worth…";
		const placed = Object.keys(bets).filter((bet) => this.known[bet] != null);
		const sum = placed.reduce((all, bet) => all + this.cents(bet), 0);
		if (placed.length) return `On this board your chips are worth ${dollars(sum)} on average`;
		const [title, most] = [capital(this.bar.title(this.best)), dollars(this.cents(this.best))];
		return `On this board ${title} is worth most: ${most} on average for ${money(chips.chip)}`;
	}
}
