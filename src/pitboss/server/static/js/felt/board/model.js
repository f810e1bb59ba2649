// The table as data, event by event: cards in piles, chips, tokens, results. No drawing, so that a replay can use it.

export class TableModel {
	// `plan` says which bets ride on a hand and which card decides a round.
	constructor(plan = null) {
		if (plan) this.follow(plan);
		this.units = new Map(); // "seat|bet" → cents of the first wager of a round: what a free bet is worth
		this.nextCard = 1;
		this.front = null; // the seat whose bets are swept when it bets again
		this.picksUp = false; // whether cards leave the table when the dealer picks them up
		this.board = false; // whether cards stay on the dealer's side from round to round
		this.history = []; // cards that decided a round, newest first
		this.clear();
	}

	clear() {
		this.piles = []; // { seat, at, cards: [{ id, text }], makes, lies, gone }
		this.stakes = new Map(); // "seat|bet|hand" → cents on the table
		this.counted = new Map(); // "seat|bet|hand" → cents the dealer has counted since bets closed
		this.tokens = []; // { id, seat, hand, bet, free, at }
		this.results = new Map(); // "seat|bet|hand" → { seat, bet, hand, net, isPush, pays, line }
		this.ended = []; // free bets that ended without money: { seat, bet, hand, result }
		this.reads = new Map(); // seat, or "dealer" → { words, cards }
		this.folded = new Set();
		this.nets = null; // seat → cents, when the round is over
		this.isOver = false; // the last round is still on the table
		this.later = []; // what the dealer clears away for the next round
		this.isSettling = false;
		this.dealerTotal = null;
	}

	follow({ spots, dealer }) {
		this.ridden = new Map(spots.map((spot) => [spot.bet, spot.rides]));
		this.deciding = dealer.find((place) => place.large)?.at;
	}

	// Clear the last round: it stayed so that its outcome could be read.
	sweep() {
		if (!this.isOver) return;
		for (const event of this.later) this.shift(event);
		const kept = this.board ? this.piles.filter((pile) => pile.seat == null && pile.at.startsWith("card-")) : [];
		const { stakes, counted } = this;
		this.clear();
		Object.assign(this, { piles: kept.map((pile) => ({ ...pile, gone: false })), stakes, counted });
	}

	act(event) {
		ACTS[event.gesture ?? event.event]?.(this, event);
	}

	find(seat, at) {
		return this.piles.find((pile) => pile.seat === (seat ?? null) && pile.at === at && !pile.isLeaving);
	}

	pile(seat, at, beside = null) {
		const found = this.find(seat, at);
		if (found) return found;
		const made = { seat: seat ?? null, at, cards: [], makes: null, lies: "open", gone: false };
		this.piles.splice(beside ? this.piles.indexOf(beside) + 1 : this.piles.length, 0, made);
		return made;
	}

	setMakes(pile, words) {
		if (pile.seat != null || words !== undefined) pile.makes = words ?? null;
		if (pile.seat == null && words !== undefined) this.dealerTotal = words;
	}

	deal({ card, seat, at, makes }) {
		const pile = this.pile(seat, at);
		if (pile.gone) Object.assign(pile, { cards: [], gone: false });
		pile.cards.push({ id: `card-${this.nextCard++}`, text: card });
		this.setMakes(pile, makes);
	}

	turn({ card, seat, at, makes }) {
		const pile = this.pile(seat, at);
		const down = pile.cards.find((one) => one.text === "??") ?? pile.cards.find((one) => one.text === card);
		if (!down) return this.deal({ card, seat, at, makes });
		down.text = card;
		this.setMakes(pile, makes);
	}

	shift(event) {
		const { card, seat, at, to, makes } = event;
		const pile = this.find(seat, at);
		if (event.event === "discarded") {
			if (pile) this.piles = this.piles.filter((one) => one !== pile);
			return;
		}
		const from = Math.max(pile?.cards.findLastIndex((one) => one.text === card) ?? 0, 0);
		const moved = pile?.cards[from];
		if (!moved) return this.deal({ card, seat, at: to, makes });
		const target = this.pile(seat, to, pile.seat == null ? null : pile);
		pile.cards.splice(from, 1);
		if (!pile.cards.length) this.piles = this.piles.filter((one) => one !== pile);
		else this.setMakes(pile, null);
		target.cards.push({ ...moved, text: card });
		this.setMakes(target, makes);
	}

