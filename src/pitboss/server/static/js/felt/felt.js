// The felt: the printed layout below, the live layer above it, and where things lie on both.
import { still, svg } from "../words.js";
import { Bets } from "./bets.js";
import { Piles } from "./piles.js";
import { Rack } from "./rack.js";

const EASE = "cubic-bezier(.22,.7,.25,1)";
const STEP = 10; // a felt is drawn for sizes this far apart, and fits what lies between

const fitted = (pixels) => Math.max(Math.floor(pixels / STEP) * STEP, 160);

export class Felt {
  // `source` is the address of the layout: /api/tables/ID/layout or /api/games/NAME/layout.
  constructor(stage, source) {
    this.stage = stage;
    this.source = source;
    this.quick = true; // nothing is animated: catching up
    this.piles = new Piles(this);
    this.bets = new Bets(this);
    this.rack = new Rack(this);
  }

  get size() {
    return { width: fitted(this.stage.clientWidth), height: fitted(this.stage.clientHeight) };
  }

  // `side` adds to the question: `dealers` for the dealer's side, `only` for the seats that are drawn.
  async draw(front, side = []) {
    const { width, height } = this.size;
    const drawn = `${width}x${height} ${front ?? ""} ${side}`;
    if (drawn === this.drawn) return;
    const query = new URLSearchParams([
      ...Object.entries({ width, height, ...(front ? { seat: front } : {}) }),
      ...side,
    ]);
    const response = await fetch(`${this.source}?${query}`);
    if (!response.ok) return;
    const printed = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    this.drawn = drawn;
    this.front = front;
    this.lay(document.importNode(printed, true));
  }

  lay(printed) {
    this.felt = printed;
    this.down = "turned" in printed.dataset ? -1 : 1; // where a player sits, seen from the middle of the seat
    this.felt.removeAttribute("role");
    this.felt.removeAttribute("aria-label");
    this.width = this.felt.viewBox.baseVal.width;
    this.column = (printed.dataset.column ?? `0 ${this.width}`).split(" ").map(Number); // the dealer's own
    this.live = svg("svg", { class: "live", viewBox: this.felt.getAttribute("viewBox") });
    this.areas = new Map();
    for (const group of this.felt.querySelectorAll("[data-area]")) {
      const layer = svg("g", { transform: group.getAttribute("transform") });
      layer.cards = svg("g");
      layer.chips = svg("g");
      layer.append(layer.cards, layer.chips);
      const [x, y, scale, turn] = ["x", "y", "scale", "turn"].map((name) => Number(group.dataset[name]));
      this.areas.set(group.dataset.area, { group, layer, x, y, scale, turn, small: "small" in group.dataset });
      this.live.append(layer);
    }
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    sheet.append(this.felt, this.live);
    this.stage.replaceChildren(sheet);
    this.piles.clear();
    this.bets.clear();
    this.rack.draw();
  }

  // Whose something is, for people who listen.
  owner(seat) {
    return seat == null ? "the dealer's" : seat === this.front ? "yours" : `seat ${seat}'s`;
  }

  title(bet) {
    return this.titles?.get(bet) ?? bet;
  }

  area(seat) {
    return this.areas.get(seat ? `seat-${seat}` : "dealer");
  }

  spotArea(seat) {
    const home = this.area(seat);
    return this.areas.get("field") ?? home;
  }

  // A point of the whole drawing in the units of an area.
  into(area, x, y) {
    const angle = (-area.turn * Math.PI) / 180;
    const px = (x - area.x) / area.scale;
    const py = (y - area.y) / area.scale;
    return { x: px * Math.cos(angle) - py * Math.sin(angle), y: px * Math.sin(angle) + py * Math.cos(angle) };
  }

  // Where a seat's own chips are.
  home(seat, area) {
    const home = this.area(seat);
    return area === home ? { x: 0, y: home.small ? 20 : 170 * this.down } : this.into(area, home.x, home.y);
  }

  // The shoe, the rack or the tray, in the units of an area.
  spot(name, area) {
    const node = this.felt.querySelector(`[data-spot="${name}"]`);
    return this.into(area, Number(node?.dataset.x ?? 0), Number(node?.dataset.y ?? 0));
  }

  get isStill() {
    return this.quick || this.hurried || still() || document.hidden;
  }

  async move(node, to, from = null, milliseconds = 320) {
    const before = from ? transform(from) : node.style.transform;
    node.style.transform = transform(to);
    if (this.isStill || before === node.style.transform || !before) return;
    const frames = [{ transform: before }, { transform: node.style.transform }];
    await node.animate(frames, { duration: milliseconds, easing: EASE }).finished.catch(() => {});
  }
}

const transform = ({ x, y, turn = 0, scale = 1 }) => `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${scale})`;
