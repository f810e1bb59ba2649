// A class: opened by a trainer, joined with a code, and seen with the trainer's link alone.
import { store, stored } from "../settings.js";
import { showMe } from "../lobby/me.js";
import { ask, button, capital, complain, copyText, el } from "../words.js";
import { skillTitle } from "./levels.js";
import { grid, links, percent, share } from "./standing.js";

const REFRESH_MS = 5000;
const KEPT = "classes-taught";

// The classes that were opened in this browser: name and key of each.
const taught = () => stored(KEPT) ?? [];
const remember = (classes) => store(KEPT, classes);
const forget = (key) => remember(taught().filter((one) => one.key !== key));

const input = (key, size) =>
	el("input", { type: "text", class: "input", maxlength: size, required: true, id: key, "data-key": key });

// Open a class and go to its page, and the classes opened before.
export function teachPanel(go) {
	const mine = el("ul", { class: "mine", "aria-label": "Your classes" });
	mine.replaceChildren(
		...(taught().length ? [el("li", {}, "Your classes:")] : []),
		...taught().map(({ name, key }) => el("li", {}, el("a", { class: "button", href: `/school/class/${key}` }, name))),
	);
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
			const made = await ask("POST", "/api/school/classes", { name: title.value });
			remember([...taught(), { name: made.name, key: made.key }]);
			go(`/school/class/${made.key}`);
		} catch (fault) {
			complain(fault.message);
		}
	});
	return el("section", { class: "panel padded" }, el("h2", {}, "Teach a class"), open, mine);
}

// Join a class, and the classes that one is in.
export function joinPanel() {
	const mine = el("ul", { class: "mine" });
	const code = input("code", 20);
	const who = nameField();
	const join = el(
		"form",
		{ class: "inline-form" },
		el("label", { class: "field", for: "code" }, el("span", {}, "Code from your trainer"), code),
		who.node,
		el("button", { class: "button", "data-key": "join-class" }, "Join class"),
	);
	join.addEventListener("submit", async (event) => {
		event.preventDefault();
		if ((await who.save()) && (await change(`${encodeURIComponent(code.value.trim())}/join`))) showMine(mine);
	});
	showMine(mine);
	return el("section", { class: "panel padded join" }, el("h2", {}, "Join a class"), join, mine);
}

// The name that the trainer will see: numbered guests in a class could not be distinguished.
function nameField() {
	const name = el("input", { type: "text", class: "input", maxlength: 80, autocomplete: "name", id: "trainee-name" });
	showMe().then(({ nick }) => {
		if (/^Guest \d+$/.test(nick)) name.placeholder = nick;
		else name.value = nick;
	});
	const node = el("label", { class: "field", for: name.id }, el("span", {}, "Your name, for the trainer"), name);
	const save = async () => {
		if (!name.value.trim()) return true;
		try {
			await showMe(await ask("PUT", "/api/me", { nick: name.value }));
			return true;
		} catch (fault) {
			complain(fault.message);
			return false;
		}
	};
	return { node, save };
}

async function change(what) {
	try {
		return await ask("POST", `/api/school/classes/${what}`);
	} catch (fault) {
		complain(fault.message);
		return null;
	}
}

async function showMine(list) {
	const joined = await ask("GET", "/api/school/classes").catch(() => []);
	const item = ({ name, code }) => {
		const leave = button("Leave", {
			class: "button plain",
			"aria-label": `Leave ${name}`,
			onclick: async () => (await change(`${code}/leave`)) && showMine(list),
		});
		return el("li", {}, `You are in ${name}. The trainer sees your progress. `, leave);
	};
	list.replaceChildren(...joined.map(item));
}

// The page of a join link.
export async function join(view, code) {
	const { name } = await ask("GET", `/api/school/classes/${code}`);
	document.title = `${name} · pitboss`;
	const words =
		"The trainer will see your name, how many questions you answered and got right, what is due, " +
		"and whether you are ready for the table test.";
	const who = nameField();
	const joined = () => {
		const start = el("a", { class: "button action", href: "/school" }, "Start practising");
		const said = el("p", { role: "status" }, `You are in ${name}. The trainer sees your progress.`);
		view.replaceChildren(el("div", { class: "school standing" }, el("h1", {}, name), said, el("p", {}, start)));
		start.focus();
	};
	const yes = button(`Join ${name}`, {
		class: "button first",
		"data-key": "join",
		onclick: async () => (await who.save()) && (await change(`${code}/join`)) && joined(),
	});
	who.node.classList.add("narrow");
	const parts = [el("h1", {}, name), el("p", {}, words), who.node, el("p", { class: "row" }, yes), links()];
	view.replaceChildren(el("div", { class: "school standing" }, ...parts));
}

