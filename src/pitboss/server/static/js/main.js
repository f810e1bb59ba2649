// Which page this is, and who you are.
import { showLobby } from "./lobby.js";
import { ask, complain, el, money } from "./words.js";

const view = document.getElementById("view");
let leave = () => {};

export async function showMe(me) {
  me ??= await ask("GET", "/api/me");
  const box = document.getElementById("me");
  const rename = el("button", { type: "button", title: "Change your nickname", "aria-label": `You are ${me.nick}: change your nickname`, onclick: () => newName(me) }, me.nick);
  const more = me.may_rebuy && el("button", { type: "button", onclick: rebuy }, "Buy in again");
  box.replaceChildren(el("span", { class: "purse", "aria-label": `bankroll ${money(me.bankroll)}` }, money(me.bankroll)), ...(more ? [more] : []), rename);
  return me;
}

async function rebuy() {
  try { await showMe(await ask("POST", "/api/me/rebuy")); } catch (fault) { complain(fault.message); }
}

function newName(me) {
  const input = el("input", { type: "text", name: "nick", maxlength: 20, required: true, value: me.nick, "aria-label": "Nickname", autocomplete: "nickname" });
  const dialog = el("dialog", { "aria-label": "Your nickname" }, el("form", { method: "dialog", onsubmit: async () => {
    try { await showMe(await ask("PUT", "/api/me", { nick: input.value })); } catch (fault) { complain(fault.message); }
  } }, el("h2", {}, "What shall the dealer call you?"), input,
  el("div", { class: "row end" }, el("button", { class: "button first" }, "Take the name"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}

export function go(path) {
  history.pushState(null, "", path);
  route();
}

async function route() {
  leave();
  leave = () => {};
  const table = location.pathname.match(/^\/table\/([\w-]+)$/);
  try {
    await showMe();
    if (table) {
      const { sitDown } = await import("./table.js");
      leave = sitDown(view, table[1]);
    } else {
      leave = await showLobby(view);
    }
  } catch (fault) {
    view.replaceChildren(el("p", { class: "quiet" }, `The house does not answer: ${fault.message}.`));
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
addEventListener("popstate", route);
route();
