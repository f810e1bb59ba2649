// The line at your desk that says what is asked, or what is happening.
import { el } from "../words.js";

export const question = (words, small) =>
  el("p", { class: "ask", id: "ask", tabindex: -1 }, words, small ? el("small", {}, small) : null);