// The trainer's page: each game in turn.
export async function trainersView(view, key) {
	const games = await ask("GET", "/api/school/games");
	const place = el("div", { class: "standing" });
	const heading = el("h1", {}, "The class");
	let wanted = new URLSearchParams(location.search).get("game");
	const choice = el(
		"select",
		{
			id: "game",
			class: "input",
			"data-key": "game",
			onchange: () => {
				wanted = choice.value;
				history.replaceState(null, "", `${location.pathname}?game=${wanted}`);
				show();
			},
		},
		...games.map((game) => el("option", { value: game.name, selected: game.name === wanted }, game.title)),
	);
	const standingIn = (game) => ask("POST", "/api/school/class", { key, game });
	// The answers in each game are shown with its name; the game with most of them is shown first.
	const count = async () => {
		const all = await Promise.all(games.map(({ name }) => standingIn(name)));
		const asked = all.map(({ trainees }) => trainees.reduce((sum, row) => sum + row.asked, 0));
		for (const [n, option] of [...choice.options].entries()) {
			if (asked[n]) option.textContent = `${games[n].title}: ${asked[n]} answer${asked[n] === 1 ? "" : "s"}`;
		}
		const most = Math.max(...asked);
		if (!wanted && most) choice.value = games[asked.indexOf(most)].name;
	};
	let facts = "";
	const show = async () => {
		try {
			const data = await standingIn(choice.value);
			if (facts === JSON.stringify(data)) return;
			facts = JSON.stringify(data);
			document.title = `${data.name} · pitboss`;
			heading.textContent = data.name;
			place.replaceChildren(...standing(data));
		} catch (fault) {
			clearInterval(timer);
			place.replaceChildren(el("p", { class: "quiet" }, `${capital(fault.message)}.`));
		}
	};
	const closed = () => {
		clearInterval(timer);
		place.replaceChildren(el("p", { class: "quiet" }, `${heading.textContent} is closed.`));
	};
	const refresh = async () => {
		if (!wanted) await count().catch(() => {}); // what is wrong with the class is said below
		await show();
	};
	const timer = setInterval(() => document.hidden || refresh(), REFRESH_MS);
	view.replaceChildren(
		el(
			"div",
			{ class: "school standing" },
			el("p", { class: "crumbs" }, el("a", { href: "/school/trainers" }, "For trainers"), " › Class"),
			heading,
			el("label", { class: "field narrow", for: "game" }, el("span", {}, "Game"), choice),
			place,
			links(closing(heading, key, closed)),
		),
	);
	await refresh();
	return () => clearInterval(timer);
}

const closing = (heading, key, closed) =>
	button("Close the class", {
		"data-key": "close-class",
		onclick: async () => {
			if (!confirm(`Close ${heading.textContent} for good? Its trainees keep their progress.`)) return;
			try {
				await ask("POST", "/api/school/class/close", { key });
				forget(key);
				closed();
			} catch (fault) {
				complain(fault.message);
			}
		},
	});

function standing({ trainees, code, title }) {
	const ready = trainees.filter((row) => row.ready).length;
	const count = `${trainees.length} in the class, ${ready} ready for the table test of ${title}.`;
	const address = new URL(`/school/join/${code}`, location.href).href;
	const copied = el("span", { class: "soft", role: "status" });
	const copy = button("Copy link", {
		onclick: async () => {
			copied.textContent = (await copyText(address)) ? "Copied." : address;
		},
	});
	const words = el("b", { "data-key": "class-code" }, code);
	const way = el("p", { class: "row wrap" }, "Trainees join with the code ", words, " or the link", copy, copied);
	const own = "This page's address is your trainer's link: save it to use another browser.";
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
	const heads = ["Name", "Table test", "Answered", "Right", "Questions due", "Motions due", ...skills.map(skillTitle)];
	const table = trainees.length
		? grid("The class", heads, cells)
		: el("p", { class: "soft" }, "Nobody has joined yet. Give out the code or the link to join.");
	return [el("p", {}, count), way, table, el("p", { class: "soft" }, own)];
}
