// Who you are: nickname and purse, at the top of every page.
import { ask, button, complain, el, money, showDialog } from "../words.js";

export async function showMe(found) {
	const me = found ?? (await ask("GET", "/api/me"));
	const purse = el(
		"span",
		{ class: "purse", role: "img", "aria-label": `bankroll ${money(me.bankroll)}` },
		money(me.bankroll),
	);
	const rename = button("", {
		class: "button plain who",
		title: "Change your nickname",
		"aria-label": `${me.nick}: change your nickname`,
		onclick: () => newName(me),
	});
	rename.append(
		el("span", { class: "avatar", "aria-hidden": "true" }, [...me.nick][0]?.toUpperCase() ?? "?"),
		el("span", { class: "nick" }, me.nick),
	);
	const more = me.may_rebuy ? button("Buy in again", { onclick: rebuy }) : null;
	document.getElementById("me").replaceChildren(purse, ...(more ? [more] : []), rename);
	return me;
}

const tried = async (action) => {
	try {
		await showMe(await action());
	} catch (fault) {
		complain(fault.message);
	}
};

const rebuy = () => tried(() => ask("POST", "/api/me/rebuy"));

function newName(me) {
	const input = el("input", {
		class: "input",
		name: "nick",
		maxlength: 80,
		required: true,
		value: me.nick,
		"aria-label": "Nickname",
		autocomplete: "nickname",
	});
	const rename = () => tried(() => ask("PUT", "/api/me", { nick: input.value }));
	const about = el("p", { class: "soft" }, "Shown at the tables and to your trainer.");
	const buttons = [el("button", { class: "button action" }, "Save")];
	showDialog("Your name", [about, input], { buttons, onsubmit: rename });
	input.select();
}
