// Cards on the felt of a lesson, in the felt's own units: the same pictures as on a table.
import { svg } from "../words.js";
import { cardName, cardUse } from "./board/pieces.js";

const SIZE = { x: -30, y: -42, width: 60, height: 84 };

const named = (text, owner) => (owner ? `${cardName(text)}, ${owner}` : cardName(text));

export const card = (text, owner = "") =>
  svg(
    "g",
    { class: "card card-shadow", role: "img", "aria-label": named(text, owner), "data-card": text },
    cardUse(text, SIZE),
  );

export function turn(node, text, owner = "") {
  node.replaceChildren(cardUse(text, SIZE));
  node.setAttribute("aria-label", named(text, owner));
  node.dataset.card = text;
}
