// Cards in piles: dealt, turned, split, tucked, laid sideways, and what they make, as the dealer's events tell it.
import { card, turn } from "./cards.js";
import { pill, svg } from "./words.js";

const FAN = 21, DEALERS_FAN = 34, LEAST = .5, WIDE_ENOUGH = 84;

export class Piles {
  constructor(felt) {
    this.felt = felt;
    this.piles = [];          // { seat, at, cards, makes, lies }: from left to right where they share a place
  }

  find(seat, at) { return this.piles.find((pile) => pile.seat === seat && pile.at === at); }

  // The pile at a place; a hand that came from another lies to its right.
  pile(seat, at, beside = null) {
    const found = this.find(seat, at);
    if (found) return found;
    const made = { seat, at, cards: [], lies: "open" };
    const after = beside && this.spread(beside) && this.spread(beside) === this.spread(made) ? this.piles.indexOf(beside) : -1;
    this.piles.splice(after < 0 ? this.piles.length : after + 1, 0, made);
    return made;
  }

  // The printed place: its own, or the one that its sort shares, or any.
  place({ seat, at }) {
    const { group } = this.felt.area(seat);
    const sort = at.replace(/-\d+$/, "");
    return [at, sort, "*"].map((name) => group.querySelector(`[data-place="${CSS.escape(name)}"]`)).find(Boolean) ?? group.querySelector("[data-place]");
  }

  spread(pile) { const place = this.place(pile); return place?.dataset.spread ? place : null; }

  // Those that share the width of one printed place.
  sharing(pile) {
    const place = this.spread(pile);
    return place ? this.piles.filter((other) => other.seat === pile.seat && other.cards.length && this.spread(other) === place) : [pile];
  }

  // The middle of a pile, its size, and the step from card to card.
  slot(pile) {
    const place = this.place(pile), size = Number(place?.dataset.size ?? 1);
    const x = Number(place?.dataset.x ?? 0), y = Number(place?.dataset.y ?? -88);
    const many = pile.cards.filter((node) => !node.across).length;
    if (!place?.dataset.spread) return { x, y, size, step: pile.seat ? FAN : DEALERS_FAN, alone: true };
    const all = this.sharing(pile), width = Number(place.dataset.spread) / Math.max(all.length, 1);
    const scale = size * Math.min(1, Math.max(LEAST, width / (WIDE_ENOUGH * size)));
    const step = many < 2 ? 0 : Math.max(Math.min(FAN * scale, (width - 60 * scale) / (many - 1)), 9 * scale);
    return { x: x + (Math.max(all.indexOf(pile), 0) - (all.length - 1) / 2) * width, y, size: scale, step, width, alone: all.length < 2 };
  }

  lie(pile, number) {
    const { x, y, size, step } = this.slot(pile);
    const across = pile.cards[number]?.across ? 90 : 0;
    if (pile.lies === "tucked") return { x: pile.under.x - 10 + number * 9, y: pile.under.y - 10, scale: size * .62, turn: 0 };
    if (pile.lies === "sideways") return { x: x + number, y: y - number, scale: size, turn: 90 };
    if (across) return { x, y: y + 16 * size, scale: size, turn: across };
    const start = this.spread(pile) ? x - step * (pile.cards.filter((one) => !one.across).length - 1) / 2 : x;
    return { x: start + number * step, y, scale: size, turn: 0 };
  }

  async arrange(pile, skip = null) {
    const all = this.sharing(pile);
    for (const one of all) this.call(one);
    this.felt.bets.follow(pile.seat);
    this.glow();
    await Promise.all(all.flatMap((one) => one.cards.map((node, number) => (node === skip ? null : this.felt.move(node, this.lie(one, number), null, 220)))));
  }

  async deal({ card: text, seat = null, at, makes }, across = false) {
    const area = this.felt.area(seat);
    if (!area) return;
    const pile = this.pile(seat, at);
    const node = card(text);
    node.across = across && Boolean(this.spread(pile));
    area.layer.cards.append(node);
    pile.cards.push(node);
    this.makes(pile, makes);
    const others = this.arrange(pile, node);
    await this.felt.move(node, this.lie(pile, pile.cards.length - 1), this.felt.into(area, ...this.felt.shoe));
    await others;
  }

  async turnUp({ card: text, seat = null, at, makes }) {
    const pile = this.pile(seat, at);
    const node = pile.cards.find((one) => one.dataset.card === "??") ?? pile.cards.find((one) => one.dataset.card === text);
    if (!node) return this.deal({ card: text, seat, at, makes });
    if (node.dataset.card !== text) await this.flip(node, text);
    this.makes(pile, makes);
    this.call(pile);
  }

  async flip(node, text) {
    if (this.felt.isStill) { turn(node, text); return; }
    const here = node.style.transform, edge = `${here} scale(0, 1.05)`;
    await node.animate([{ transform: here }, { transform: edge }], { duration: 130, easing: "ease-in" }).finished.catch(() => {});
    turn(node, text);
    await node.animate([{ transform: edge }, { transform: here }], { duration: 160, easing: "ease-out" }).finished.catch(() => {});
  }

