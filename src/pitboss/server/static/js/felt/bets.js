// Chips and Free Bet tokens on their spots: put down, moved beside their hand, paid and taken; then what each came to.
import { money, PUSH, pill, signedMoney, still } from "../words.js";
import { stack, token } from "./chips.js";
import { Payouts } from "./payouts.js";

const FLOATS = 1700;
const UNDER_THE_HAND = 8;

export class Bets {
  constructor(felt) {
    this.felt = felt;
    this.stakes = new Map(); // "seat|bet|hand" → { seat, bet, hand, amount, node }
    this.tokens = []; // { seat, hand, bet, node, at }
    this.sums = new Map(); // of small seats, which show one sum
    this.payouts = new Payouts(this);
    this.results = new Map(); // of your own bets, until you bet again: "bet|hand" → { bet, net, node }
  }

  // Where a bet lies; one that rides on a hand lies before it once there are several.
  spot(seat, bet, hand = 1) {
    const area = this.felt.spotArea(seat);
    if (area.small) return { x: 0, y: -6, small: true };
    const node = area.group.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    if (!node) return { x: 0, y: 60 };
    const at = { x: Number(node.dataset.x), y: Number(node.dataset.y), node };
    if (this.felt.areas.has("field")) return this.inField(seat, at);
    const pile = node.dataset.rides && this.handOf(seat, node.dataset.rides, hand);
    if (!pile) return at;
    const slot = this.felt.piles.slot(pile);
    if (pile.lies === "sideways") return { x: slot.x, y: slot.y, node, scale: Math.max(slot.size, 0.7) };
    if (slot.alone) return at;
    const scale = Math.min(0.85, Math.max(slot.width / 66, 0.66));
    return { ...at, x: slot.x, y: UNDER_THE_HAND * this.felt.down, scale, beside: true };
  }

  // In a shared field your own chips lie in the middle of a spot, the others' small around them.
  inField(seat, at) {
    const { group } = this.felt.spotArea(seat);
    const scale = Math.max(1, 0.8 / Number(group.dataset.scale));
    if (seat === this.felt.front) return { ...at, scale };
    const turned = seat * 1.05;
    const x = at.x + Math.cos(turned) * 26 * scale;
    return { ...at, x, y: at.y + Math.sin(turned) * 17 * scale, scale: 0.62 * scale };
  }

  handOf(seat, rides, hand) {
    const { piles } = this.felt;
    return piles.find(seat, `${rides}-${hand}`) ?? (hand === 1 ? piles.find(seat, rides) : null);
  }

  // Chips or a token came to a hand that lies there already: the card that follows is its last and is laid across.
  press(seat, bet, hand = 1) {
    const node = this.felt.spotArea(seat)?.group.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    const pile = node?.dataset.rides && this.handOf(seat, node.dataset.rides, hand);
    if (pile?.cards.length > 1) pile.pressed = true;
  }

  put(seat, bet, amount, hand = 1, animate = true) {
    const key = `${seat}|${bet}|${hand}`;
    const old = this.stakes.get(key);
    if ((old?.amount ?? 0) === amount) return;
    old?.node?.remove();
    this.stakes.delete(key);
    const area = this.felt.spotArea(seat);
    if (!area) return;
    if (amount > 0) {
      const flies = animate && amount > (old?.amount ?? 0);
      const node = area.small ? null : this.lay(area, seat, bet, hand, amount, flies);
      this.stakes.set(key, { seat, bet, hand, amount, node });
    }
    if (area.small) this.sum(seat);
    else this.label(seat, bet);
  }

  lay(area, seat, bet, hand, amount, animate) {
    const node = stack(amount);
    const tag = pill(money(amount), "amount");
    const small = this.felt.areas.has("field") && seat !== this.felt.front;
    tag.setAttribute("transform", "translate(0 14) scale(.86)");
    if (!small) node.append(tag);
    node.setAttribute("role", "img");
    const on = `${this.felt.title(bet)}${hand > 1 ? `, hand ${hand}` : ""}`;
    node.setAttribute("aria-label", `${money(amount)} on ${on}, ${this.felt.owner(seat)}`);
    area.layer.chips.append(node);
    this.felt.move(node, this.spot(seat, bet, hand), animate ? this.felt.home(seat, area) : null, 220);
    return node;
  }

  // The word of a spot goes to its foot while chips or a result lie on it.
  label(seat, bet) {
    const { node } = this.spot(seat, bet);
    const onIt = (one) => one.seat === seat && one.bet === bet && !this.spot(seat, bet, one.hand).beside;
    const own = !this.felt.areas.has("field") || seat === this.felt.front;
    const covered = [...this.stakes.values()].some(onIt) || (seat === this.felt.front && this.hasResult(bet));
    if (node && own) node.classList.toggle("covered", covered);
  }

