// The dealer's hands: which event moves which card, chip or token. What a rule means is the server's to say.

export class Dealer {
  constructor(felt) {
    this.felt = felt;
    this.seals = new Map();   // what was promised before each round
    this.seen = new Map();    // the cards shown in each round
    this.counted = new Map(); // what lies on each spot
    this.held = new Set();
  }

  clear() {
    this.over = this.fresh = false;
    this.doubling = null;
    this.counted.clear();
    this.felt.piles.clear(); this.felt.bets.clear();
    this.felt.piles.fade(false);
  }

  // What the dealer picks up last stays a moment longer than at a casino, so that the outcome can be read.
  begin(events) {
    const ends = events.some((event) => event.event === "round-ended");
    const taken = new Set(events.filter((event) => event.event === "moved").map((event) => `${event.seat}|${event.to}`));
    this.held = new Set(events.filter((event) => ends && event.event === "discarded" && !taken.has(`${event.seat}|${event.at}`)));
  }

  // The last round lies there until you bet again or the next one is dealt.
  sweep() {
    if (!this.over) return;
    this.over = this.fresh = false;
    this.felt.piles.fade(false);
    this.felt.piles.clear((pile) => this.board && pile.seat == null && pile.at.startsWith("card-"));
  }

  async act(event) {
    const { piles, bets } = this.felt;
    switch (event.gesture ?? event.event) {
      case "shuffled": if (this.felt.quick) piles.clear(); else this.fresh = true; break;
      case "bets-opened": this.open(event); break;
      case "bet-placed": this.placed(event); break;
      case "bets-closed": this.sweep(); this.doubling = null; this.counted.clear(); break;
      case "wagered": bets.put(event.seat, event.bet, this.count(event, event.amount), event.hand); break;
      case "answered": this.doubling = /double/.test(event.answer) ? event.seat : null; break;
      case "dealt": await this.deal(event); break;
      case "turned": this.see(event); await piles.turnUp(event); break;
      case "moved": await piles.shift(event); break;
      case "moved-over": this.moveOver(event); break;
      case "discarded": if (!this.held.has(event)) await piles.discard(event.seat ?? null, event.at); break;
      case "motioned": await this.motion(event.motion); break;
      case "token-placed": await bets.placeToken(event); break;
      case "tokens-picked-up": await bets.pickUpTokens(event); break;
      case "tokens-locked-up": await bets.lockUpTokens(event); break;
      case "tucked": await piles.tuck(event.seat, `hand-${event.hand}`, "push-22"); break;
      case "laid-sideways": await piles.sideways(event.seat, `hand-${event.hand}`); break;
      case "hand-read": piles.read(event.seat ?? null, event.hand); break;
      case "settled": this.count(event, -event.stake); await bets.settle(event); break;
      case "voided": await bets.lockUp([...bets.tokens]); break;
      case "returned": bets.clear(event.seat); break;
      // What a motion of any game may ask for by its `gesture`; its words are told whatever it asks for.
      case "lay-sideways": await piles.sideways(event.seat ?? null, event.at); break;
      case "set-upright": await piles.upright(event.seat ?? null, event.at); break;
      case "tuck": await piles.tuck(event.seat ?? null, event.at, event.under); break;
      case "call": piles.read(event.seat ?? null, event.call); break;
      case "pick-up": await piles.discard(event.seat ?? null, event.at); break;
    }
  }

  open({ number, commitment }) {
    this.seals.set(number, commitment);
    this.number = number;
    this.seen.set(number, []);
    this.over = true;
    this.felt.bets.clear();
    if (this.felt.quick) this.sweep(); else this.felt.piles.fade(!this.board);
  }

  placed({ seat, bets: wanted }) {
    if (seat === this.own) this.sweep();
    this.felt.bets.clear(seat, wanted);
    for (const [bet, amount] of Object.entries(wanted)) this.felt.bets.put(seat, bet, amount);
  }

  see({ card }) { this.seen.get(this.number)?.push(card); }

  // The card that a double takes is laid across the hand.
  async deal(event) {
    this.see(event);
    if (this.over && this.fresh) { this.sweep(); this.felt.piles.clear(); }
    const doubles = event.seat != null && event.seat === this.doubling;
    if (doubles) this.doubling = null;
    await this.felt.piles.deal(event, doubles);
  }

  // A hand makes room for one that a split puts beside it: cards, chips and tokens go by its new number.
  moveOver({ seat, at, to, hand }) {
    this.felt.piles.rename(seat, at, to);
    this.felt.bets.renumber(seat, hand, at.replace(/-\d+$/, ""));
    for (const [key, amount] of [...this.counted]) {
      const [whose, bet, number] = key.split("|");
      if (Number(whose) !== seat || Number(number) !== hand || !this.felt.bets.rides(seat, bet, at.replace(/-\d+$/, ""))) continue;
      this.counted.delete(key);
      this.counted.set(`${whose}|${bet}|${hand + 1}`, amount);
    }
  }

  // The ace lies sideways until the dealer has looked.
  async motion(motion) {
    if (motion === "turn-ace-sideways") await this.felt.piles.sideways(null, "up-card");
    else if (motion === "turn-ace-back") await this.felt.piles.upright(null, "up-card");
  }

  // What lies on a spot by the dealer's own count: chips bet before the deal are told again when bets close.
  count({ seat, bet, hand = 1 }, more) {
    const key = `${seat}|${bet}|${hand}`;
    const total = Math.max((this.counted.get(key) ?? 0) + more, 0);
    this.counted.set(key, total);
    return total;
  }
}
