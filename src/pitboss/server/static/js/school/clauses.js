// Rulings are read where they are quoted: each number, as C-10, is a button that opens its text.
import { ask, button, complain, dialog, el } from "../words.js";

const NUMBER = /\b([A-Z][A-Z0-9]*-\d+)\b/;
const known = new Map();

const rulings = (game) => {
  if (!known.has(game)) known.set(game, ask("GET", `/api/school/rulings?game=${game}`));
  return known.get(game);
};

// The words with their numbers as buttons: what to put into an element.
export const quoted = (words, game) =>
  words.split(NUMBER).map((part, place) => (place % 2 ? number(part, game) : part));

const number = (ruling, game) =>
  button(ruling, { class: "bare ruling-number", "aria-haspopup": "dialog", onclick: () => open(ruling, game) });

async function open(ruling, game) {
  try {
    const text = (await rulings(game))[ruling] ?? "It stands in the sheet of another game.";
    const close = el("button", { class: "button first" }, "Good");
    const form = el("form", { method: "dialog" }, el("h2", {}, `Ruling ${ruling}`), el("p", {}, text), close);
    dialog(`Ruling ${ruling}`, form).showModal();
  } catch (fault) {
    known.delete(game);
    complain(fault.message);
  }
}
