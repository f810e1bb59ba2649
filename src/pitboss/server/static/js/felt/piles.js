// Cards in piles: dealt, turned, split, tucked, laid sideways, and what they make, as the dealer's events tell it.
import { pill, svg } from "../words.js";
import { card, turn } from "./cards.js";
import { rowOf, stepWithin } from "./rows.js";

const [FAN, LIFT] = [21, 11];

export class Piles {
  constructor(felt) {
    this.felt = felt;
    this.piles = []; // { seat, at, cards, makes, lies }: from left to right where they share a place
  }

  find(seat, at) {
    return this.piles.find((pile) => pile.seat === seat && pile.at === at);
  }

  // The pile at a place; a hand that came from another lies to its right.
  pile(seat, at, beside = null) {
    const found = this.find(seat, at);
    if (found) return found;
    const made = { seat, at, cards: [], lies: "open" };
    const near = beside && this.spread(beside) && this.spread(beside) === this.spread(made);
    this.piles.splice(near ? this.piles.indexOf(beside) + 1 : this.piles.length, 0, made);
    return made;
  }

  // The printed place: its own, or the one that its sort shares, or any.
  place({ seat, at }) {
    const { group } = this.felt.area(seat);
    const sort = at.replace(/-\d+$/, "");
    const named = (name) => group.querySelector(`[data-place="${CSS.escape(name)}"]`);
    return [at, sort, "*"].map(named).find(Boolean) ?? group.querySelector("[data-place]");
  }

  spread(pile) {
    const place = this.place(pile);
    return place?.dataset.spread ? place : null;
  }

  // The hands of a seat that lie side by side, from left to right as their places are printed.
  row(seat) {
    const hands = this.piles.filter((pile) => pile.seat === seat && pile.cards.length && this.spread(pile));
    const open = hands.filter((pile) => pile.lies !== "tucked");
    return open.sort((one, two) => Number(this.place(one).dataset.x) - Number(this.place(two).dataset.x));
  }

  isSplit(row) {
    return new Set(row.map((pile) => this.place(pile))).size < row.length;
  }

  // The middle of a pile, its size, and the step from card to card.
  slot(pile) {
    const place = this.place(pile);
    const size = Number(place?.dataset.size ?? 1);
    const y = Number(place?.dataset.y ?? -88);
    const x = Number(place?.dataset.x ?? 0);
    if (!place?.dataset.spread)
      return { x, y, size, step: pile.seat ? FAN : this.dealersStep(x, size, pile.cards.length), alone: true };
    const row = this.row(pile.seat);
    const { group } = this.felt.area(pile.seat);
    const split = this.isSplit(row) && row.includes(pile);
    const width = split ? Number(group.dataset.row ?? place.dataset.spread) : Number(place.dataset.spread);
    const lies = rowOf(width, split ? 0 : x, size, split ? row : [pile], this.markedPile);
    return { y, ...lies.get(pile), alone: !split };
  }

  // From card to card of the dealer's, and no further than the felt goes.
  dealersStep(x, size, many) {
    const area = this.felt.area(null);
    const edges = this.felt.column.map((edge) => (this.felt.into(area, edge, area.y).x - x) * this.felt.down);
    return stepWithin(Math.max(...edges), size, many) * this.felt.down;
  }

  lie(pile, number) {
    const { x, y, size, step } = this.slot(pile);
    const node = pile.cards[number];
    const up = node?.counts ? LIFT * size : 0;
    if (pile.lies === "tucked") return this.underBet(pile, number);
    if (pile.lies === "sideways") return { x: x + number, y: y - number, scale: size, turn: 90 };
    if (node?.across) return { x, y: y + 16 * size, scale: size, turn: 90 };
    const many = pile.cards.filter((one) => !one.across).length;
    const start = this.spread(pile) ? x - (step * (many - 1)) / 2 : x;
    return { x: start + number * step, y: y - up, scale: size, turn: 0 };
  }

  // A tucked hand looks out from under its chips, far enough to be read; to a dealer, on the dealer's side of them.
  underBet(pile, number) {
    const { x, y } = this.felt.bets.spot(pile.seat, pile.under);
    const step = Math.min(15, 36 / pile.cards.length);
    const to = this.felt.down > 0 ? { x: x + 36 + number * 17, y: y + 4 } : { x: x - 12 + number * step, y: y + 58 };
    return { ...to, scale: 0.62, turn: 0 };
  }

