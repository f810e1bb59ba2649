// The coach: a first round, step by step, in a strip between the felt and the bar.
import { component } from "../felt/board/morph.js";
import { icon } from "../felt/board/pieces.js";
import { keep, setting } from "../settings.js";
import { button, el } from "../words.js";

const STEPS = {
	watching: "Take a free seat. The round begins when you bet.",
	betting: (page, table, you) => {
		const chips = Object.keys(table.seats[you.seat]?.bets ?? {}).length;
		if (you.fault) return `Not yet: ${you.fault}.`;
		if (chips) return "Your bets are down. Press Deal, or Undo to take a chip back.";
		const first = firstBet(page);
		const printed = page.setup.felt.spots.find((spot) => spot.bet === first.name)?.label ?? first.title;
		return `Choose a chip, then press ${printed}. It wins if ${first.meaning}.`;
	},
	asking: ({ bar }) =>
		bar.hints
			? "Your turn: choose an option. The best one has a green frame."
			: "Your turn: choose an option. Hints show what each one costs.",
	busy: "The dealer is dealing. Press Skip, or tap the felt, to go faster.",
	waiting: "The dealer asks the other players. Then it is your turn.",
};
const OVER = "Round over. Press your results to see why, or Replay to go through it.";

const firstBet = (page) => page.setup.bets.find((bet) => !bet.in_play);

const walked = () => setting("walked", "").split(" ");

export function walkThrough(page, again) {
	const { game } = page.setup;
	const known = walked();
	if (!again && (known.includes("all") || known.includes(game))) return;
	page.guide?.end();
	page.guide = new Walk(page, game);
}

export const coach = component("pb-coach", (words, skip) => [
	{ class: "coach walk", role: "note", "aria-label": "Coach" },
	icon("bulb"),
	el("p", {}, words),
	button("Skip the tour", { class: "button plain small", "data-key": "leave-walk", onclick: skip }),
]);

class Walk {
	constructor(page, game) {
		this.page = page;
		this.game = game;
		this.box = coach("", () => this.end());
		page.stage.after(this.box);
		this.step();
	}

	step() {
		const { bar, message } = this.page;
		const mode = bar.act.dataset.mode;
		const over = mode === "betting" && bar.act.querySelector(".receipt");
		const said = STEPS[mode];
		const words = over ? OVER : typeof said === "function" ? said(this.page, message.table, message.you) : said;
		if (words) this.box.show(words);
		this.point(mode === "betting" && !over && !Object.keys(bar.bets).length);
		if (over) this.seen();
	}

	point(on) {
		const bet = on ? firstBet(this.page).name : null;
		if (bet === this.pointedBet) return;
		this.pointedBet = bet;
		this.page.drawBoard();
	}

	seen() {
		if (!walked().includes(this.game)) keep("walked", [...walked(), this.game].join(" ").trim());
	}

	end() {
		this.seen();
		this.point(false);
		this.box.remove();
		if (this.page.guide === this) this.page.guide = null;
	}
}