  sum(seat) {
    const area = this.felt.area(seat);
    this.sums.get(seat)?.remove();
    const own = [...this.stakes.values()].filter((one) => one.seat === seat);
    const total = own.reduce((all, one) => all + one.amount, 0);
    const won = this.payouts.of(seat);
    if (!total && !won) return;
    const tag = pill(won ? `${money(total)} ${signedMoney(won)}` : money(total), "amount");
    tag.setAttribute("transform", `translate(0 -2) scale(${Math.max(0.8, 0.74 / area.scale)})`);
    tag.setAttribute("role", "img");
    tag.setAttribute("aria-label", `${money(total)} in all, ${this.felt.owner(seat)}`);
    area.layer.chips.append(tag);
    this.sums.set(seat, tag);
  }

  // Hands have moved: their chips and tokens go with them.
  follow(seat) {
    for (const { seat: whose, bet, hand, node, stays } of this.stakes.values()) {
      if (whose !== seat || !node || stays) continue;
      this.felt.move(node, this.spot(seat, bet, hand), null, 220);
      this.label(seat, bet);
    }
    for (const one of this.tokens) if (one.seat === seat) this.felt.move(one.node, this.tokenSpot(one), null, 220);
    const area = this.felt.spotArea(seat);
    if (seat !== this.felt.front) return;
    for (const { bet, hand, node } of this.results.values()) this.placeResult(area, bet, hand, node);
  }

  // Whether a bet's chips lie beside hands of this sort, by any seat that is drawn with its spots.
  rides(bet, sort) {
    const node = this.felt.felt.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    return node ? node.dataset.rides === sort : sort === "hand" || sort.startsWith(bet);
  }

  // A hand has a new number: its chips and tokens too.
  renumber(seat, hand, sort) {
    for (const [key, one] of [...this.stakes]) {
      if (one.seat !== seat || one.hand !== hand || !this.rides(one.bet, sort)) continue;
      this.stakes.delete(key);
      one.hand = hand + 1;
      this.stakes.set(`${seat}|${one.bet}|${one.hand}`, one);
    }
    for (const one of this.tokens) if (one.seat === seat && one.hand === hand && !one.at) one.hand = hand + 1;
    if (seat !== this.felt.front) return;
    for (const [key, one] of [...this.results]) {
      if (one.hand !== hand || !this.rides(one.bet, sort)) continue;
      this.results.delete(key);
      one.hand = hand + 1;
      this.results.set(`${one.bet}|${one.hand}`, one);
    }
  }

  lying(seat, bet, hand = 1) {
    return this.stakes.get(`${seat}|${bet}|${hand}`)?.amount ?? 0;
  }

  clear(seat, keep = {}) {
    for (const { seat: whose, bet, hand } of [...this.stakes.values()]) {
      if ((!seat || whose === seat) && !(bet in keep)) this.put(whose, bet, 0, hand);
    }
    if (seat) return;
    this.stakes.clear();
    this.payouts.clear();
    for (const tag of this.sums.values()) tag.remove();
    this.sums.clear();
    for (const { node } of this.tokens) node.remove();
    this.tokens = [];
  }

  // A bet is decided: its chips go to the seat or to the tray; what your own came to stays on its spot.
  async settle({ seat, bet, stake, back, pays = "", hand = 1 }) {
    const area = this.felt.spotArea(seat);
    if (!area) return;
    const at = this.spot(seat, bet, hand);
    if (this.payouts.keeps({ stake, back })) return this.payouts.leave({ seat, bet, stake, back, pays, hand }, at);
    this.put(seat, bet, Math.max(this.lying(seat, bet, hand) - stake, 0), hand, false);
    if (seat === this.felt.front) this.result(bet, hand, back - stake, pays === PUSH);
    if (this.felt.quick) return;
    if (seat !== this.felt.front) this.float(area, resultPill(back - stake, pays === PUSH), at);
    const flying = area.small ? null : stack(back || stake);
    if (!flying) return;
    area.layer.chips.append(flying);
    const to = back > 0 ? this.felt.home(seat, area) : this.felt.spot("tray", area);
    await this.felt.move(flying, to, at, 460);
    flying.remove();
  }

