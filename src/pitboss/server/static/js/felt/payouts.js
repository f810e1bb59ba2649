// What stays on the felt after a bet is decided, seen from the dealer's side: chips that won with their payout beside
// them, chips that push where they lay. They are the players' now, and wait for the next round.
import { money, PUSH, pill, signedMoney } from "../words.js";
import { stack } from "./chips.js";

const BESIDE = 38;

export class Payouts {
  constructor(bets) {
    this.bets = bets;
    this.felt = bets.felt;
    this.paid = new Map(); // "seat|bet|hand" → { seat, amount, node, at }
  }

  // Whether these chips stay: all that did not lose, where the felt keeps them.
  keeps({ stake, back }) {
    return Boolean(this.felt.keeps) && back > 0 && back >= stake;
  }

  async leave({ seat, bet, stake, back, pays = "", hand = 1 }, at) {
    const key = `${seat}|${bet}|${hand}`;
    const area = this.felt.spotArea(seat);
    const lying = this.bets.stakes.get(key);
    if (lying) lying.stays = true;
    if (back > stake) await this.pay(key, seat, area, back - stake, lying?.at ?? at);
    else if (pays === PUSH && !this.felt.quick) this.bets.float(area, pill("push", "result"), at);
  }

  async pay(key, seat, area, won, at) {
    const before = this.paid.get(key);
    before?.node?.remove();
    const one = { seat, amount: (before?.amount ?? 0) + won, node: null };
    this.paid.set(key, one);
    if (area.small) {
      this.bets.sum(seat);
      return;
    }
    const scale = at.scale ?? 1;
    one.node = stack(one.amount);
    const tag = pill(signedMoney(one.amount), "amount won");
    tag.setAttribute("transform", "translate(0 14) scale(.86)");
    one.node.append(tag);
    one.node.setAttribute("role", "img");
    one.node.setAttribute("aria-label", `${money(one.amount)} paid, ${this.felt.owner(seat)}`);
    area.layer.chips.append(one.node);
    const to = { x: at.x + BESIDE * scale * this.felt.down, y: at.y + 4, scale };
    await this.felt.move(one.node, to, this.felt.spot("tray", area), 460);
  }

  of(seat) {
    return [...this.paid.values()].reduce((sum, one) => sum + (one.seat === seat ? one.amount : 0), 0);
  }

  clear() {
    for (const { node } of this.paid.values()) node?.remove();
    this.paid.clear();
  }
}
