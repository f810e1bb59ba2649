// The felt: the printed layout below, cards and chips that move above it.
import { card, stack, turn } from "./cards.js";
import { isNarrow, money, still, svg } from "./words.js";

const EASE = "cubic-bezier(.22,.7,.25,1)";

export class Felt {
  constructor(stage, setup) {
    this.stage = stage;
    this.setup = setup;
    this.cards = new Map();   // "seat|place" → card elements
    this.chips = new Map();   // "seat|bet" → { amount, node }
    this.quick = true;        // true: nothing is animated (catching up)
  }

  async draw(front) {
    const shape = isNarrow() ? "narrow" : "wide";
    if (shape === this.shape && (front === this.front || shape === "wide")) { this.front = front; return false; }
    this.shape = shape; this.front = front;
    const { game, seats } = this.setup;
    const query = new URLSearchParams({ seats, shape, ...(front ? { seat: front } : {}) });
    const text = await (await fetch(`/api/games/${game}/layout?${query}`)).text();
    const printed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.felt = document.importNode(printed, true);
    this.felt.removeAttribute("role");
    this.live = svg("svg", { class: "live", viewBox: this.felt.getAttribute("viewBox") });
    this.areas = new Map();
    for (const group of this.felt.querySelectorAll("[data-area]")) {
      const layer = svg("g", { transform: group.getAttribute("transform") });
      layer.chips = svg("g"); layer.cards = svg("g");
      layer.append(layer.cards, layer.chips);
      this.areas.set(group.dataset.area, { group, layer });
      this.live.append(layer);
    }
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    sheet.append(this.felt, this.live);
    this.stage.dataset.shape = shape;
    this.stage.replaceChildren(sheet);
    this.cards.clear(); this.chips.clear();
    return true;
  }

  area(seat) { return this.areas.get(seat ? `seat-${seat}` : "dealer"); }

  spotArea(seat) { return this.areas.get("field") ?? this.area(seat); }

  // Where a card lies: a place of its own, or the numbered one after its sort, or the first place of the area.
  place(seat, at) {
    const { group } = this.area(seat);
    const exact = group.querySelector(`[data-place="${CSS.escape(at)}"]`);
    const [, sort, number] = at.match(/^(.*?)-(\d+)$/) ?? [null, at, "1"];
    const like = exact ?? group.querySelector(`[data-place="${CSS.escape(sort)}"]`) ?? group.querySelector("[data-place]");
    if (!like) return { x: 0, y: -110 };
    const [dx, dy] = (like.dataset.step ?? "0 0").split(" ").map(Number);
    const steps = exact ? 0 : Number(number) - 1;
    return { x: Number(like.dataset.x) + dx * steps, y: Number(like.dataset.y) + dy * steps };
  }

  spot(seat, bet) {
    const node = this.spotArea(seat)?.group.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
    if (!node) return { x: 0, y: 60 };
    const at = { x: Number(node.dataset.x), y: Number(node.dataset.y), node };
    if (!this.areas.has("field") || seat === this.front) return at;
    const turnBy = seat * 1.05;
    return { ...at, x: at.x + Math.cos(turnBy) * 24, y: at.y + Math.sin(turnBy) * 16, small: true };
  }

  // A point of the whole drawing in the units of an area.
  into(area, x, y) {
    const [, tx, ty, , turned, scale] = area.group.getAttribute("transform")
      .match(/translate\(([-\d.]+) ([-\d.]+)\)( rotate\(([-\d.]+)\))? scale\(([-\d.]+)\)/);
    const angle = -(Number(turned) || 0) * Math.PI / 180;
    const px = (x - tx) / scale, py = (y - ty) / scale;
    return { x: px * Math.cos(angle) - py * Math.sin(angle), y: px * Math.sin(angle) + py * Math.cos(angle) };
  }

  get shoe() { return this.shape === "wide" ? [1440, 90] : [720, 60]; }
  get rack() { return this.shape === "wide" ? [150, 60] : [60, 60]; }
  get tray() { return this.shape === "wide" ? [800, 60] : [390, 50]; }

  async move(node, from, to, milliseconds = 340) {
    node.style.transform = `translate(${to.x}px, ${to.y}px)${to.scale ? ` scale(${to.scale})` : ""}`;
    if (this.quick || still() || document.hidden) return;
    const start = `translate(${from.x}px, ${from.y}px)${to.scale ? ` scale(${to.scale})` : ""}`;
    await node.animate([{ transform: start }, { transform: node.style.transform }], { duration: milliseconds, easing: EASE }).finished.catch(() => {});
  }

  pile(seat, at) {
    const key = `${seat ?? 0}|${at}`;
    if (!this.cards.has(key)) this.cards.set(key, []);
    return this.cards.get(key);
  }

  lie(seat, at, number) {
    const { x, y } = this.place(seat, at);
    return { x: x + number * 19, y: y - number * 2 };
  }

  async deal(text, seat, at) {
    const area = this.area(seat);
    if (!area) return;
    const pile = this.pile(seat, at);
    const node = card(text);
    area.layer.cards.append(node);
    pile.push(node);
    await this.move(node, this.into(area, ...this.shoe), this.lie(seat, at, pile.length - 1));
  }

