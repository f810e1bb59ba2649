// Chips and Free Bet tokens on their spots: put down, moved beside their hand, paid and taken.
import { stack, token } from "./cards.js";
import { money, pill, still, svg } from "./words.js";

const FLOATS = 1700;

export class Bets {
  constructor(felt) {
    this.felt = felt;
    this.stakes = new Map();   // "seat|bet|hand" → { seat, bet, hand, amount, node }
    this.tokens = [];          // { seat, hand, node, at }
    this.sums = new Map();     // of small seats, which show one sum
  }

  // Where a bet lies; one that rides on a hand lies before it once there are several.
  spot(seat, bet, hand = 1) {
    const area = this.felt.spotArea(seat);
    if (area.small) return { x: 0, y: 30, small: true };
    const node = area.group.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    if (!node) return { x: 0, y: 60 };
    const at = { x: Number(node.dataset.x), y: Number(node.dataset.y), node };
    if (this.felt.areas.has("field")) {
      const scale = this.felt.shape === "narrow" ? 1.6 : 1, turned = seat * 1.05;
      if (seat === this.felt.front) return { ...at, scale };
      return { ...at, x: at.x + Math.cos(turned) * 24 * scale, y: at.y + Math.sin(turned) * 16 * scale, scale: .62 * scale };
    }
    const pile = node.dataset.rides && this.handOf(seat, node.dataset.rides, hand);
    if (!pile) return at;
    const slot = this.felt.piles.slot(pile);
    if (pile.lies === "sideways") return { x: slot.x, y: slot.y, node, scale: Math.max(slot.size, .7) };
    return slot.alone ? at : { ...at, x: slot.x, y: at.y - 24, scale: Math.min(.9, Math.max(slot.width / 70, .6)), beside: true };
  }

  handOf(seat, rides, hand) {
    const { piles } = this.felt;
    return piles.find(seat, `${rides}-${hand}`) ?? (hand === 1 ? piles.find(seat, rides) : null);
  }

  put(seat, bet, amount, hand = 1, animate = true) {
    const key = `${seat}|${bet}|${hand}`, old = this.stakes.get(key);
    if ((old?.amount ?? 0) === amount) return;
    old?.node?.remove();
    this.stakes.delete(key);
    const area = this.felt.spotArea(seat);
    if (!area) return;
    if (amount > 0) this.stakes.set(key, { seat, bet, hand, amount, node: area.small ? null : this.lay(area, seat, bet, hand, amount, animate && amount > (old?.amount ?? 0)) });
    if (area.small) this.sum(seat); else this.label(seat, bet);
  }

  lay(area, seat, bet, hand, amount, animate) {
    const node = stack(amount), tag = pill(money(amount), "amount");
    tag.setAttribute("transform", "translate(0 30)");
    node.append(tag);
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", `seat ${seat}: ${money(amount)} on ${bet}${hand > 1 ? `, hand ${hand}` : ""}`);
    area.layer.chips.append(node);
    this.felt.move(node, this.spot(seat, bet, hand), animate ? this.felt.home(seat, area) : null, 220);
    return node;
  }

  // The print under chips only makes them harder to read.
  label(seat, bet) {
    const { node } = this.spot(seat, bet);
    const covered = [...this.stakes.values()].some((one) => one.seat === seat && one.bet === bet && !this.spot(seat, bet, one.hand).beside);
    if (node && (!this.felt.areas.has("field") || seat === this.felt.front)) node.classList.toggle("covered", covered);
  }

  sum(seat) {
    const area = this.felt.area(seat);
    this.sums.get(seat)?.remove();
    const total = [...this.stakes.values()].reduce((all, one) => all + (one.seat === seat ? one.amount : 0), 0);
    if (!total) return;
    const tag = pill(money(total), "amount");
    tag.setAttribute("transform", "translate(0 29) scale(.95)");
    tag.setAttribute("role", "img");
    tag.setAttribute("aria-label", `seat ${seat}: ${money(total)} in all`);
    area.layer.chips.append(tag);
    this.sums.set(seat, tag);
  }

  // Hands have moved: their chips and tokens go with them.
  follow(seat) {
    for (const { seat: whose, bet, hand, node } of this.stakes.values()) {
      if (whose === seat && node) { this.felt.move(node, this.spot(seat, bet, hand), null, 220); this.label(seat, bet); }
    }
    for (const one of this.tokens) if (one.seat === seat) this.felt.move(one.node, this.tokenSpot(one), null, 220);
  }

  // Whether a bet's chips lie beside hands of this name.
  rides(seat, bet, name) {
    const node = this.felt.spotArea(seat)?.group?.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    return node ? node.dataset.rides === name : bet === "main" || bet === "toke" || name.startsWith(bet);
  }

