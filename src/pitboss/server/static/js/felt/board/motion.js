// Flights: what has moved since the last drawing is shown moving from where it was.
import { still } from "../../words.js";

const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const DEAL = 320;
const MOVE = 220;
const FLIP = 280;

export class Motion {
	constructor(root) {
		this.root = root;
	}

	remember() {
		if (still() || document.hidden) return null;
		const before = new Map();
		for (const node of this.root.querySelectorAll("[data-id].card, [data-id].tag")) {
			before.set(node.dataset.id, { at: node.getBoundingClientRect(), text: node.dataset.card, node });
		}
		return before;
	}

	play(before) {
		const shoe = this.root.querySelector(".shoe")?.getBoundingClientRect();
		for (const node of this.root.querySelectorAll("[data-id].card, [data-id].tag")) {
			const old = before.get(node.dataset.id);
			const isCard = node.classList.contains("card");
			const now = node.getBoundingClientRect();
			if (!old) this.fly(node, isCard ? (shoe?.width ? shoe : this.above()) : this.below(), now, isCard ? DEAL : MOVE);
			else if (old.text !== node.dataset.card) this.flip(node);
			else this.fly(node, old.at, now, MOVE);
		}
	}

	above() {
		const { left, top, width } = this.root.getBoundingClientRect();
		return { left: left + width, top, width: 0, height: 0 };
	}

	below() {
		const { left, bottom, width } = this.root.getBoundingClientRect();
		return { left: left + width / 2, top: bottom, width: 0, height: 0 };
	}

	fly(node, from, to, milliseconds) {
		const x = from.left + from.width / 2 - (to.left + to.width / 2);
		const y = from.top + from.height / 2 - (to.top + to.height / 2);
		if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
		const frames = [{ translate: `${x}px ${y}px` }, { translate: "0 0" }];
		node.animate(frames, { duration: milliseconds, easing: EASE });
	}

	flip(node) {
		const frames = [{ scale: "0 1.04" }, { scale: "1 1" }];
		node.animate(frames, { duration: FLIP, easing: EASE });
	}
}

// Move a node that lies over the page to the middle of a box, where it goes; or from there to its place.
export async function glide(node, box, milliseconds, { isBack = false, isLast = false } = {}) {
	const at = node.getBoundingClientRect();
	const translate = `${box.left + box.width / 2 - at.left - at.width / 2}px ${box.top - at.top}px`;
	const frames = [
		{ translate: "0 0", opacity: 1 },
		{ translate, opacity: 0.2 },
	];
	const direction = isBack ? "reverse" : "normal";
	await node.animate(frames, { duration: milliseconds, easing: EASE, direction }).finished.catch(() => {});
	if (isLast) node.remove();
}
