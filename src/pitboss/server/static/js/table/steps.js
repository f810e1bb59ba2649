// The steps of a finished round: the lines of its log as the player read them, with each answer at its question.
import { signedMoney } from "../words.js";
import { placeName, Story } from "./story.js";

export function stepsOf({ events, asked, seat, nicks, bets, felt, net }) {
	const steps = [{ text: "Bets are down", events: 0 }];
	let happened; // the event in hand
	let at = 0; // events up to it
	const log = {
		add(text, kind, _clause, amount) {
			const question = happened.event === "answered" && happened.seat === seat && asked.findLast((one) => one.at < at);
			const step = { text, kind, amount, events: question ? question.at : at, asked: question || null };
			if (!/\bother\b/.test(kind)) steps.push(step);
			return step;
		},
		// The step of an answer shows the question; the cards that follow are a step of their own.
		change(step, text) {
			if (step.asked) {
				if (!step.after) steps.push((step.after = { kind: step.kind }));
				step.after.text = `You get${text.slice(step.text.length + 1)}`;
				step.after.events = at;
			} else Object.assign(step, { text, events: at });
		},
	};
	const story = new Story(log, {
		names: (one) => nicks[one],
		titles: (bet) => bets.find((one) => one.name === bet)?.title ?? bet,
		places: (place) => placeName(felt, place),
	});
	for (happened of events) {
		at += 1;
		if (happened.event === "wagered" && steps.length === 1) steps[0].events = at;
		story.tell(happened, seat);
	}
	const sum = signedMoney(net);
	steps.push({ text: `Round over: ${sum}`, events: events.length });
	// a line that grew later shows what was dealt in between
	steps.reduce((before, step) => {
		step.events = Math.max(step.events, before);
		return step.events;
	}, 0);
	return steps;
}
