// The dealer settles: lost chips leave for the dealer; winnings rest next to their bet, then fly to your purse.
import { still } from "../../words.js";
import { glide } from "./motion.js";
import { stack } from "./pieces.js";

const OUT = 220;
const HOME = 460;
const REST = 600; // milliseconds in which chips can be read before they move

export class Payout {
	constructor(stage) {
		this.stage = stage;
		this.resting = [];
	}

	// Where the chips of a bet are, before the felt is drawn without them, and where its result will be.
	find({ seat, bet, hand = 1 }) {
		const tag = this.stage.querySelector(`.own [data-id="stake-${seat}-${bet}-${hand}"]`);
		const spot = this.stage.querySelector(`.own [data-bet="${bet}"]`);
		const chips = (tag ?? spot?.querySelector(".ring"))?.querySelector(".stack");
		return chips && !still() ? { at: chips.getBoundingClientRect(), place: tag?.closest(".hand") ?? spot } : null;
	}

	settle({ stake, back }, { at, place }) {
		const dealer = this.stage.querySelector(".dealer").getBoundingClientRect();
		if (!back) return glide(this.put(stake, at, at.left), dealer, HOME, { isLast: true });
		const { left, right, bottom } = place.querySelector(".result")?.getBoundingClientRect() ?? at;
		const beside = { bottom, width: at.width };
		this.rest(this.put(Math.min(stake, back), beside, left - at.width - 4));
		if (back <= stake) return null;
		const won = this.put(back - stake, beside, right + 4);
		this.rest(won);
		return glide(won, dealer, OUT, { isBack: true });
	}

	put(amount, { bottom, width }, left) {
		const node = stack(amount);
		node.classList.add("flying");
		Object.assign(node.style, { inset: `auto auto ${innerHeight - bottom}px ${left}px`, width: `${width}px` });
		document.body.append(node);
		return node;
	}

	rest(node) {
		this.resting.push({ node, since: performance.now() });
	}

	// The dealer has finished for now: what rests flies home.
	async home(purse) {
		const { resting } = this;
		if (!resting.length) return;
		this.resting = [];
		const latest = Math.max(...resting.map(({ since }) => since));
		await new Promise((done) => setTimeout(done, Math.max(latest + REST - performance.now(), 0)));
		const to = purse.getBoundingClientRect();
		for (const { node } of resting) glide(node, to, HOME, { isLast: true });
	}

	// The next round begins, or the player leaves.
	clear() {
		for (const node of document.querySelectorAll("body > .flying")) node.remove();
		this.resting = [];
	}
}
