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

	// Where the chips of a bet are, before the felt is drawn without them.
	find({ seat, bet, hand = 1 }) {
		const tag = this.stage.querySelector(`.own [data-id="stake-${seat}-${CSS.escape(bet)}-${hand}"]`);
		const spot = this.stage.querySelector(`.own [data-bet="${CSS.escape(bet)}"]`);
		const chips = (tag ?? spot?.querySelector(".ring"))?.querySelector(".stack");
		if (!chips || still()) return null;
		return { at: chips.getBoundingClientRect(), hand: tag?.closest(".hand"), cell: spot?.closest(".cell") };
	}

	settle({ stake, back }, { at, hand, cell }) {
		const dealer = this.stage.querySelector(".dealer").getBoundingClientRect();
		if (!back) return glide(this.put(stake, at), dealer, HOME, { isLast: true });
		const result = (cell ?? hand?.querySelector(".result"))?.getBoundingClientRect();
		const { left, right, bottom, width } = result ?? at;
		const middle = left + width / 2;
		const from = cell
			? { left: middle - at.width, bottom: result.top + at.width / 2 } // on the edge, clear of its words
			: { left: result ? left - at.width - 4 : left, bottom };
		this.rest(this.put(Math.min(stake, back), { width: at.width, ...from }));
		if (back <= stake) return null;
		const to = cell ? middle : result ? right + 4 : left + at.width * 0.8;
		const won = this.put(back - stake, { width: at.width, left: to, bottom: from.bottom });
		this.rest(won);
		return glide(won, dealer, OUT, { isBack: true });
	}

	put(amount, { left, bottom, width }) {
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
