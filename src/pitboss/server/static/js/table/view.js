// What the felt shows now, from the page's state: plain data for the board.
import { isLocked } from "../action_bar/asking.js";

// A felt on which nothing can be pressed: a replay, a lesson, a sample.
export const stillView = (view) => ({
	marked: [],
	choices: {},
	bets: {},
	isOffered: () => false,
	title: (bet) => bet,
	...view,
});

export function viewOf(page) {
	const { model, setup, message, bar } = page;
	const { table, you } = message;
	const { front } = page;
	const asked = bar.isBusy ? null : you.asked;
	const offered = new Set((asked?.options ?? []).map((option) => option.name));
	return {
		model,
		setup,
		plan: setup.felt,
		shoe: setup.pack,
		table,
		you,
		front,
		isMine: front === you.seat,
		name: table.seats[front]?.nick ?? `seat ${front}`,
		owner: front === you.seat ? "yours" : `seat ${front}'s`,
		isBusy: bar.isBusy,
		isOver: model.isOver && !model.stakes.size,
		open: bar.isOpen,
		bets: bar.isOpen ? bar.bets : {},
		closed: you.closed,
		marked: bar.marked,
		choices: bar.chosen || isLocked(bar) ? {} : choicesOf(asked),
		worths: bar.isOpen && !model.isOver ? bar.worths.all : null,
		bestSpot: bar.worths.best,
		pointed: page.guide?.pointedBet,
		five: page.five,
		title: (bet) => bar.title(bet),
		isOffered: (bet) => offered.has(bet),
	};
}

// Cards in front of you that are options themselves: place → option.
function choicesOf(asked) {
	const at = asked?.context.at;
	return at ? Object.fromEntries(Object.entries(at).map(([option, place]) => [place, option])) : {};
}