  async arrange(pile, skip = null) {
    const all = this.spread(pile) ? [...new Set([...this.row(pile.seat), pile])] : [pile];
    for (const one of all) this.call(one);
    this.felt.bets.follow(pile.seat);
    this.glow();
    const moves = all.flatMap((one) => one.cards.map((node, number) => [node, this.lie(one, number)]));
    await Promise.all(moves.map(([node, to]) => (node === skip ? null : this.felt.move(node, to, null, 220))));
  }

  async deal({ card: text, seat = null, at, makes }) {
    const area = this.felt.area(seat);
    if (!area) return;
    const pile = this.pile(seat, at);
    const node = card(text, this.felt.owner(seat));
    node.across = Boolean(pile.pressed && this.spread(pile));
    pile.pressed = false;
    if (seat == null && this.felt.down < 0) area.layer.cards.prepend(node);
    else area.layer.cards.append(node); // the corner of a card that lies further out stays in sight
    pile.cards.push(node);
    this.makes(pile, makes);
    const others = this.arrange(pile, node);
    await this.felt.move(node, this.lie(pile, pile.cards.length - 1), this.felt.spot("shoe", area));
    await others;
  }

  async turnUp({ card: text, seat = null, at, makes }) {
    const pile = this.pile(seat, at);
    const down = pile.cards.find((one) => one.dataset.card === "??");
    const node = down ?? pile.cards.find((one) => one.dataset.card === text);
    if (!node) return this.deal({ card: text, seat, at, makes });
    this.makes(pile, makes); // before the card is turned: a card that falls meanwhile has the last word
    if (node.dataset.card !== text) await this.flip(node, text, seat);
    this.call(pile);
  }

  async flip(node, text, seat) {
    if (this.felt.isStill) return turn(node, text, this.felt.owner(seat));
    const here = node.style.transform;
    const edge = `${here} scale(0, 1.05)`;
    const half = (from, to, easing) =>
      node.animate([{ transform: from }, { transform: to }], { duration: 140, easing });
    await half(here, edge, "ease-in").finished.catch(() => {});
    turn(node, text, this.felt.owner(seat));
    await half(edge, here, "ease-out").finished.catch(() => {});
  }

  async shift({ card: text, seat = null, at, to, makes }) {
    const pile = this.find(seat, at);
    const from = Math.max(pile?.cards.findLastIndex((one) => one.dataset.card === text) ?? 0, 0);
    const node = pile?.cards[from];
    if (!node) return this.deal({ card: text, seat, at: to, makes });
    const target = this.pile(seat, to, pile);
    pile.cards.splice(from, 1);
    if (pile.cards.length) {
      this.makes(pile, null);
      this.arrange(pile);
    } else this.drop(pile);
    if (node.dataset.card === "??") turn(node, text, this.felt.owner(seat));
    node.across = false;
    node.parentNode.append(node);
    target.cards.push(node);
    this.makes(target, makes);
    await this.arrange(target);
  }

  // Only its name is new.
  rename(seat, at, to) {
    Object.assign(this.find(seat, at) ?? {}, { at: to });
  }

  // The cards at a place, or all of a seat's where the dealer picks up as many as it has.
  async discard(seat, at, many) {
    const own = this.piles.filter((pile) => pile.seat === seat);
    const named = own.filter((pile) => pile.at === at);
    const whole = own.reduce((sum, pile) => sum + pile.cards.length, 0) === many;
    const gone = named.length ? named : whole ? own : [];
    const area = this.felt.area(seat);
    await Promise.all(
      gone.flatMap((pile) => {
        this.drop(pile);
        return pile.cards.map(async (node) => {
          await this.felt.move(node, { ...this.felt.spot("rack", area), scale: 0.7 }, null, 300);
          this.felt.rack.take(node);
        });
      }),
    );
    if (gone[0] && this.row(seat).length) await this.arrange(this.row(seat)[0]);
  }

  // A settled hand stays under a bet that is not.
  async tuck(seat, at, bet) {
    const pile = this.find(seat, at);
    if (!pile || this.felt.area(seat).small) return;
    Object.assign(pile, { lies: "tucked", under: bet });
    await this.arrange(pile);
  }