  async shift({ card: text, seat = null, at, to, makes }) {
    const pile = this.find(seat, at);
    const from = Math.max(pile?.cards.findLastIndex((one) => one.dataset.card === text) ?? 0, 0);
    const node = pile?.cards[from];
    if (!node) return this.deal({ card: text, seat, at: to, makes });
    const target = this.pile(seat, to, pile);
    pile.cards.splice(from, 1);
    if (!pile.cards.length) this.drop(pile); else { this.makes(pile, null); this.arrange(pile); }
    if (node.dataset.card === "??") turn(node, text);
    node.across = false;
    node.parentNode.append(node);
    target.cards.push(node);
    this.makes(target, makes);
    await this.arrange(target);
  }

  // The hand keeps its cards and its place in the row; only its name is new.
  rename(seat, at, to) {
    const pile = this.find(seat, at);
    if (pile) pile.at = to;
  }

  async discard(seat, at) {
    const named = this.piles.filter((pile) => pile.seat === seat && pile.at === at);
    const gone = named.length || !/hand/.test(at) ? named : this.piles.filter((pile) => pile.seat === seat);
    await Promise.all(gone.flatMap((pile) => {
      this.drop(pile);
      return pile.cards.map(async (node) => {
        await this.felt.move(node, { ...this.felt.into(this.felt.area(seat), ...this.felt.rack), scale: .7 }, null, 300);
        node.remove();
      });
    }));
  }

  // A settled hand stays under a bet that is not.
  async tuck(seat, at, bet) {
    const pile = this.find(seat, at);
    if (!pile || this.felt.area(seat).small) return;
    Object.assign(pile, { lies: "tucked", under: this.felt.bets.spot(seat, bet) });
    await this.arrange(pile);
  }

  async sideways(seat, at) {
    const pile = this.find(seat, at);
    if (!pile) return;
    pile.lies = "sideways";
    await this.arrange(pile);
  }

  async upright(seat, at) {
    const pile = this.find(seat, at);
    if (pile?.lies !== "sideways") return;
    pile.lies = "open";
    await this.arrange(pile);
  }

  makes(pile, words) { if (words !== undefined || pile.seat) pile.makes = words ?? null; }

  // What a hand makes, beside it; the dealer's total is one for all the dealer's piles.
  call(pile) {
    const { layer } = this.felt.area(pile.seat);
    pile.tag?.remove(); pile.tag = null;
    if (!pile.makes || !pile.cards.length || pile.lies !== "open") return;
    if (pile.seat == null) for (const other of this.piles) if (other.seat == null && other !== pile) { other.tag?.remove(); other.tag = null; other.makes = null; }
    const { x, y, size } = this.slot(pile.seat == null ? this.piles.find((one) => one.seat == null) : pile);
    const read = pile.makes.length > 8;  // a hand read aloud, not a total
    pile.tag = pill(pile.makes, pile.seat == null && !read ? "total of-dealer" : "total");
    const at = pile.seat == null && !read ? { x: x - 58, y } : { x, y: read ? y + 32 * size : y - 54 * size };
    pile.tag.style.transform = `translate(${at.x}px, ${at.y}px) scale(${Math.max(size, this.felt.area(pile.seat).small ? .7 : .8)})`;
    layer.chips.append(pile.tag);
  }

  // A hand that the dealer read aloud.
  read(seat, words) {
    const own = this.piles.filter((pile) => pile.seat === seat);
    const pile = own[Math.floor((own.length - 1) / 2)];
    if (!pile) return;
    pile.makes = words.split(",")[0];
    this.call(pile);
    const middle = own.filter((one) => !seat === /^dealer/.test(one.at)).map((one) => this.slot(one).x);
    const x = middle.reduce((sum, one) => sum + one, 0) / Math.max(middle.length, 1);
    if (pile.tag) pile.tag.style.transform = pile.tag.style.transform.replace(/translate\(.*?px/, `translate(${x}px`);
  }

  // The hand that is asked about.
  mark(seat, ats) { this.marked = seat == null ? null : { seat, ats }; this.glow(); }

  glow() {
    this.light?.remove();
    const pile = this.marked && this.marked.ats.map((at) => this.find(this.marked.seat, at)).find(Boolean);
    if (!pile || pile.lies !== "open" || this.sharing(pile).length < 2 && !this.another(pile)) return;
    const { x, y, size, step } = this.slot(pile), wide = 60 * size + step * (pile.cards.length - 1) + 10, high = 84 * size + 10;
    this.light = svg("rect", { class: "turn", x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 9 });
    this.felt.area(pile.seat).layer.cards.prepend(this.light);
  }

  another(pile) { return this.piles.some((other) => other !== pile && other.seat === pile.seat && other.cards.length); }

  drop(pile) {
    pile.tag?.remove();
    this.piles = this.piles.filter((other) => other !== pile);
  }

  clear(keep = () => false) {
    for (const pile of this.piles.filter((one) => !keep(one))) {
      pile.cards.forEach((node) => node.remove());
      this.drop(pile);
    }
    this.mark(null);
  }

  fade(faded) { for (const [, { layer }] of this.felt.areas ?? []) layer.cards.classList.toggle("faded", faded); }
}
