// How you stand in a game, and how the class does.
import { ask, capital, el } from "../words.js";
import { quoted } from "./clauses.js";
import { dealAt } from "./levels.js";

const TAKES = "Not ready for the table test yet: it takes fifty questions, nine of ten right, and nothing due.";
const many = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

// Questions are practised and motions dealt: the two stand apart wherever something is due.
export const questionsDue = (number) => `${many(number, "question")} due today`;
export const motionsDue = (number) => `${many(number, "motion")} to master by dealing`;

// Whether the table test may be sat, and if not, what is missing.
export const readiness = ({ ready, skills, due, motions_due: motions }) => {
  if (ready) return "You are ready for the table test.";
  const sum = (key) => skills.reduce((all, row) => all + row[key], 0);
  const waiting = [due.length && many(due.length, "question"), motions.length && many(motions.length, "motion")];
  const rest = waiting.filter(Boolean).join(" and ");
  const stands = `${TAKES} So far ${sum("right")} of ${sum("asked")} right`;
  return rest ? `${stands}; ${rest} still due.` : `${stands}.`;
};

export const percent = (right, asked) => (asked ? `${Math.round((100 * right) / asked)} %` : "–");

export async function progress(view, game) {
  const told = await ask("GET", `/api/school/progress?game=${game}`);
  document.title = `${told.title}: your progress · pitboss`;
  const asked = told.skills.reduce((sum, row) => sum + row.asked, 0);
  const start = el("a", { class: "button first", href: `/school/${game}/quiz`, "data-key": "practise" }, "Practise");
  const parts = asked
    ? [
        el("p", { "data-key": "ready" }, readiness(told)),
        el("h2", {}, "By skill"),
        grid(
          "Each skill",
          ["Skill", "Asked", "Right", "Seconds each", "Due", "Mastered"],
          told.skills.map((row) => [
            capital(row.skill),
            row.asked,
            percent(row.right, row.asked),
            row.seconds,
            row.due,
            `${row.mastered} of ${row.facts}`,
          ]),
        ),
        el("h2", {}, "By day"),
        days(told.days),
        grid(
          "Each day",
          ["Day", "Asked", "Right", "Seconds each"],
          [...told.days].reverse().map((row) => [row.day, row.asked, percent(row.right, row.asked), row.seconds]),
        ),
        el("h2", {}, "By rule, weakest first"),
        grid(
          "Each clause",
          ["Clause", "Asked", "Right", "Seconds each"],
          told.clauses.map((row) => [
            quoted(row.clause, game, row.clause),
            row.asked,
            percent(row.right, row.asked),
            row.seconds,
          ]),
        ),
      ]
    : [el("p", {}, "You have not practised this game yet.")];
  const take = el(
    "a",
    { class: "button", href: "/api/school/export", download: "practice.json" },
    "Export my progress",
  );
  const due = el("p", { class: "today" }, `${questionsDue(told.due.length)}. `, start);
  const { length: motions } = told.motions_due;
  const deal = el(
    "a",
    { class: "button first", href: dealAt({ name: game, steps: told.steps }), "data-key": "deal" },
    "Deal a round",
  );
  const hands = motions ? el("p", { class: "today" }, `${motionsDue(motions)}. `, deal) : null;
  view.replaceChildren(
    el(
      "div",
      { class: "school standing" },
      el("p", { class: "crumbs" }, el("a", { href: `/school?game=${game}` }, "School"), ` › ${told.title}`),
      el("h1", {}, `${told.title}: your progress`),
      due,
      hands,
      ...parts,
      links(take),
    ),
  );
}

export const links = (...more) =>
  el("p", { class: "row" }, ...more, el("a", { class: "button", href: "/school" }, "Back to the school"));

export function grid(name, heads, rows) {
  const top = el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)));
  const put = (words) => (words instanceof Node ? words : String(words));
  const cell = (words, n) => (n ? el("td", {}, put(words)) : el("th", { scope: "row" }, ...[words].flat()));
  const body = rows.map((row) => el("tr", {}, ...row.map(cell)));
  const whole = el("table", {}, el("thead", {}, top), el("tbody", {}, ...body));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, whole);
}

// Bars by day: how many of the answers were right.
function days(rows) {
  const most = Math.max(...rows.map((row) => row.asked), 1);
  const bars = rows
    .slice(-30)
    .map((row) =>
      el(
        "li",
        { title: `${row.day}: ${row.right} of ${row.asked} right`, style: null },
        bar(row.asked / most, row.right / Math.max(row.asked, 1)),
      ),
    );
  return el("ul", { class: "bars", "aria-hidden": "true" }, ...bars);
}

function bar(high, share) {
  const whole = el("span", { class: "whole" });
  const right = el("span", { class: "right" });
  whole.style.height = `${Math.max(high * 100, 4)}%`;
  right.style.height = `${share * 100}%`;
  whole.append(right);
  return whole;
}
