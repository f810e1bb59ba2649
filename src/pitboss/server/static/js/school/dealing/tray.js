// The dealer's tray: a payout is built chip by chip.
import { stack } from "../../felt/board/pieces.js";
import { button, el, money } from "../../words.js";
import { once } from "../clicks.js";

export class Tray {
	constructor(chips, pay) {
		this.built = 0;
		this.worths = [];
		this.stack = el("span", { class: "cut-out", "aria-hidden": "true" });
		this.total = el("output", { class: "built", "aria-live": "polite" });
		const worths = chips.map((worth, place) =>
			chipButton(worth, {
				class: "chip-button",
				"data-key": `chip-${worth}`,
				"aria-label": `Add a chip of ${money(worth)}`,
				title: `Key ${place + 1}`,
				onclick: (event) => {
					this.add(worth);
					if (event.detail) this.node.focus({ preventScroll: true }); // so that Enter pays instead of adding another
				},
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
		const worths = [...new Set(this.worths)].sort((one, other) => other - one);
		const count = (worth) => this.worths.filter((one) => one === worth).length;
		this.stack.replaceChildren(...worths.map((worth) => stack(worth * count(worth))));
		this.total.textContent = money(this.built);
		this.pay.disabled = !this.built;
		this.pay.setAttribute("aria-label", `Pay ${money(this.built)}`);
	}
}

function chipButton(worth, about) {
	const node = button("", about);
	node.append(stack(worth));
	return node;
}