  async turnUp(text, seat, at) {
    const pile = this.pile(seat, at);
    const node = pile.find((one) => one.dataset.card === "??") ?? pile.find((one) => one.dataset.card === text);
    if (!node) return this.deal(text, seat, at);
    if (node.dataset.card === text) return;
    if (!this.quick && !still() && !document.hidden) {
      const here = node.style.transform;
      await node.animate([{ transform: here }, { transform: `${here} scale(0, 1.05)` }], { duration: 130, easing: "ease-in" }).finished.catch(() => {});
      turn(node, text);
      await node.animate([{ transform: `${here} scale(0, 1.05)` }, { transform: here }], { duration: 160, easing: "ease-out" }).finished.catch(() => {});
    } else turn(node, text);
  }

  async shift(text, seat, at, to) {
    const pile = this.pile(seat, at), target = this.pile(seat, to);
    const from = Math.max(pile.findIndex((one) => one.dataset.card === text), 0);
    const [node] = pile.splice(from, 1);
    if (!node) return this.deal(text, seat, to);
    if (node.dataset.card === "??") turn(node, text);
    node.parentNode.append(node);
    target.push(node);
    await this.move(node, this.lie(seat, at, from), this.lie(seat, to, target.length - 1), 260);
  }

  async discard(seat, at) {
    const keys = [...this.cards.keys()].filter((key) => key === `${seat ?? 0}|${at}`);
    const whole = !keys.length && /hand/.test(at);
    const gone = (whole ? [...this.cards.keys()].filter((key) => key.startsWith(`${seat ?? 0}|`)) : keys);
    await Promise.all(gone.flatMap((key) => {
      const nodes = this.cards.get(key);
      this.cards.delete(key);
      return nodes.map(async (node) => {
        const area = this.area(seat);
        await this.move(node, this.lie(seat, at, 0), this.into(area, ...this.rack), 300);
        node.remove();
      });
    }));
  }

  clearCards(keep = () => false) {
    for (const [key, nodes] of this.cards) {
      if (keep(key)) continue;
      nodes.forEach((node) => node.remove());
      this.cards.delete(key);
    }
  }

  setChips(seat, bet, amount, animate = true) {
    const key = `${seat}|${bet}`;
    const old = this.chips.get(key);
    if ((old?.amount ?? 0) === amount) return;
    old?.node.remove();
    this.chips.delete(key);
    if (amount <= 0) return;
    const area = this.spotArea(seat);
    if (!area) return;
    const at = this.spot(seat, bet);
    const node = stack(amount);
    const tag = svg("text", { class: "tag", y: 33 });
    tag.textContent = money(amount);
    node.append(tag);
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", `seat ${seat}: ${money(amount)} on ${bet}`);
    area.layer.chips.append(node);
    this.chips.set(key, { amount, node });
    const from = this.seatPoint(seat, area);
    const scale = at.small ? .62 : 1;
    if (animate && amount > (old?.amount ?? 0)) this.move(node, from, { ...at, scale }, 220);
    else node.style.transform = `translate(${at.x}px, ${at.y}px) scale(${scale})`;
  }

  seatPoint(seat, area) {
    const home = this.area(seat);
    if (area === home) return { x: 0, y: 170 };
    const [, x, y] = home.group.getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/);
    return this.into(area, Number(x), Number(y));
  }

  clearChips(seat) {
    for (const [key, { node }] of this.chips) {
      if (seat && !key.startsWith(`${seat}|`)) continue;
      node.remove();
      this.chips.delete(key);
    }
  }

  // A bet is decided: its chips go to the seat or to the tray, and what it won floats up.
  async settle({ seat, bet, stake, back }) {
    const key = `${seat}|${bet}`, area = this.spotArea(seat);
    if (!area) return;
    const lying = this.chips.get(key)?.amount ?? 0;
    const at = this.spot(seat, bet);
    this.setChips(seat, bet, Math.max(lying - stake, 0), false);
    if (this.quick) return;
    const net = back - stake;
    const flying = stack(back || stake);
    const tag = svg("text", { class: `tag ${net > 0 ? "good" : net < 0 ? "bad" : ""}` });
    tag.textContent = net > 0 ? `+${money(net)}` : net < 0 ? money(net) : "push";
    area.layer.chips.append(flying, tag);
    tag.style.transform = `translate(${at.x}px, ${at.y - 26}px)`;
    if (net > 0 && at.node) { at.node.classList.add("won"); setTimeout(() => at.node.classList.remove("won"), 1800); }
    const home = back > 0 ? this.seatPoint(seat, area) : this.into(area, ...this.tray);
    const rise = still() ? null : tag.animate([{ opacity: 0 }, { opacity: 1, offset: .15 }, { opacity: 1, offset: .7 }, { opacity: 0, transform: `translate(${at.x}px, ${at.y - 52}px)` }], { duration: 1500 });
    if (rise) rise.finished.catch(() => {}).then(() => tag.remove()); else setTimeout(() => tag.remove(), 1500);
    await this.move(flying, at, home, 460);
    flying.remove();
  }
}
