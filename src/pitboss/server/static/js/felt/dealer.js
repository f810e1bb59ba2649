// The dealer's hands: which event moves which card, chip or token. What a rule means is the server's to say.

export class Dealer {
  constructor(felt) {
    this.felt = felt;
    this.seals = new Map(); // what was promised before each round
    this.seen = new Map(); // the cards shown in each round
    this.counted = new Map(); // what lies on each spot
    this.held = new Set();
  }

  clear() {
    this.later = [];
    this.over = this.fresh = false;
    this.counted.clear();
    this.felt.piles.clear();
    this.felt.bets.clear();
    this.felt.bets.clearResults();
    this.felt.piles.fade(false);
    this.felt.rack.clear();
  }

  // What the dealer clears away last stays longer than at a casino, so that the outcome can be read: cards that are
  // picked up until the next deal, a board that moves over until the next bet.
  begin(events) {
    const ends = events.some((event) => event.event === "round-ended");
    const settled = events.findLastIndex((event) => event.event === "settled");
    const after = (event) => ends && event.seat == null && events.indexOf(event) > settled;
    const moved = events.filter((event) => event.event === "moved" && after(event));
    const taken = new Set(moved.map((event) => event.to));
    const later = (event) =>
      moved.includes(event) || (event.event === "discarded" && after(event) && taken.has(event.at));
    this.later = [...(this.later ?? []), ...events.filter(later)];
    this.held = new Set(events.filter((event) => ends && (event.event === "discarded" || this.later.includes(event))));
  }

  // The board moves over for the next round.
  moveBoard() {
    const events = this.later ?? [];
    this.later = [];
    for (const event of events) {
      if (event.event === "moved") this.felt.piles.shift(event);
      else this.felt.piles.discard(null, event.at, event.cards);
    }
  }

  // The last round lies there until you bet again or the next one is dealt.
  sweep() {
    this.moveBoard();
    if (!this.over) return;
    this.over = this.fresh = false;
    this.felt.piles.fade(false);
    this.felt.bets.clearResults();
    this.felt.piles.clear((pile) => this.board && pile.seat == null && pile.at.startsWith("card-"));
  }

  async act(event) {
    await ACTS[event.gesture ?? event.event]?.(this, event, this.felt);
  }

  open({ number, commitment, house, next }) {
    this.seals.set(number, { commitment, house, next });
    this.number = number;
    this.seen.set(number, []);
    this.over = true;
    this.felt.bets.clear();
    if (this.catchesUp) this.sweep();
    else this.felt.piles.fade(!this.board);
  }

  placed({ seat, bets: wanted }) {
    if (seat === this.felt.front) this.sweep();
    this.felt.bets.clear(seat, wanted);
    for (const [bet, amount] of Object.entries(wanted)) this.felt.bets.put(seat, bet, amount);
  }

  see({ card }) {
    this.seen.get(this.number)?.push(card);
  }

  async deal(event) {
    this.see(event);
    if (this.over && this.fresh) {
      this.sweep();
      this.felt.piles.clear();
    }
    await this.felt.piles.deal(event);
  }

  wager(event) {
    const { seat, bet, amount, hand } = event;
    const lies = this.counted.get(`${seat}|${bet}|${hand ?? 1}`) > 0;
    if (lies) this.felt.bets.press(seat, bet, hand);
    this.felt.bets.put(seat, bet, this.count(event, amount), hand);
  }

  async placeToken(event) {
    this.felt.bets.press(event.seat, event.bet, event.hand);
    await this.felt.bets.placeToken(event);
  }

  // What lies on a spot by the dealer's own count: chips bet before the deal are told again when bets close.
  count({ seat, bet, hand }, more) {
    const key = `${seat}|${bet}|${hand ?? 1}`;
    const total = Math.max((this.counted.get(key) ?? 0) + more, 0);
    this.counted.set(key, total);
    return total;
  }

  // A hand makes room for one that a split puts beside it: cards, chips and tokens go by its new number.
  moveOver({ seat, at, to, hand }) {
    const sort = at.replace(/-\d+$/, "");
    this.felt.piles.rename(seat, at, to);
    this.felt.bets.renumber(seat, hand, sort);
    for (const [key, amount] of [...this.counted]) {
      const [whose, bet, number] = key.split("|");
      if (Number(whose) !== seat || Number(number) !== hand || !this.felt.bets.rides(bet, sort)) continue;
      this.counted.delete(key);
      this.counted.set(`${whose}|${bet}|${hand + 1}`, amount);
    }
  }

  // Whose five cards are lifted: the dealer's, until your own hand is read.
  reads({ seat, hand, cards }) {
    const own = (seat ?? null) === (this.felt.front ?? null);
    this.felt.piles.read(seat ?? null, hand, cards, own || seat == null);
  }
}

// The ace lies sideways until the dealer has looked.
const MOTIONS = {
  "turn-ace-sideways": (felt) => felt.piles.lay(null, "up-card", "sideways"),
  "turn-ace-back": (felt) => felt.piles.lay(null, "up-card", "open"),
};

const ACTS = {
  shuffled: (dealer, _event, felt) => {
    felt.rack.clear();
    if (dealer.catchesUp) felt.piles.clear();
    else dealer.fresh = true;
  },
  "bets-opened": (dealer, event) => dealer.open(event),
  "bet-placed": (dealer, event) => dealer.placed(event),
  "bets-closed": (dealer) => {
    dealer.sweep();
    dealer.counted.clear();
  },
  wagered: (dealer, event) => dealer.wager(event),
  dealt: (dealer, event) => dealer.deal(event),
  turned: (dealer, event, felt) => {
    dealer.see(event);
    return felt.piles.turnUp(event);
  },
  moved: (dealer, event, felt) => (dealer.held.has(event) ? null : felt.piles.shift(event)),
  "moved-over": (dealer, event) => dealer.moveOver(event),
  discarded: (dealer, event, felt) =>
    dealer.held.has(event) ? null : felt.piles.discard(event.seat ?? null, event.at, event.cards),
  motioned: (_dealer, event, felt) => MOTIONS[event.motion]?.(felt),
  "token-placed": (dealer, event) => dealer.placeToken(event),
  "tokens-picked-up": (_dealer, event, felt) => felt.bets.pickUpTokens(event),
  "tokens-locked-up": (_dealer, event, felt) => felt.bets.lockUpTokens(event),
  tucked: (_dealer, event, felt) => felt.piles.tuck(event.seat, `hand-${event.hand}`, event.bet),
  "laid-sideways": (_dealer, event, felt) => felt.piles.lay(event.seat, `hand-${event.hand}`, "sideways"),
  "hand-read": (dealer, event) => dealer.reads(event),
  settled: (dealer, event, felt) => {
    dealer.count(event, -event.stake);
    return felt.bets.settle(event);
  },
  // What a motion of any game may ask for by its `gesture`; its words are told whatever it asks for.
  "lay-sideways": (_dealer, event, felt) => felt.piles.lay(event.seat ?? null, event.at, "sideways"),
  "set-upright": (_dealer, event, felt) => felt.piles.lay(event.seat ?? null, event.at, "open"),
  tuck: (_dealer, event, felt) => felt.piles.tuck(event.seat ?? null, event.at, event.under),
  call: (_dealer, event, felt) => felt.piles.read(event.seat ?? null, event.call, [], false),
  "pick-up": (_dealer, event, felt) => felt.piles.discard(event.seat ?? null, event.at, event.cards),
  voided: (_dealer, _event, felt) => felt.bets.lockUp([...felt.bets.tokens]),
  returned: (_dealer, event, felt) => felt.bets.clear(event.seat),
};
