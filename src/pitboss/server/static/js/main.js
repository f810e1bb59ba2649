// The router: which page an address opens.
import { showMe } from "./lobby/me.js";
import { showTheme, switchTheme } from "./settings.js";
import { el } from "./words.js";

const view = document.getElementById("view");
let leave = () => {};
let turns = 0;

// The styles of a page: loaded in one request before it is shown, and switched off on the others.
const links = new Map();

const styles = async (names) => {
	if (!links.has(names)) links.set(names, fetched(names.split(" ").join("+")));
	const wanted = await links.get(names).catch((fault) => {
		links.delete(names);
		throw fault;
	});
	for (const link of document.querySelectorAll("link[data-page]")) link.disabled = link !== wanted;
};

const fetched = (names) =>
	new Promise((done, failed) => {
		const href = new URL(`../css/${names}.css`, import.meta.url).href;
		const link = el("link", { rel: "stylesheet", href, "data-page": names });
		link.onload = () => done(link);
		link.onerror = () => {
			link.remove();
			failed(new Error("its styles did not load"));
		};
		document.head.append(link);
	});

const PIECES = "table/pieces table/felt table/hands table/spots";
const SCREENS = "table/bar table/side table/screens table/tablet table/upright table/small table/sideways";
const TABLE = `figures guide ${PIECES} ${SCREENS}`;
const DEALING = `figures guide ${PIECES} school lesson table/dealers`;
const SCHOOL = "table/pieces figures school scene";
// Each page: its address, its styles, its script, and the function of it that draws the page.
const PAGES = [
	[/^\/table\/([\w-]+)$/, TABLE, "table/table", "sitDown"],
	[/^\/school$/, "figures school", "school/room", "showSchool"],
	[/^\/school\/trainers$/, "figures school", "school/trainers", "showTrainers"],
	[/^\/school\/([\w-]+)$/, DEALING, "school/dealing/lesson", "teach"],
	[/^\/school\/([\w-]+)\/test$/, DEALING, "school/dealing/test", "examine"],
	[/^\/school\/([\w-]+)\/quiz$/, SCHOOL, "school/quiz", "quiz"],
	[/^\/school\/([\w-]+)\/progress$/, SCHOOL, "school/standing", "progress"],
	[/^\/school\/class\/([\w-]+)$/, SCHOOL, "school/class", "trainersView"],
	[/^\/school\/join\/(\w+)$/, SCHOOL, "school/class", "join"],
	[/^\/lab$/, "table/pieces lobby lab", "lab/room", "showLab"],
	[/^\/lab\/([\w-]+)$/, "lab charts lab_charts", "lab/lab", "showGame"],
	[/^\/house$/, `${TABLE} charts table/replay lobby office`, "office/office", "showOffice"],
	[/^\/replay\/([\w-]+)\/(\d+)$/, `${TABLE} table/replay`, "table/replay", "showReplay"],
	[/^\/design$/, `${TABLE} table/design`, "felt/board/design", "showDesign"],
	[/^\/games\/([\w-]+)\/?(\w*)$/, "table/pieces lobby figures guide", "lobby/game", "showGamePage"],
	[/^\/career$/, "lobby figures charts", "career/career", "showCareer"],
	[/^/, "table/pieces lobby", "lobby/lobby", "showLobby"],
];

export function go(path) {
	history.pushState(null, "", path);
	route();
}

// The section in the header that a page belongs to.
const ROOMS = [
	["/school", /^\/school/],
	["/lab", /^\/lab/],
	["/career", /^\/(career|replay)/],
	["/", /^\/($|games|table)/],
];

function showWhere() {
	const room = ROOMS.find(([, paths]) => paths.test(location.pathname))?.[0];
	for (const link of document.querySelectorAll("#top nav a")) {
		if (link.getAttribute("href") === room) link.setAttribute("aria-current", "page");
		else link.removeAttribute("aria-current");
	}
}

async function route() {
	leave();
	leave = () => {};
	const turn = ++turns;
	showWhere();
	const page = PAGES.find(([path]) => path.test(location.pathname));
	const [pattern, names, script, show] = page;
	try {
		const [its] = await Promise.all([import(`./${script}.js`), styles(names)]);
		if (turn !== turns) return; // the user has already moved on to another page
		const place = el("div", { class: "page" }); // its own, so that what comes too late is drawn nowhere
		view.replaceChildren(place);
		if (page !== PAGES.at(-1)) await showMe().catch(() => {}); // no table lets in who has no cookie yet
		if (turn !== turns) return;
		const stop = await its[show](place, ...location.pathname.match(pattern).slice(1), go);
		if (turn !== turns) {
			stop?.();
			return;
		}
		leave = stop ?? leave;
		if (document.activeElement === document.body) view.focus({ preventScroll: true });
	} catch (fault) {
		if (turn !== turns) return;
		view.replaceChildren(el("p", { class: "quiet" }, `This page could not be opened: ${fault.message}.`));
	}
}

document.addEventListener("click", (event) => {
	const link = event.target.closest?.("a[href^='/']");
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
	event.preventDefault();
	go(link.getAttribute("href"));
});
addEventListener("popstate", route);
document.getElementById("theme").addEventListener("click", switchTheme);
showTheme();
route();
import("./proof/returning.js").then((its) => its.checkHouse(location.pathname)).catch(() => {});
