// Protection from double clicks and held keys: they never answer a question that has just appeared.
import { button } from "../words.js";

export const once = (act) => (event) => {
	if (event.detail <= 1) act();
};

const A_CLICK = 500; // milliseconds: who presses one button after the other in a rhythm has not read the new ones yet

// A button that does nothing for a moment.
export function resting(words, { onclick, ...about }) {
	const node = button(words, {
		...about,
		"aria-disabled": "true",
		onclick: (event) => isAwake(node) && onclick(event),
	});
	setTimeout(() => node.removeAttribute("aria-disabled"), A_CLICK);
	return node;
}

const isAwake = (node) => !node.hasAttribute("aria-disabled");

// Whether a key is being held down, so that it presses no new button.
export const isHeld = (event) => {
	if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
	return event.repeat;
};

// Numbers choose; in the tray they add chips, Backspace starts again and Enter pays.
export function press(act, key) {
	if (key === "Backspace") act.querySelector("[data-key=clear]")?.click();
	if (key === "Enter" && document.activeElement.tagName !== "BUTTON") {
		act.querySelector("[data-key=pay]:not(:disabled)")?.click();
	}
	const place = Number(key) - 1;
	if (place >= 0 && place < 9) act.querySelectorAll(".option, .chip-button")[place]?.click();
}
