// The fields of a game's rules in groups: Shoe, Rules, Payouts, Limits; each says how many values were changed.
import { el } from "../words.js";

export function groupedFields(fields) {
	const groups = new Map();
	for (const field of fields.values()) {
		const name = field.option.group;
		groups.set(name, [...(groups.get(name) ?? []), field]);
	}
	return [...groups].map(([name, members]) =>
		el(
			"fieldset",
			{ class: "panel rule-group", "data-group": name },
			el("legend", {}, name),
			el("div", { class: "rule-fields" }, ...members.map((field) => field.node)),
		),
	);
}
