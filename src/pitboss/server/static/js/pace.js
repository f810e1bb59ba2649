// How long the dealer's motions are shown: each as long as the eye needs, in total no longer than the pace allows.
import { pace } from "./settings.js";

// How long the eye needs for each kind of event before the next one may begin, in milliseconds.
const NEEDS = {
	dealt: 140,
	turned: 280,
	moved: 110,
	settled: 90,
	motioned: 220,
	answered: 110,
	folded: 200,
	discarded: 40,
	tucked: 200,
	voided: 900,
	"hand-read": 600,
	"token-placed": 400,
	"tokens-picked-up": 250,
	"tokens-locked-up": 200,
	"laid-sideways": 300,
	"free-bet-ended": 150,
	"round-ended": 300,
};
const YOURS = { settled: 450, "free-bet-ended": 350 };
const FLIP = 1100; // the card on which everything rides
const LONG = 250; // what is over sooner than this is not worth a word

export class Pace {
	constructor() {
		this.rest();
	}

	// Nothing is being shown, so the next motions have the full time.
	rest() {
		this.ends = null;
		this.skipped = false;
		this.factor = 1;
		this.total = 0;
	}

	needs(event, own) {
		if (event.event === "dealt" && event.at === "flip") return FLIP;
		return (event.seat === own && YOURS[event.event]) || (NEEDS[event.event] ?? 0);
	}

	// These events are next, with others queued behind them; all share the remaining time.
	begin(events, waiting, own) {
		const { most, slow } = pace();
		this.own = own;
		this.ends ??= performance.now() + most;
		this.slow = slow;
		this.total = events.reduce((sum, event) => sum + this.needs(event, own) * slow, 0);
		const behind = waiting.reduce((sum, event) => sum + this.needs(event, own) * slow, 0);
		const left = Math.max(this.ends - performance.now(), 0);
		this.factor = this.total + behind ? Math.min(1, left / (this.total + behind)) : 1;
	}

	get isInstant() {
		return this.slow === 0;
	}

	get isLong() {
		return !this.skipped && this.total * this.factor > LONG;
	}

	skip() {
		this.skipped = true;
		this.wake?.();
	}

	wait(event) {
		const milliseconds = this.skipped ? 0 : this.needs(event, this.own) * this.slow * this.factor;
		if (milliseconds < 1) return null;
		return new Promise((done) => {
			const timer = setTimeout(done, milliseconds);
			this.wake = () => {
				clearTimeout(timer);
				done();
			};
		});
	}
}
