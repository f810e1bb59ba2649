// How each skill is answered: an option, an amount, a line of bets, a fault in a list, or by yourself.
import { button, capital, el } from "../words.js";
import { once } from "./clicks.js";

export function answerBox(asked, say) {
  return (FORMS[asked.skill] ?? (asked.options.length ? options : amount))(asked, say);
}

function options(asked, say) {
  const ways = asked.options.map(({ name, words }, place) =>
    button(capital(words), {
      class: "button option",
      "data-key": `option-${name}`,
      title: `Key ${place + 1}`,
      onclick: once(() => say(name)),
    }),
  );
  return el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...ways);
}

function form(say, ...children) {
  const node = el(
    "form",
    { class: "answer" },
    ...children,
    el("button", { class: "button first", "data-key": "say" }, "Answer"),
  );
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    say(node.said());
  });
  return node;
}

function amount(_asked, say) {
  const input = el("input", {
    type: "text",
    autocomplete: "off",
    "data-key": "amount",
    "aria-labelledby": "ask",
    placeholder: "+15, -10 or 0",
  });
  const node = form(
    say,
    el(
      "p",
      { class: "fine" },
      "In dollars, with a sign: + what it won (the stake not counted), - what it lost, 0 for a push.",
    ),
    input,
  );
  node.said = () => input.value;
  return node;
}

// Take, push or pay for each bet, in the order in which the dealer settles them.
function settle(asked, say) {
  const rows = asked.bets.map(([seat, bet], place) => {
    const name = `Seat ${seat}, ${bet}`;
    const act = el(
      "select",
      { "aria-label": `${name}: take, push or pay`, "data-key": `act-${place}` },
      ...["take", "push", "pay"].map((word) => el("option", { value: word }, capital(word))),
    );
    const cents = el("input", {
      type: "text",
      inputmode: "decimal",
      autocomplete: "off",
      size: 7,
      "aria-label": `${name}: dollars`,
      "data-key": `dollars-${place}`,
    });
    act.addEventListener("change", () => cents.toggleAttribute("hidden", act.value === "push"));
    return { node: el("li", {}, el("span", {}, name), act, cents), act, cents };
  });
  const node = form(say, el("ol", { class: "bets" }, ...rows.map((row) => row.node)));
  node.said = () =>
    rows.map(({ act, cents }) => (act.value === "push" ? "push" : `${act.value} ${cents.value || 0}`)).join(", ");
  return node;
}

// The wrong motion, its clause, and what it cost.
function spot(asked, say) {
  const motions = asked.told.map((words, place) =>
    el(
      "li",
      {},
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name: "motion",
          value: place + 1,
          required: true,
          "data-key": `motion-${place + 1}`,
        }),
        ` ${words}`,
      ),
    ),
  );
  const clauses = asked.options.map(({ words }, place) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: "clause",
        value: place + 1,
        required: true,
        "data-key": `clause-${place + 1}`,
      }),
      ` ${words}`,
    ),
  );
  const cost = el("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    size: 7,
    value: "0",
    "data-key": "cost",
    "aria-label": "What it cost, in dollars",
  });
  const node = form(
    say,
    el("fieldset", {}, el("legend", {}, "Which motion is wrong?"), el("ol", { class: "told" }, ...motions)),
    el("fieldset", { class: "clauses" }, el("legend", {}, "Against which clause?"), ...clauses),
    el("p", {}, "What it cost, in dollars: ", cost),
  );
  node.said = () => `${node.elements.motion.value}, ${node.elements.clause.value}, ${cost.value || 0}`;
  return node;
}

// Say it aloud, then look, and be honest.
function talk(asked, say) {
  const node = el("div", { class: "talk" });
  const look = button("Show what to say", {
    class: "button first",
    "data-key": "look",
    onclick: () => {
      const yes = button("I said that", { class: "button first", "data-key": "yes", onclick: once(() => say("yes")) });
      const no = button("Not quite", { class: "button plain", "data-key": "no", onclick: once(() => say("no")) });
      const tables = asked.tables.map((table) => el("pre", {}, table));
      node.replaceChildren(el("p", { class: "model" }, asked.model), ...tables, el("p", { class: "row" }, yes, no));
      yes.focus();
    },
  });
  node.append(el("p", { class: "fine" }, "Say it aloud, then look."), look);
  return node;
}

const FORMS = { settle, spot, talk };
