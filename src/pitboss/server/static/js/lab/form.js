// The form of a question: its values are part of the question and of the address.
import { blame, faultsOf } from "../rules/faults.js";
import { capital, el } from "../words.js";

const wordsOf = (name) => capital(name.replaceAll(/[-_]/g, " "));

// The fields are the parameters that the question declares, each with its error message under it. `own` holds what
// only this game or page knows, by parameter: `choices` to offer, `words` for a choice.
export function formOf(lab, question, submitLabel, own = {}) {
	const { parameters } = lab.questionsDeclared.find((each) => each.name === question);
	const entries = parameters
		.filter(({ label }) => label)
		.map(({ name, label, start, example, choices: declared }) => {
			const choices = own[name]?.choices ?? declared;
			const value = own[name]?.choices ? choices[0] : start;
			const wordsFor = own[name]?.words ?? wordsOf;
			const now = lab.place.wanted[name] ?? value;
			const id = `asked-${name}`;
			const choice = (each) => el("option", { value: each, selected: each === now }, wordsFor(each));
			const input = choices.length
				? el("select", { name, id, class: "input" }, ...choices.map(choice))
				: el("input", { type: "text", name, id, class: "input", value: now, placeholder: example });
			return {
				name,
				label,
				value,
				input,
				fault: el("span", { class: "fault", role: "alert", id: `asked-${name}-fault` }),
			};
		});
	const read = () => Object.fromEntries(entries.map(({ name, value }) => [name, lab.place.wanted[name] ?? value]));
	const submit = (event) => {
		event.preventDefault();
		for (const { name, input } of entries) lab.place.wanted[name] = input.value.trim();
		lab.again();
	};
	const refuse = (reason) => {
		const faults = faultsOf(
			reason,
			entries.flatMap(({ name, label }) => [name, label.toLowerCase()]),
		);
		for (const { name, label, input, fault } of entries) {
			blame([input], fault, faults.get(name) ?? faults.get(label.toLowerCase()));
		}
		return faults.get("") ?? "";
	};
	const form = el(
		"form",
		{ class: "asked", onsubmit: submit },
		...entries.map(({ label, input, fault }) => el("div", {}, el("label", { for: input.id }, label), input, fault)),
		el("button", { class: "button first" }, submitLabel),
	);
	return { form, read, refuse };
}
