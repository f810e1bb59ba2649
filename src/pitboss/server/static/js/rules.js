// House rules of your own: for now as a file.
import { ask, el } from "./words.js";

export async function showRules(game, open) {
  const text = await (await fetch(`/api/games/${game.name}/rules`)).text();
  const area = el("textarea", { name: "rules", spellcheck: "false", "aria-label": "House rules in TOML" });
  area.value = text;
  const fault = el("p", { class: "fault", role: "alert" });
  const bots = el("input", {
    type: "number",
    name: "bots",
    min: 0,
    max: game.seats - 1,
    value: Math.min(2, game.seats - 1),
  });
  const bets = el("input", { type: "number", min: 3, max: 3600, value: 45 });
  const offers = el("input", { type: "number", min: 3, max: 3600, value: 30 });
  const hidden = el("input", { type: "checkbox" });
  const file = el("input", {
    type: "file",
    accept: ".toml,text/plain",
    "aria-label": "Load a rules file",
    onchange: async () => {
      if (file.files[0]) area.value = await file.files[0].text();
      check();
    },
  });
  const check = async () => {
    try {
      await ask("POST", "/api/rules/check", { game: game.name, rules: area.value });
      fault.textContent = "";
      return true;
    } catch (wrong) {
      fault.textContent = wrong.message;
      return false;
    }
  };
  let waiting;
  area.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, 400);
  });
  const dialog = el(
    "dialog",
    { "aria-label": `House rules of ${game.title}` },
    el(
      "form",
      {
        onsubmit: async (event) => {
          event.preventDefault();
          if (!(await check())) return;
          try {
            await open({
              game: game.name,
              rules: area.value,
              bots: Number(bots.value),
              bets_clock: Number(bets.value),
              offers_clock: Number(offers.value),
              private: hidden.checked,
            });
            dialog.close();
          } catch (wrong) {
            fault.textContent = wrong.message;
          }
        },
      },
      el("h2", {}, `${game.title} by your rules`),
      area,
      fault,
      file,
      el(
        "div",
        { class: "fields" },
        el("label", {}, "Bots", bots),
        el("label", {}, "Seconds to bet", bets),
        el("label", {}, "Seconds to answer", offers),
      ),
      el("label", { class: "row" }, hidden, "Private: only who has the address finds it"),
      el(
        "div",
        { class: "row end" },
        el("button", { class: "button", type: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { class: "button first" }, "Open the table"),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