  // A result belongs to its hand: after a split it is shown under that hand, never on the chips of another.
  result(bet, hand, net, pushes) {
    const area = this.felt.spotArea(this.felt.front);
    const key = `${bet}|${hand}`;
    const before = this.results.get(key);
    before?.node.remove();
    const total = (before?.net ?? 0) + net;
    const isPush = pushes && (before?.isPush ?? true);
    const node = resultPill(total, isPush);
    this.results.set(key, { bet, hand, net: total, isPush, node });
    this.placeResult(area, bet, hand, node);
    area.layer.chips.append(node);
    this.label(this.felt.front, bet);
  }

  placeResult(area, bet, hand, node) {
    const printed = area.group.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    const beside = this.spot(this.felt.front, bet, hand);
    const own = printed ? { x: Number(printed.dataset.x), y: Number(printed.dataset.y) } : { x: 0, y: 60 };
    const at = beside.beside ? { x: beside.x, y: beside.y } : own;
    const scale = Math.max(0.92, 0.75 / area.scale) * (beside.beside ? Math.min(1, beside.scale + 0.1) : 1);
    node.style.transform = `translate(${at.x}px, ${at.y}px) scale(${scale})`;
  }

  hasResult(bet) {
    return [...this.results.values()].some((one) => one.bet === bet);
  }

  clearResults() {
    const bets = [...this.results.values()].map((one) => one.bet);
    for (const { node } of this.results.values()) node.remove();
    this.results.clear();
    for (const bet of bets) this.label(this.felt.front, bet);
  }

  float(area, tag, at) {
    area.layer.chips.append(tag);
    const scale = Math.max(at.scale ?? 1, 1);
    const here = (rise) => `translate(${at.x}px, ${at.y - rise * scale}px) scale(${scale})`;
    tag.style.transform = here(24);
    if (still()) {
      setTimeout(() => tag.remove(), FLOATS);
      return;
    }
    const frames = [
      { opacity: 0, transform: here(24) },
      { opacity: 1, offset: 0.12 },
      { opacity: 1, offset: 0.75 },
      { opacity: 0, transform: here(48) },
    ];
    const flight = tag.animate(frames, { duration: FLOATS }).finished;
    flight.catch(() => {}).then(() => tag.remove());
  }

  // Tokens lie to the dealer's right of the bet of their hand, then before the bet that they were earned for.
  tokenSpot(one) {
    const { seat, hand, bet, at, number } = one;
    const own = this.tokens.filter((other) => other.seat === seat);
    if (this.felt.area(seat).small) return { x: 44 - own.indexOf(one) * 12, y: -58, scale: 0.7 };
    if (at) {
      const pot = this.spot(seat, at);
      return { x: pot.x - 10 + (number % 4) * 13, y: pot.y - 40 * this.felt.down, scale: 0.95 };
    }
    const spot = this.spot(seat, bet, hand);
    const chips = this.lying(seat, bet, hand) > 0;
    const place = own.filter((other) => other.hand === hand && !other.at).indexOf(one);
    const left = (spot.beside ? (chips ? 22 : 0) : 54) * this.felt.down;
    const low = this.felt.down < 0 && !spot.beside ? 30 : 0; // clear of the bet that they may go to
    return { x: spot.x - left + place * 6, y: spot.y + low - place * 8, scale: (spot.scale ?? 1) * 0.95 };
  }

  async placeToken({ seat, hand, free, bet }) {
    const area = this.felt.area(seat);
    const one = { seat, hand, bet, at: null, number: this.tokens.length, node: token(free, hand) };
    this.tokens.push(one);
    area.layer.chips.append(one.node);
    await this.felt.move(one.node, this.tokenSpot(one), this.felt.spot("tray", area), 360);
  }

  async pickUpTokens({ seat, hand, to }) {
    const mine = this.tokens.filter((one) => one.seat === seat && one.hand === hand && !one.at);
    if (to === "tray") return this.lockUp(mine);
    for (const one of mine) one.at = to;
    await Promise.all(mine.map((one) => this.felt.move(one.node, this.tokenSpot(one), null, 300)));
  }

  async lockUpTokens({ seat }) {
    await this.lockUp(this.tokens.filter((one) => one.seat === seat && one.at));
  }

  async lockUp(tokens) {
    this.tokens = this.tokens.filter((one) => !tokens.includes(one));
    await Promise.all(
      tokens.map(async ({ seat, node }) => {
        await this.felt.move(node, this.felt.spot("tray", this.felt.area(seat)), null, 300);
        node.remove();
      }),
    );
  }
}

// Nothing won is a push only where every hand pushed: a win that the aggregate leaves nothing of is none.
const resultPill = (net, isPush) => {
  const words = net ? signedMoney(net) : isPush ? "push" : money(0);
  return pill(words, `result ${net > 0 ? "won" : net < 0 ? "lost" : ""}`);
};
