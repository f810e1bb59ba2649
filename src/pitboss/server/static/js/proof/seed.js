// Your part in the next shuffle, which the page draws for you: here you can replace it with a text of your own.
import { el } from "../words.js";
import { recordOf } from "./watch.js";

export function seedControl(page) {
	const current = recordOf(page.id)?.mine.at(-1) ?? "";
	const input = el("input", { name: "seed", maxlength: 64, value: current, "aria-label": "Your seed" });
	const words = "The page draws a new one for every shuffle, after the house has sealed its own.";
	const hint = el("p", { class: "soft", role: "status" }, words);
	const change = async () => {
		input.setCustomValidity("");
		try {
			await page.watch.setSeed(input.value);
			hint.textContent = "The next shuffle includes your text: the house has confirmed it.";
		} catch (fault) {
			input.setCustomValidity(fault.message);
			input.reportValidity();
		}
	};
	const save = el("button", { class: "button small", type: "button", "data-key": "seed", onclick: change }, "Change");
	const label = el("label", {}, "Your seed for the next shuffle: ", input);
	return el("div", { class: "seed" }, el("p", {}, label, " ", save), hint);
}
