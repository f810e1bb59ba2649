// What players say, as a bubble at their seat, and the seat whose turn it is lit.
import { svg } from "../../words.js";

const LETTER = 9.4;
const TURNS = new Set(["offered", "answered"]);
const ENDS = new Set(["turned", "settled", "round-ended"]);

// The last word is said by a seat, and nothing of the dealer's came since.
const seatInTurn = (events) => {
  const last = events.findLast((one) => TURNS.has(one.event) || ENDS.has(one.event));
  return last && TURNS.has(last.event) ? (last.seat ?? (last.seats?.length === 1 ? last.seats[0] : null)) : null;
};

export class Spoken {
  constructor(felt) {
    this.felt = felt;
    this.said = new Map(); // seat → words
    this.nodes = [];
  }

  clear() {
    this.said.clear();
    this.draw();
  }

  // The event that happened last of these.
  hear({ event, seat, answer }, events) {
    if (event === "answered" && answer) this.said.set(seat, answer.replaceAll("-", " "));
    this.draw(events);
  }

  // Also again on a felt that was drawn anew.
  draw(events = []) {
    this.light(seatInTurn(events));
    for (const node of this.nodes) node.remove();
    this.nodes = [...this.said].map(([seat, words]) => this.bubble(seat, words)).filter(Boolean);
  }

  bubble(seat, words) {
    const area = this.felt.area(seat);
    if (!area) return null;
    const wide = Math.max(words.length * LETTER + 20, 44);
    const text = svg("text", { y: 5 });
    text.textContent = words.charAt(0).toUpperCase() + words.slice(1);
    const plate = svg("rect", { x: -wide / 2, y: -13, width: wide, height: 26, rx: 13 });
    const tail = svg("path", { d: "M-7-12 0-21 7-12Z" });
    const node = svg("g", { class: "bubble", "aria-hidden": "true" }, tail, plate, text);
    const scale = Math.max(1, 0.8 / area.scale);
    const y = area.small ? 22 : 160 * this.felt.down + 30;
    node.setAttribute("transform", `translate(0 ${y}) scale(${scale})`);
    area.layer.append(node);
    return node;
  }

  light(now) {
    for (const [name, { group }] of this.felt.areas ?? []) group.classList.toggle("asked", name === `seat-${now}`);
  }
}
