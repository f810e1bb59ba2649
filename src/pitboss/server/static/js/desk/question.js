// The left and right of the action bar: what is asked or happening, and what is at stake.
import { el, money } from "../words.js";

export const question = (words, small = null, kind = "") =>
  el(
    "div",
    { class: `ask ${kind}`.trim(), id: "ask", tabindex: -1 },
    el("strong", {}, words),
    small ? el("small", {}, small) : null,
  );

// What you have on the table this round, and what the house has added for you.
export function stakeBox(desk) {
  const { model, message } = desk.page;
  const { seat } = message.you;
  const staked = seat == null ? 0 : model.staked(seat);
  if (!staked) return el("div", { class: "stake" });
  const free = model.tokens.filter((one) => one.seat === seat && !one.at);
  const given = free.reduce((sum, one) => sum + (model.units.get(`${seat}|${one.bet}`) ?? 0), 0);
  return el(
    "div",
    { class: "stake" },
    el("span", {}, "At stake"),
    el("b", {}, money(staked)),
    given ? el("span", { class: "soft" }, `and ${money(given)} of the house's`) : null,
  );
}
