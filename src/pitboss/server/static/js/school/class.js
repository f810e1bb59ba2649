// A class: opened by a trainer, joined with a code, and seen with the trainer's link alone.
import { ask, button, capital, complain, el } from "../words.js";
import { grid, links, percent } from "./standing.js";

// Open a class, join one, and the classes that one is in.
export function classes() {
  const result = el("div", { class: "opened", role: "status" });
  const mine = el("ul", { class: "mine" });
  const input = (key, size) =>
    el("input", { type: "text", class: "input", maxlength: size, required: true, id: key, "data-key": key });
  const title = input("class-name", 60);
  const open = el(
    "form",
    { class: "inline-form" },
    el("label", { class: "field", for: "class-name" }, el("span", {}, "Name of a new class"), title),
    el("button", { class: "button action", "data-key": "open-class" }, "Open class"),
  );
  open.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      result.replaceChildren(...opened(await ask("POST", "/api/school/classes", { name: title.value })));
    } catch (fault) {
      complain(fault.message);
    }
  });
  const code = input("code", 20);
  const join = el(
    "form",
    { class: "inline-form" },
    el("label", { class: "field", for: "code" }, el("span", {}, "Code from your trainer"), code),
    el("button", { class: "button", "data-key": "join-class" }, "Join class"),
  );
  join.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await change(`${encodeURIComponent(code.value.trim())}/join`)) showMine(mine);
  });
  showMine(mine);
  return el(
    "div",
    { class: "classes" },
    el("section", { class: "panel padded" }, el("h2", {}, "Teach a class"), open, result),
    el("section", { class: "panel padded" }, el("h2", {}, "Join a class"), join, mine),
  );
}

async function change(what) {
  try {
    return await ask("POST", `/api/school/classes/${what}`);
  } catch (fault) {
    complain(fault.message);
    return null;
  }
}

function opened({ name, code, key }) {
  const link = (path, what) => el("a", { href: path, "data-key": what }, new URL(path, location.href).href);
  return [
    el(
      "p",
      {},
      `Trainees join ${name} with the code `,
      el("b", { "data-key": "class-code" }, code),
      " or with ",
      link(`/school/join/${code}`, "join-link"),
    ),
    el(
      "p",
      {},
      "Your trainer's link. Save it now, it is not shown again: ",
      link(`/school/class/${key}`, "trainers-link"),
    ),
  ];
}

async function showMine(list) {
  const joined = await ask("GET", "/api/school/classes").catch(() => []);
  const item = ({ name, code }) => {
    const leave = button("Leave", {
      class: "button plain",
      "aria-label": `Leave ${name}`,
      onclick: async () => (await change(`${code}/leave`)) && showMine(list),
    });
    return el("li", {}, `You are in ${name}: its trainer sees how your practice goes. `, leave);
  };
  list.replaceChildren(...joined.map(item));
}

// The page of a join link.
export async function join(view, code, go) {
  const { name } = await ask("GET", `/api/school/classes/${code}`);
  document.title = `${name} · pitboss`;
  const words =
    "Its trainer will see your nickname, how many questions you answered, how many of them right, what is due, " +
    "and whether you are ready for the table test.";
  const yes = button(`Join ${name}`, {
    class: "button first",
    "data-key": "join",
    onclick: async () => (await change(`${code}/join`)) && go("/school"),
  });
  const told = [el("h1", {}, name), el("p", {}, words), el("p", { class: "row" }, yes), links()];
  view.replaceChildren(el("div", { class: "school standing" }, ...told));
}

// The trainer's page: each game in turn.
export async function trainersView(view, key) {
  const games = await ask("GET", "/api/school/games");
  const place = el("div", { role: "status" });
  const heading = el("h1", {}, "The class");
  const choice = el(
    "select",
    { id: "game", class: "input", "data-key": "game", onchange: () => show() },
    ...games.map((game) => el("option", { value: game.name }, game.title)),
  );
  const show = async () => {
    try {
      const told = await ask("POST", "/api/school/class", { key, game: choice.value });
      document.title = `${told.name} · pitboss`;
      heading.textContent = told.name;
      place.replaceChildren(...standing(told), closing(told, key, place));
    } catch (fault) {
      place.replaceChildren(el("p", { class: "quiet" }, `${capital(fault.message)}.`));
    }
  };
  view.replaceChildren(
    el(
      "div",
      { class: "school standing" },
      el("p", { class: "crumbs" }, el("a", { href: "/school/trainers" }, "For trainers"), " › Class"),
      heading,
      el("label", { class: "field narrow", for: "game" }, el("span", {}, "Game"), choice),
      place,
      links(),
    ),
  );
  await show();
}

function closing({ name }, key, place) {
  const close = button("Close the class", {
    class: "button",
    "data-key": "close-class",
    onclick: async () => {
      if (!confirm(`Close ${name} for good? Its trainees keep what they have practised.`)) return;
      try {
        await ask("POST", "/api/school/class/close", { key });
        place.replaceChildren(el("p", { class: "quiet" }, `${name} is closed.`));
      } catch (fault) {
        complain(fault.message);
      }
    },
  });
  return el("p", { class: "row" }, close);
}

function standing({ trainees, code, title }) {
  const ready = trainees.filter((row) => row.ready).length;
  const words = `${trainees.length} in the class, ${ready} ready for the table test of ${title}. Code to join: `;
  const skills = [...new Set(trainees.flatMap((row) => Object.keys(row.asked_by_skill)))];
  const cells = trainees.map((row) => [
    row.name,
    row.ready ? "Ready" : "Not yet",
    row.asked,
    percent(row.right, row.asked),
    row.due,
    row.motions_due,
    ...skills.map((skill) => share(row.skills[skill] ?? 0, row.asked_by_skill[skill] ?? 0)),
  ]);
  const heads = ["Name", "Table test", "Asked", "Right", "Due", "Motions to master", ...skills.map(capital)];
  const table = trainees.length
    ? grid("The class", heads, cells)
    : el("p", { class: "soft" }, "Nobody has joined yet. Give out the code or the link to join.");
  return [el("p", {}, words, el("b", {}, code)), table];
}

// How many of a skill's answers were right, as a bar with its figure.
function share(right, asked) {
  if (!asked) return "–";
  const bar = el("span", { class: "meter" }, el("i"));
  bar.firstChild.style.width = `${(100 * right) / asked}%`;
  return el("span", { class: "cell-meter" }, percent(right, asked), bar);
}
