// The whole question in the address: the same link asks the same question.
// `sets` are the rules of the lab as TOML: one, or two that are compared.

export function readPlace() {
	const said = new URLSearchParams(location.search);
	const { tab = "odds", rules = "", versus, strategy = "{}", ...wanted } = Object.fromEntries(said);
	return { tab, sets: versus === undefined ? [rules] : [rules, versus], strategy: readJson(strategy), wanted };
}

function readJson(text) {
	try {
		const found = JSON.parse(text);
		return found && typeof found === "object" && !Array.isArray(found) ? found : {};
	} catch {
		return {};
	}
}

export function writePlace({ tab, sets, strategy, wanted }) {
	const said = new URLSearchParams();
	if (tab !== "odds") said.set("tab", tab);
	if (sets[0].trim()) said.set("rules", sets[0]);
	if (sets.length > 1) said.set("versus", sets[1]);
	if (Object.keys(strategy).length) said.set("strategy", JSON.stringify(strategy));
	for (const [name, value] of Object.entries(wanted)) if (value !== "") said.set(name, value);
	const query = said.toString();
	history.replaceState(null, "", location.pathname + (query ? `?${query}` : ""));
}
