// The whole question in the address: whoever opens it asks the same.

export function readPlace() {
  const said = new URLSearchParams(location.search);
  const { tab = "odds", rules = "", strategy = "{}", ...wanted } = Object.fromEntries(said);
  return { tab, rules, strategy: readJson(strategy), wanted };
}

function readJson(text) {
  try {
    const found = JSON.parse(text);
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

export function writePlace({ tab, rules, strategy, wanted }) {
  const said = new URLSearchParams();
  if (tab !== "odds") said.set("tab", tab);
  if (rules.trim()) said.set("rules", rules);
  if (Object.keys(strategy).length) said.set("strategy", JSON.stringify(strategy));
  for (const [name, value] of Object.entries(wanted)) if (value !== "") said.set(name, value);
  const query = said.toString();
  history.replaceState(null, "", location.pathname + (query ? `?${query}` : ""));
}