	// Whether the dealer's cards wait for the next round before they move, so that the outcome can be read.
	stays({ seat }) {
		return this.isSettling && seat == null && !this.picksUp;
	}

	// Cards that are picked up stay in sight, greyed, until the next round; a hand keeps its column and its result.
	discard({ seat, at, cards }) {
		const own = this.piles.filter((pile) => pile.seat === (seat ?? null));
		const named = own.filter((pile) => pile.at === at);
		const whole = own.reduce((sum, pile) => sum + pile.cards.length, 0) === cards;
		const taken = named.length ? named : whole ? own : [];
		if (this.picksUp) this.piles = this.piles.filter((pile) => !taken.includes(pile));
		for (const pile of taken) pile.gone = true;
	}

	// Renumber a hand and everything on it to make room for a split hand next to it.
	moveOver({ seat, at, to, hand }) {
		const pile = this.find(seat, at);
		if (pile) pile.at = to;
		const sort = at.replace(/-\d+$/, "");
		const rides = (bet) => this.rides(bet) === sort;
		for (const map of [this.stakes, this.counted, this.results]) {
			for (const [key, value] of [...map]) {
				const [whose, bet, number] = key.split("|");
				if (Number(whose) !== seat || Number(number) !== hand || !rides(bet)) continue;
				map.delete(key);
				map.set(`${seat}|${bet}|${hand + 1}`, typeof value === "object" ? { ...value, hand: hand + 1 } : value);
			}
		}
		for (const one of this.tokens) if (one.seat === seat && one.hand === hand && !one.at) one.hand = hand + 1;
	}

	rides(bet) {
		return this.ridden?.get(bet) ?? "";
	}

	place({ seat, bets }) {
		if (seat === this.front) this.sweep();
		for (const key of [...this.stakes.keys()]) if (key.startsWith(`${seat}|`)) this.stakes.delete(key);
		for (const [bet, amount] of Object.entries(bets)) if (amount > 0) this.stakes.set(`${seat}|${bet}|1`, amount);
	}

	count({ seat, bet, hand }, more) {
		const key = `${seat}|${bet}|${hand ?? 1}`;
		const total = Math.max((this.counted.get(key) ?? 0) + more, 0);
		this.counted.set(key, total);
		if (total) this.stakes.set(key, total);
		else this.stakes.delete(key);
	}

	wager(event) {
		const unit = `${event.seat}|${event.bet}`;
		if (!this.units.has(unit)) this.units.set(unit, event.amount);
		if (this.counted.get(`${event.seat}|${event.bet}|${event.hand ?? 1}`) > 0) this.press(event);
		this.count(event, event.amount);
	}

	press({ seat, bet, hand }) {
		const sort = this.rides(bet);
		if (!sort) return;
		const pile = this.find(seat, `${sort}-${hand ?? 1}`) ?? this.find(seat, sort);
		if (pile?.cards.length > 1) pile.doubled = true;
	}

	settle(event) {
		const { seat, bet, stake, back, pays = "", hand, line = "" } = event;
		this.isSettling = true;
		this.count(event, -stake);
		const key = `${seat}|${bet}|${hand ?? 1}`;
		const before = this.results.get(key);
		this.results.set(key, {
			seat,
			bet,
			hand: hand ?? 1,
			stake: (before?.stake ?? 0) + stake,
			net: (before?.net ?? 0) + back - stake,
			isPush: pays === "push" && (before?.isPush ?? true),
			line,
		});
	}

	pickUpTokens({ seat, hand, to }) {
		const own = this.tokens.filter((one) => one.seat === seat && one.hand === hand && !one.at);
		if (to === "tray") this.tokens = this.tokens.filter((one) => !own.includes(one));
		else for (const one of own) one.at = to;
	}

	note({ seat, at, card }) {
		if (seat == null && at === this.deciding && card !== "??") this.history = [card, ...this.history].slice(0, 20);
	}

