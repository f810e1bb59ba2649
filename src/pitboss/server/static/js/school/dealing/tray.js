// The dealer's tray: a payout is built chip by chip.
import { colours, columns } from "../../felt/chips.js";
import { button, el, money, svg } from "../../words.js";
import { once } from "../clicks.js";

export class Tray {
  constructor(chips, pay) {
    this.built = 0;
    this.worths = [];
    this.stack = svg("svg", { class: "cut-out", viewBox: "-190 -56 190 56", "aria-hidden": "true" });
    this.total = el("output", { class: "built", "aria-live": "polite" });
    const worths = chips.map((worth, place) =>
      coloured(worth, {
        class: "button chip-of-tray",
        "data-key": `chip-${worth}`,
        "aria-label": `Add a chip of ${money(worth)}`,
        title: `Key ${place + 1}`,
        onclick: () => this.add(worth),
      }),
    );
    const clear = button("Start again", {
      class: "button plain",
      "data-key": "clear",
      onclick: () => this.clear(),
    });
    this.pay = button("Pay", { class: "button first", "data-key": "pay", onclick: once(() => pay(this.built)) });
    this.node = el(
      "div",
      { class: "tray", role: "group", "aria-labelledby": "ask", tabindex: "-1" },
      el("div", { class: "row" }, ...worths),
      el("div", { class: "row" }, this.stack, this.total, clear, this.pay),
    );
    this.show();
  }

  clear() {
    this.worths = [];
    this.show();
  }

  add(worth) {
    this.worths.push(worth);
    this.show();
  }

  show() {
    this.built = this.worths.reduce((sum, worth) => sum + worth, 0);
    this.stack.replaceChildren(...columns(this.worths));
    this.total.textContent = money(this.built);
    this.pay.disabled = !this.built;
    this.pay.setAttribute("aria-label", `Pay ${money(this.built)}`);
  }
}

// Like the chips on the felt.
function coloured(worth, about) {
  const node = button(money(worth), about);
  const { colour, ink } = colours(worth);
  node.style.background = colour;
  node.style.color = ink;
  return node;
}
