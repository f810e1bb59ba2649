// A card for every spot, on hover, focus or a long press: what it is, what it pays, its limits and its edge.
import { edge, guideTo, limits } from "./guide.js";
import { el } from "../words.js";

const HOVER = 450;
const PRESS = 550;

export class SpotCards {
	constructor(page) {
		this.page = page;
		this.node = el("div", { class: "spotcard", role: "tooltip", id: "spotcard", hidden: true });
		document.body.append(this.node);
		this.hide = () => this.close();
		addEventListener("pointerdown", this.hide, true);
		addEventListener("scroll", this.hide, true);
	}

	end() {
		this.close();
		this.node.remove();
		removeEventListener("pointerdown", this.hide, true);
		removeEventListener("scroll", this.hide, true);
	}

	// Spots are redrawn at times; each is armed once.
	explainOn(spot, bet, closed) {
		spot.closedFor = closed;
		if (spot.explained) return;
		spot.explained = true;
		const open = () => this.open(spot, bet);
		const later = (wait) => {
			clearTimeout(this.timer);
			this.timer = setTimeout(open, wait);
		};
		spot.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && later(HOVER));
		spot.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && later(PRESS));
		spot.addEventListener("pointerup", () => clearTimeout(this.timer));
		spot.addEventListener("pointerleave", this.hide);
		spot.addEventListener("focus", () => spot.matches(":focus-visible") && later(0));
		spot.addEventListener("blur", this.hide);
	}

	async open(spot, bet) {
		this.wanted = spot;
		const guide = await guideTo(this.page.id).catch(() => null);
		const known = guide?.bets.find((one) => one.name === bet.name);
		if (!known || this.wanted !== spot || !spot.isConnected) return;
		const closed = spot.closedFor;
		const facts = [
			["Wins if", known.meaning],
			["Pays", known.pays],
			["Limits", limits(known)],
			["House edge", edge(known, guide.edge_known)],
		];
		this.node.replaceChildren(
			el("strong", {}, known.title),
			...(closed ? [el("p", { class: "fault" }, closed)] : []),
			...(known.in_play ? [el("p", {}, "The dealer offers it during the round.")] : []),
			el("dl", {}, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
		);
		this.node.hidden = false;
		this.place(spot.getBoundingClientRect());
	}

	place(spot) {
		const { offsetWidth: wide, offsetHeight: high } = this.node;
		const left = Math.min(Math.max(spot.x + spot.width / 2 - wide / 2, 6), innerWidth - wide - 6);
		const above = spot.y - high - 8;
		const top = above > 4 ? above : Math.min(spot.bottom + 8, innerHeight - high - 4);
		Object.assign(this.node.style, { left: `${left}px`, top: `${Math.max(top, 4)}px` });
	}

	close() {
		clearTimeout(this.timer);
		this.wanted = null;
		this.node.hidden = true;
	}
}
