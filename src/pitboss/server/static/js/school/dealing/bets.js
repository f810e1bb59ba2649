// What each bet wins on, for people who never saw the game.
import { dialog, el } from "../../words.js";

export function explainBets(meanings) {
  const told = Object.entries(meanings).flatMap(([title, meaning]) => [
    el("dt", {}, title),
    el("dd", {}, `Wins if ${meaning}.`),
  ]);
  const close = el("button", { class: "button first" }, "Good");
  const form = el("form", { method: "dialog" }, el("h2", {}, "The bets"), el("dl", {}, ...told), close);
  dialog("The bets", form).showModal();
}
