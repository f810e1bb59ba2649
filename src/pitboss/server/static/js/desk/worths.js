// With hints, where cards lie before you bet: what the chips on each spot are worth on this board, in dollars.
import { announce, capital, dollars, money, pill, svg } from "../words.js";

const READABLE = 0.7; // times 15 px, the size of a pill
const TIGHT = { letter: 9, edge: 8 };

export class Worths {
  constructor(desk) {
    this.desk = desk;
    this.tags = svg("g", { "aria-hidden": "true" });
  }

  // What a unit on each spot is worth now; nothing where no board lies or none of it is known yet.
  get known() {
    const { table } = this.desk.message;
    return this.desk.hints && table.board && this.found?.board === `${table.number} ${table.board}`
      ? this.found.by
      : null;
  }

  // Asked once for each board.
  async ask() {
    const { hints, page, message } = this.desk;
    const { number, board } = message.table;
    const key = `${number} ${board}`;
    if (!hints || !board || this.asked === key) return;
    this.asked = key;
    let by = null;
    try {
      by = (await page.line.say({ type: "hint" })).worth.spots;
    } catch {
      // no hint is no harm
    }
    this.found = { board: key, by };
    if (!by || this.desk.isBusy || this.desk.message.table.number !== number) return;
    this.desk.draw();
    announce(this.words);
  }

  // The cents that the chips on a spot, or one chip where none lie, win on average.
  cents(bet) {
    return (this.known?.[bet] ?? 0) * (this.desk.bets[bet] || this.desk.chips.chip);
  }

  has(bet) {
    return this.known?.[bet] != null;
  }

  get best() {
    return Object.entries(this.known ?? {}).reduce((best, one) => (best && best[1] >= one[1] ? best : one), null)?.[0];
  }

  // The hint in a sentence: of the chips that lie there, else where a chip would lie best.
  get words() {
    const { hints, message, bets, chips } = this.desk;
    if (!hints || !message.table.board) return null;
    if (!this.known) return this.found?.by === null ? null : "Working out what each spot is worth…";
    const lying = Object.keys(bets).filter((bet) => this.has(bet));
    const sum = lying.reduce((all, bet) => all + this.cents(bet), 0);
    if (lying.length) return `On this board your chips are worth ${dollars(sum)} on average`;
    const [title, most] = [capital(this.desk.title(this.best)), dollars(this.cents(this.best))];
    return `On this board ${title} is worth most: ${most} on average for ${money(chips.chip)}`;
  }

  inWords(bet) {
    if (!this.has(bet)) return "";
    const of = this.desk.bets[bet] ? "these chips" : money(this.desk.chips.chip);
    return `Worth ${dollars(this.cents(bet))} on average for ${of}`;
  }

  // A tag on the upper edge of each open spot.
  draw(open) {
    this.tags.remove();
    this.tags.replaceChildren();
    const { page, message } = this.desk;
    const area = message.you.seat == null ? null : page.felt.spotArea(message.you.seat);
    if (!open || !area || !this.known) return;
    for (const bet of Object.keys(this.known)) {
      const spot = area.group.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
      if (spot) this.tags.append(this.tag(bet, spot, area));
    }
    area.layer.chips.append(this.tags);
  }

  tag(bet, spot, area) {
    const { x, y, width } = spot.getBBox();
    const node = pill(dollars(this.cents(bet)), `worth${bet === this.best ? " best" : ""}`, TIGHT);
    const scale = Math.max(READABLE, READABLE / area.scale);
    node.setAttribute("transform", `translate(${x + width / 2} ${y - 4 * scale}) scale(${scale})`);
    return node;
  }
}
