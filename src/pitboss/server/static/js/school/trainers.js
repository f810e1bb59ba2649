// The trainers' page: open a class, check a certificate.
import { ask, capital, el } from "../words.js";
import { teachPanel } from "./class.js";

export async function showTrainers(view, go) {
	document.title = "For trainers · pitboss";
	view.replaceChildren(
		el(
			"div",
			{ class: "school standing trainers" },
			el("p", { class: "crumbs" }, el("a", { href: "/school" }, "School"), " › For trainers"),
			el("h1", {}, "For trainers"),
			el("p", { class: "soft" }, "Open a class, give your trainees its code, and follow their progress by skill."),
			el("div", { class: "classes" }, teachPanel(go), certificates()),
		),
	);
}

// A certificate is checked here as `pitboss drill --check` checks it.
function certificates() {
	const result = el("p", { class: "checked", role: "status" });
	const file = el("input", { type: "file", accept: ".html,text/html", id: "paper" });
	file.addEventListener("change", async () => {
		if (!file.files.length) return;
		try {
			const { words } = await ask("POST", "/api/school/check", { paper: await file.files[0].text() });
			result.className = "checked good";
			result.textContent = words;
		} catch (fault) {
			result.className = "checked bad";
			result.textContent = `${capital(fault.message)}.`;
		}
		file.value = "";
	});
	return el(
		"section",
		{ class: "panel padded" },
		el("h2", {}, "Verify a certificate"),
		el("label", { class: "field" }, el("span", {}, "The file of a table test"), file),
		result,
	);
}