	// The dealer's one open card, as players name it; null if there are none or several.
	get upCard() {
		const cards = this.piles.filter((pile) => pile.seat == null).flatMap((pile) => pile.cards);
		const up = cards.filter((one) => one.text !== "??");
		if (up.length !== 1 || cards.length !== 2) return null;
		const [rank] = up[0].text;
		return rank === "A" ? "an ace" : "TJQK".includes(rank) ? "10" : rank;
	}

	staked(seat) {
		return [...this.stakes].reduce((sum, [key, amount]) => sum + (key.startsWith(`${seat}|`) ? amount : 0), 0);
	}

	stake(seat, bet, hand = 1) {
		return this.stakes.get(`${seat}|${bet}|${hand}`) ?? 0;
	}

	// All that a bet has on the table, and all it won or lost, over every hand of the seat.
	ofBet(seat, bet) {
		const mine = (key) => key.startsWith(`${seat}|${bet}|`);
		const stake = [...this.stakes].reduce((sum, [key, amount]) => sum + (mine(key) ? amount : 0), 0);
		const results = [...this.results].filter(([key]) => mine(key)).map(([, result]) => result);
		const net = results.reduce((sum, one) => sum + one.net, 0);
		const kept = results.reduce((sum, one) => sum + (one.net >= 0 ? one.stake : 0), 0);
		return { stake, kept, isSettled: results.length > 0, net, isPush: results.every((one) => one.isPush) };
	}
}

const lay = (lies) => (model, event) => {
	const pile = model.find(event.seat, event.at ?? `hand-${event.hand}`);
	if (pile) pile.lies = lies;
};

const ACTS = {
	shuffled: (model) => {
		model.isFresh = true;
	},
	"bets-opened": (model) => {
		model.isOver = true;
		model.stakes.clear();
		model.counted.clear();
		model.units.clear();
	},
	"bet-placed": (model, event) => model.place(event),
	"bets-closed": (model) => {
		model.sweep();
		model.counted.clear();
	},
	wagered: (model, event) => {
		if (model.isOver) model.sweep();
		model.wager(event);
	},
	dealt: (model, event) => {
		if (model.isOver) model.sweep();
		if (model.isFresh) model.piles = [];
		model.isFresh = false;
		model.deal(event);
		model.note(event);
	},
	turned: (model, event) => {
		model.turn(event);
		model.note(event);
	},
	moved: (model, event) => {
		if (model.stays(event)) model.later.push(event);
		else model.shift(event);
	},
	"moved-over": (model, event) => model.moveOver(event),
	discarded: (model, event) => {
		if (model.stays(event)) model.later.push(event);
		model.discard(event);
	},
	"token-placed": (model, event) => {
		const { seat, hand, bet, free } = event;
		if (free === "double") model.press(event);
		model.tokens.push({ id: `token-${model.nextCard++}`, seat, hand, bet, free, at: null });
	},
	"tokens-picked-up": (model, event) => model.pickUpTokens(event),
	"tokens-locked-up": (model, { seat }) => {
		model.tokens = model.tokens.filter((one) => one.seat !== seat || !one.at);
	},
	"free-bet-ended": (model, { seat, bet, hand, result }) => model.ended.push({ seat, bet, hand, result }),
	tucked: lay("tucked"),
	"laid-sideways": lay("sideways"),
	"hand-read": (model, { seat, hand, cards }) => model.reads.set(seat ?? "dealer", { words: hand, cards: cards ?? [] }),
	folded: (model, { seat }) => model.folded.add(seat),
	settled: (model, event) => model.settle(event),
	"lay-sideways": lay("sideways"),
	"set-upright": lay("open"),
	tuck: lay("tucked"),
	call: (model, { seat, call }) => model.reads.set(seat ?? "dealer", { words: call, cards: [] }),
	"pick-up": (model, event) => model.discard(event),
	voided: (model) => {
		model.tokens = [];
	},
	returned: (model, { seat, bet }) => {
		for (const key of [...model.stakes.keys()]) if (key.startsWith(`${seat}|${bet}|`)) model.stakes.delete(key);
	},
	"round-ended": (model, { net }) => {
		model.nets = net;
	},
};
