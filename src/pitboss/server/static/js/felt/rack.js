// The discard rack: the cards that were picked up lie in it, face down, until the next shuffle.
import { svg } from "../words.js";

const MOST = 12; // a rack with more cards looks no fuller

export class Rack {
  constructor(felt) {
    this.felt = felt;
    this.many = 0;
  }

  take(card) {
    card.remove();
    this.many += 1;
    this.draw();
  }

  clear() {
    this.many = 0;
    this.draw();
  }

  draw() {
    this.node?.remove();
    const printed = this.felt.felt?.querySelector('[data-spot="rack"]');
    if (!printed || !this.many) return;
    const cards = Array.from({ length: Math.min(this.many, MOST) }, (_, number) =>
      svg("rect", { x: -24, y: -33 - number * 1.2, width: 48, height: 64, rx: 4, class: "racked" }),
    );
    const about = { transform: printed.getAttribute("transform"), "aria-hidden": "true", "data-racked": this.many };
    this.node = svg("g", about, ...cards);
    this.felt.live.prepend(this.node);
  }
}
