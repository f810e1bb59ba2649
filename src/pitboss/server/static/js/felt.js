// The felt: the printed layout below, the live layer above it, and where things lie on both.
import { Bets } from "./bets.js";
import { Piles } from "./piles.js";
import { isNarrow, still, svg } from "./words.js";

const EASE = "cubic-bezier(.22,.7,.25,1)";

export class Felt {
  constructor(stage, setup) {
    this.stage = stage;
    this.setup = setup;
    this.quick = true;        // true: nothing is animated (catching up)
    this.piles = new Piles(this);
    this.bets = new Bets(this);
  }

  async draw(front) {
    const shape = isNarrow() ? "narrow" : "wide";
    if (shape === this.shape && front === this.front) return false;
    this.shape = shape; this.front = front;
    const query = new URLSearchParams({ shape, ...(front ? { seat: front } : {}) });
    const text = await (await fetch(`/api/tables/${this.setup.id}/layout?${query}`)).text();
    const printed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    this.felt = document.importNode(printed, true);
    this.felt.removeAttribute("role");
    this.live = svg("svg", { class: "live", viewBox: this.felt.getAttribute("viewBox") });
    this.areas = new Map();
    for (const group of this.felt.querySelectorAll("[data-area]")) {
      const layer = svg("g", { transform: group.getAttribute("transform") });
      layer.cards = svg("g"); layer.chips = svg("g");
      layer.append(layer.cards, layer.chips);
      this.areas.set(group.dataset.area, { group, layer, small: "small" in group.dataset });
      this.live.append(layer);
    }
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    sheet.append(this.felt, this.live);
    this.stage.dataset.shape = shape;
    this.stage.replaceChildren(sheet);
    this.piles.clear(); this.bets.clear();
    return true;
  }

  area(seat) { return this.areas.get(seat ? `seat-${seat}` : "dealer"); }

  spotArea(seat) {
    const home = this.area(seat);
    return home?.small && !this.areas.has("field") ? home : this.areas.get("field") ?? home;
  }

  // A point of the whole drawing in the units of an area.
  into(area, x, y) {
    const [, tx, ty, , turned, scale] = area.group.getAttribute("transform")
      .match(/translate\(([-\d.]+) ([-\d.]+)\)( rotate\(([-\d.]+)\))? scale\(([-\d.]+)\)/);
    const angle = -(Number(turned) || 0) * Math.PI / 180;
    const px = (x - tx) / scale, py = (y - ty) / scale;
    return { x: px * Math.cos(angle) - py * Math.sin(angle), y: px * Math.sin(angle) + py * Math.cos(angle) };
  }

  // Where a seat's own chips are.
  home(seat, area) {
    const home = this.area(seat);
    if (area === home) return { x: 0, y: home.small ? 30 : 170 };
    const [, x, y] = home.group.getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/);
    return this.into(area, Number(x), Number(y));
  }

  get shoe() { return this.shape === "wide" ? [1440, 90] : [720, 60]; }
  get rack() { return this.shape === "wide" ? [150, 60] : [60, 60]; }
  get tray() { return this.shape === "wide" ? [800, 40] : [390, 30]; }

  get isStill() { return this.quick || this.hurried || still() || document.hidden; }

  async move(node, to, from = null, milliseconds = 320) {
    const before = from ? transform(from) : node.style.transform;
    node.style.transform = transform(to);
    if (this.isStill || before === node.style.transform || !before) return;
    await node.animate([{ transform: before }, { transform: node.style.transform }], { duration: milliseconds, easing: EASE }).finished.catch(() => {});
  }
}

const transform = ({ x, y, turn = 0, scale = 1 }) => `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
