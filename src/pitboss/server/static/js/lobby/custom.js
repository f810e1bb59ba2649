// A custom table: the rules in groups, the house edge on top, the same rules as a file and in the address.
import { Field, refuseRules } from "../rules/field.js";
import { groupedFields } from "../rules/groups.js";
import { toToml } from "../rules/toml.js";
import { store, stored } from "../settings.js";
import { ask, button, el, showDialog } from "../words.js";

const TYPING_MS = 400;
const WAIT_SECONDS = 20;
const OFFICIAL = "Official rules";

export async function customTable(view, game, open) {
	const [options, text] = await Promise.all([
		ask("GET", `/api/games/${game.name}/options`),
		fetch(`/api/games/${game.name}/rules`).then((answer) => answer.text()),
	]);
	const page = new CustomTable(game, options, text, open);
	view.replaceChildren(page.node);
	await page.start();
	return () => page.stop();
}

const field = (label, input) => el("label", { class: "field" }, el("span", {}, label), input);
const number = (name, value, least, most) =>
	el("input", { type: "number", class: "input", name, min: least, max: most, value });
const percent = (share) => `${(share * 100).toFixed(2)}%`;

class CustomTable {
	constructor(game, options, text, open) {
		Object.assign(this, { game, options, open, whole: text });
		this.fields = new Map(options.map((option) => [option.name, new Field(option, () => this.fromForm())]));
		this.area = el("textarea", {
			name: "rules",
			spellcheck: "false",
			"aria-label": "House rules in TOML",
			oninput: () => this.soon(),
		});
		this.fault = el("p", { class: "fault", role: "alert" });
		this.edge = el("output", { class: "edge", role: "status" }, "…");
		this.count = el("span", { class: "soft" });
		this.node = this.draw();
	}

	draw() {
		const { game } = this;
		this.seats = {
			bots: number("bots", Math.min(2, game.seats - 1), 0, game.seats - 1),
			bets: number("bets", 45, 3, 3600),
			offers: number("offers", 30, 3, 3600),
		};
		this.hidden = el("input", { type: "checkbox", name: "private" });
		const table = el(
			"fieldset",
			{ class: "panel rule-group" },
			el("legend", {}, "Table"),
			el(
				"div",
				{ class: "rule-fields" },
				field("Bots", this.seats.bots),
				field("Seconds to bet", this.seats.bets),
				field("Seconds to answer", this.seats.offers),
				el("label", { class: "check" }, this.hidden, "Private: invite by link"),
			),
		);
		return el(
			"form",
			{ class: "custom", onsubmit: (event) => this.submit(event) },
			el(
				"div",
				{ class: "readout panel" },
				el("div", { class: "figure" }, el("span", { class: "field-label" }, "House edge"), this.edge, this.count),
				this.presetBar(),
				el("button", { class: "button action", "data-key": "open-table" }, "Open the table"),
			),
			this.fault,
			el("div", { class: "rule-groups" }, ...groupedFields(this.fields), table, this.asFile()),
		);
	}

	presetBar() {
		this.preset = el("select", {
			class: "input",
			"aria-label": "Preset",
			"data-key": "preset",
			onchange: () => this.choose(),
		});
		this.listPresets();
		const save = button("Save preset", { class: "button", "data-key": "save-preset", onclick: () => this.save() });
		return el("div", { class: "row presets" }, this.preset, save);
	}

	get saved() {
		return stored(`presets-${this.game.name}`) ?? {};
	}

	listPresets(chosen = "") {
		const names = [OFFICIAL, ...Object.keys(this.saved)];
		const options = names.map((name) => el("option", { value: name, selected: name === chosen }, name));
		this.preset.replaceChildren(el("option", { value: "" }, "Presets…"), ...options);
	}

	choose() {
		const { value } = this.preset;
		if (value) this.read(value === OFFICIAL ? "" : (this.saved[value] ?? ""));
	}

	save() {
		const input = el("input", { type: "text", class: "input", maxlength: 40, required: true, "aria-label": "Name" });
		const onsubmit = () => {
			store(`presets-${this.game.name}`, { ...this.saved, [input.value.trim()]: this.area.value });
			this.listPresets(input.value.trim());
		};
		const buttons = [el("button", { class: "button action" }, "Save")];
		showDialog("Save these rules", [field("Name", input)], { buttons, onsubmit });
	}