  async lay(seat, at, lies) {
    const pile = this.find(seat, at);
    if (!pile || pile.lies === "tucked" || pile.lies === lies) return;
    pile.lies = lies;
    await this.arrange(pile);
  }

  makes(pile, words) {
    if (words !== undefined || pile.seat) pile.makes = words ?? null;
    if (words === null && pile.seat == null) this.hushOthers(pile); // not called yet
  }

  // What a hand makes: a total above it, a hand read aloud under it; the dealer's is one for all the dealer's piles.
  call(pile) {
    const area = this.felt.area(pile.seat);
    pile.tag?.remove();
    pile.tag = null;
    if (!pile.makes || !pile.cards.length || pile.lies !== "open") return;
    if (pile.seat == null) this.hushOthers(pile);
    const { x, y, size } = this.slot(pile.seat == null ? this.piles.find((one) => one.seat == null) : pile);
    const scale = Math.max(size, 0.8, 11 / 15 / area.scale);
    const read = pile.read != null && !area.small;
    if (pile.read != null && area.small && area.scale < 0.8) return; // no room for a name there
    // The dealer's total lies on the first card's lower edge, a seat's on the side that is away from its chips.
    const low = read || pile.seat == null || (this.felt.down < 0 && !area.small);
    const away = low ? 42 * size + (read || pile.seat ? 15 : 3) : -42 * size - 12 * scale;
    pile.tag = pill(pile.makes, pile.seat == null ? "total of-dealer" : "total");
    pile.tag.style.transform = `translate(${read ? pile.read : x}px, ${y + away}px) scale(${scale})`;
    area.layer.chips.append(pile.tag);
  }

  hushOthers(pile) {
    for (const other of this.piles) {
      if (other.seat != null || other === pile) continue;
      other.tag?.remove();
      Object.assign(other, { tag: null, makes: null });
    }
  }

  // A hand that the dealer read aloud: its name under it, and the cards that count lifted.
  read(seat, words, cards, lifts) {
    const own = this.piles.filter((pile) => pile.seat === seat);
    const hand = seat == null ? own.filter((pile) => pile.cards.length && pile.at.startsWith("dealer")) : own;
    const pile = hand[0];
    if (!pile) return;
    const middle = hand.map((one) => this.slot(one).x);
    pile.makes = words.split(",")[0];
    pile.read = middle.reduce((sum, one) => sum + one, 0) / middle.length;
    this.call(pile);
    if (lifts) this.lift(seat, cards);
  }

  lift(seat, cards) {
    const named = new Set(cards);
    for (const pile of this.piles) {
      const mine = pile.seat === seat || (pile.seat == null && !pile.at.startsWith("dealer"));
      pile.cards.forEach((node, number) => {
        node.counts = mine && named.has(node.dataset.card);
        this.felt.move(node, this.lie(pile, number), null, 220);
      });
    }
  }

  get markedPile() {
    return this.marked?.ats.map((at) => this.find(this.marked.seat, at)).find(Boolean);
  }

  // The hand that is asked about.
  mark(seat, ats) {
    const before = this.markedPile;
    this.marked = seat == null ? null : { seat, ats };
    const now = this.markedPile;
    if (now && now !== before) this.arrange(now);
    this.glow();
  }

  glow() {
    this.light?.remove();
    const pile = this.markedPile;
    if (!pile || pile.lies !== "open") return;
    if (this.row(pile.seat).length < 2 && !this.another(pile)) return;
    const { x, y, size, step } = this.slot(pile);
    const wide = 60 * size + step * Math.max(pile.cards.length - 1, 0) + 10;
    const high = 84 * size + 10;
    this.light = svg("rect", { class: "turn", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 9 });
    this.felt.area(pile.seat).layer.cards.prepend(this.light);
  }

  another(pile) {
    return this.piles.some((other) => other !== pile && other.seat === pile.seat && other.cards.length);
  }

  drop(pile) {
    pile.tag?.remove();
    this.piles = this.piles.filter((other) => other !== pile);
  }

  clear(keep = () => false) {
    for (const pile of this.piles.filter((one) => !keep(one))) {
      for (const node of pile.cards) node.remove();
      this.drop(pile);
    }
    this.mark(null);
  }

  fade(faded) {
    for (const [, { layer }] of this.felt.areas ?? []) layer.cards.classList.toggle("faded", faded);
  }
}