  // A hand has a new number: its chips and tokens too.
  renumber(seat, hand, name) {
    for (const [key, one] of [...this.stakes]) {
      if (one.seat !== seat || one.hand !== hand || !this.rides(seat, one.bet, name)) continue;
      this.stakes.delete(key);
      one.hand = hand + 1;
      this.stakes.set(`${seat}|${one.bet}|${one.hand}`, one);
    }
    for (const one of this.tokens) if (one.seat === seat && one.hand === hand && one.at !== "pot") one.hand = hand + 1;
  }

  lying(seat, bet, hand = 1) { return this.stakes.get(`${seat}|${bet}|${hand}`)?.amount ?? 0; }

  clear(seat, keep = {}) {
    for (const { seat: whose, bet, hand } of [...this.stakes.values()]) if ((!seat || whose === seat) && !(bet in keep)) this.put(whose, bet, 0, hand);
    if (seat) return;
    this.stakes.clear(); this.sums.forEach((tag) => tag.remove()); this.sums.clear();
    this.tokens.forEach(({ node }) => node.remove()); this.tokens = [];
  }

  // A bet is decided: its chips go to the seat or to the tray, and what it won floats up.
  async settle({ seat, bet, stake, back, hand = 1 }) {
    const area = this.felt.spotArea(seat);
    if (!area) return;
    const at = this.spot(seat, bet, hand);
    this.put(seat, bet, Math.max(this.lying(seat, bet, hand) - stake, 0), hand, false);
    if (this.felt.quick) return;
    const net = back - stake;
    const tag = pill(net > 0 ? `+${money(net)}` : net < 0 ? money(net) : "push", `result ${net > 0 ? "won" : net < 0 ? "lost" : ""}`);
    const flying = area.small ? null : stack(back || stake);
    if (flying) area.layer.chips.append(flying);
    area.layer.chips.append(tag);
    this.float(tag, at);
    if (net > 0 && at.node) { at.node.classList.add("won"); setTimeout(() => at.node.classList.remove("won"), FLOATS); }
    if (flying) await this.felt.move(flying, back > 0 ? this.felt.home(seat, area) : this.felt.into(area, ...this.felt.tray), at, 460);
    flying?.remove();
  }

  float(tag, at) {
    const scale = Math.max(at.scale ?? 1, 1);
    const low = `translate(${at.x}px, ${at.y - 24 * scale}px) scale(${scale})`, high = `translate(${at.x}px, ${at.y - 48 * scale}px) scale(${scale})`;
    tag.style.transform = low;
    if (still()) { setTimeout(() => tag.remove(), FLOATS); return; }
    tag.animate([{ opacity: 0, transform: low }, { opacity: 1, offset: .12 }, { opacity: 1, offset: .75 }, { opacity: 0, transform: high }], { duration: FLOATS }).finished.catch(() => {}).then(() => tag.remove());
  }

  // Tokens lie to the dealer's right of the bet of their hand, then before the Pot of Gold.
  tokenSpot({ seat, hand, at, number }) {
    const area = this.felt.area(seat);
    if (area.small) return { x: 44 - this.tokens.filter((one) => one.seat === seat).findIndex((one) => one.number === number) * 12, y: -58, scale: .7 };
    const pot = this.spot(seat, "pot-of-gold");
    if (at === "pot") return { x: pot.x - 14 + number % 4 * 13, y: pot.y - 46, scale: .9 };
    const bet = this.spot(seat, "main", hand);
    const chips = this.lying(seat, "main", hand) > 0;
    const beside = this.tokens.filter((one) => one.seat === seat && one.hand === hand && one.at !== "pot").findIndex((one) => one.number === number);
    return { x: bet.x - (bet.beside ? (chips ? 24 : 0) : 54) + beside * 6, y: bet.y - beside * 8, scale: bet.scale ?? 1 };
  }

  async placeToken({ seat, hand, free }) {
    const area = this.felt.area(seat);
    const one = { seat, hand, at: "bet", number: this.tokens.length, node: token(free, hand) };
    this.tokens.push(one);
    area.layer.chips.append(one.node);
    await this.felt.move(one.node, this.tokenSpot(one), this.felt.into(area, ...this.felt.tray), 360);
  }

  async pickUpTokens({ seat, hand, to }) {
    const mine = this.tokens.filter((one) => one.seat === seat && one.hand === hand && one.at !== "pot");
    if (to !== "pot-of-gold") return this.lockUp(mine);
    await Promise.all(mine.map((one) => { one.at = "pot"; return this.felt.move(one.node, this.tokenSpot(one), null, 300); }));
  }

  async lockUpTokens({ seat }) { await this.lockUp(this.tokens.filter((one) => one.seat === seat && one.at === "pot")); }

  async lockUp(tokens) {
    this.tokens = this.tokens.filter((one) => !tokens.includes(one));
    await Promise.all(tokens.map(async ({ seat, node }) => {
      await this.felt.move(node, this.felt.into(this.felt.area(seat), ...this.felt.tray), null, 300);
      node.remove();
    }));
  }
}