	asFile() {
		const load = async () => {
			if (file.files[0]) this.read(await file.files[0].text());
		};
		const file = el("input", {
			type: "file",
			accept: ".toml,text/plain",
			"aria-label": "Load a rules file",
			onchange: load,
		});
		const sheet = el(
			"details",
			{},
			el("summary", {}, "All options with their official values"),
			el("pre", { tabindex: 0 }, this.whole),
		);
		return el("details", { class: "panel file" }, el("summary", {}, "Rules as a file"), this.area, file, sheet);
	}

	// The rules in the address, so that it can be shared.
	async start() {
		this.read(new URLSearchParams(location.search).get("rules") ?? "");
	}

	stop() {
		clearTimeout(this.waiting);
	}

	read(text) {
		this.area.value = text;
		return this.check(true);
	}

	// What differs from the official rules is in the file.
	fromForm() {
		const changed = [...this.fields.values()].filter((one) => one.differs).map((one) => [one.option.name, one.value]);
		this.area.value = toToml(Object.fromEntries(changed));
		this.preset.value = "";
		this.soon();
	}

	soon() {
		clearTimeout(this.waiting);
		this.waiting = setTimeout(() => this.check(document.activeElement === this.area), TYPING_MS);
	}

	get wanted() {
		return { game: this.game.name, rules: this.area.value };
	}

	// Check the rules; with `fill` the fields are set to what the file says, but not the one being typed in.
	async check(fill = false) {
		const { wanted } = this;
		try {
			const { changed } = await ask("POST", "/api/rules/check", wanted);
			if (wanted.rules !== this.area.value) return true;
			this.fault.textContent = refuseRules(this.fields);
			for (const one of this.fields.values()) {
				if (fill && !one.node.contains(document.activeElement)) one.fill(changed[one.option.name]);
				one.mark(one.option.name in changed);
			}
			this.remember(wanted.rules);
			this.changed = Object.keys(changed).length;
			this.showEdge(wanted);
			return true;
		} catch (wrong) {
			this.fault.textContent = refuseRules(this.fields, wrong.message);
			this.edge.textContent = "–";
			return false;
		}
	}

	remember(rules) {
		const query = rules.trim() ? `?${new URLSearchParams({ rules })}` : "";
		if (this.node.isConnected) history.replaceState(null, "", `${location.pathname}${query}`);
	}

	async showEdge(wanted) {
		const found = await ask("POST", `/api/rules/edge?wait=${this.isAsked ? WAIT_SECONDS : 0}`, wanted).catch(
			() => null,
		);
		this.isAsked = found ? !found.known : false; // the answer to a second request comes as soon as it is known
		if (!found || wanted.rules !== this.area.value || !this.node.isConnected) return;
		this.edge.textContent = found.known ? this.edgeWords(found.edge) : "computing…";
		this.edge.title = found.words;
		this.count.textContent = this.changed
			? `${this.changed} rule${this.changed === 1 ? "" : "s"} changed`
			: OFFICIAL.toLowerCase();
		if (!found.known) this.showEdge(wanted);
	}

	edgeWords(edge) {
		const { edge: official } = this.game;
		if (edge == null) return "unknown";
		if (official == null || !this.changed || percent(edge) === percent(official)) return percent(edge);
		const size = Math.abs(edge - official) * 100;
		const points = size < 0.005 ? size.toPrecision(1) : size.toFixed(2);
		return `${percent(official)} → ${percent(edge)} (${edge < official ? "−" : "+"}${points} points)`;
	}

	async submit(event) {
		event.preventDefault();
		if (!(await this.check())) return;
		const { bots, bets, offers } = this.seats;
		const clocks = { bets_clock: Number(bets.value), offers_clock: Number(offers.value) };
		try {
			await this.open({ ...this.wanted, bots: Number(bots.value), ...clocks, private: this.hidden.checked });
		} catch (wrong) {
			this.fault.textContent = wrong.message;
		}
	}
}
