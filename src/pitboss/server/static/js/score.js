// The score sheet: every round you have played, and how it went.
import { ask, complain, el, money, svg } from "./words.js";

const WIDE = 600, HIGH = 200;

export async function showScore() {
  try {
    const rounds = await ask("GET", "/api/me/score");
    const net = rounds.reduce((sum, round) => sum + round.net, 0);
    const won = rounds.filter((round) => round.net > 0).length;
    const dialog = el("dialog", { "aria-label": "Score sheet" }, el("form", { method: "dialog" },
      el("h2", {}, "Score sheet"),
      el("p", {}, rounds.length ? `${rounds.length} rounds, ${won} of them won; net ${money(net)}.` : "No round is over yet."),
      rounds.length ? plot(rounds, net) : null,
      el("div", { class: "row end" }, el("button", { class: "button first" }, "Good"))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  } catch (fault) { complain(fault.message); }
}

function plot(rounds, net) {
  let sum = 0;
  const sums = [0, ...rounds.map((round) => (sum += round.net))];
  const low = Math.min(...sums), high = Math.max(...sums), span = high - low || 1;
  const x = (n) => 8 + n / Math.max(sums.length - 1, 1) * (WIDE - 16);
  const y = (value) => 12 + (high - value) / span * (HIGH - 24);
  const line = sums.map((value, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `your net by round, from ${money(low)} to ${money(high)}, now ${money(net)}`, class: "plot" },
    svg("path", { d: `M8 ${y(0)}H${WIDE - 8}`, class: "zero" }), svg("path", { d: line, class: "net" }));
  return picture;
}
