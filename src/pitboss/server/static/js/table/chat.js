// The Chat tab: what people at the table say, quick phrases, a line to type in, and a link to invite others.
import { checkLog, provenHead } from "../proof/heads.js";
import { invite } from "../proof/invitation.js";
import { button, complain, copyText, el } from "../words.js";

const PHRASES = [
	"Hello!",
	"Good luck!",
	"Nice hand!",
	"Well played!",
	"Ouch!",
	"Thanks!",
	"One more round?",
	"Good night!",
];
const MOST_LETTERS = 200;
const MOST_LINES = 200;

export class Chat {
	constructor(page) {
		this.page = page;
		this.unread = 0;
		this.lines = el("div", { class: "chat-lines", role: "log", "aria-label": "Chat", tabindex: 0 });
		this.quiet = el("p", { class: "soft" }, "Nobody has said anything yet.");
		this.input = el("input", {
			class: "input",
			maxlength: MOST_LETTERS,
			placeholder: "Say something",
			"aria-label": "Your message",
			autocomplete: "off",
			"data-key": "chat-input",
		});
		const form = el(
			"form",
			{ class: "chat-form", onsubmit: (event) => this.submit(event) },
			this.input,
			el("button", { class: "button", "data-key": "chat-send" }, "Send"),
		);
		const phrase = (words) =>
			button(words, { class: "button small phrase", "data-key": `say-${words}`, onclick: () => this.send(words) });
		this.node = el(
			"section",
			{ class: "chat", "aria-label": "Chat" },
			this.quiet,
			this.lines,
			el("div", { class: "phrases", role: "group", "aria-label": "Quick phrases" }, ...PHRASES.map(phrase)),
			form,
			invitation(),
		);
	}

	// Lines that the house sent; after a reconnection it sends the last ones once more.
	hear(lines, { isWhole = false } = {}) {
		if (isWhole) this.lines.replaceChildren();
		for (const line of lines) this.lines.append(this.line(line));
		while (this.lines.childElementCount > MOST_LINES) this.lines.firstChild.remove();
		this.quiet.hidden = this.lines.childElementCount > 0;
		this.lines.scrollTop = this.lines.scrollHeight;
		return lines.length;
	}

	line({ nick, seat, text }) {
		const isOwn = seat != null && seat === this.page.message?.you.seat;
		const name = isOwn ? "You" : seat == null ? `${nick} (watching)` : nick;
		return el("p", { class: `bubble${isOwn ? " own" : ""}` }, el("b", {}, name), " ", el("span", {}, text));
	}

	submit(event) {
		event.preventDefault();
		const text = this.input.value.trim();
		if (text) this.send(text).then((isSent) => isSent && (this.input.value = ""));
	}

	async send(text) {
		try {
			await this.page.line.say({ type: "chat", text });
			return true;
		} catch (fault) {
			complain(fault.message);
			return false;
		}
	}
}

function invitation() {
	const address = () => invite(location.origin + location.pathname, provenHead());
	const input = el("input", { class: "input", readonly: true, value: address(), "aria-label": "Link to this table" });
	const copy = button("Copy link", {
		"data-key": "copy-link",
		onclick: async () => {
			input.value = address();
			input.select();
			copy.textContent = (await copyText(input.value)) ? "Copied" : "Press Ctrl+C to copy";
		},
	});
	const refresh = async () => {
		await checkLog().catch(() => {});
		input.value = address();
	};
	return el(
		"section",
		{ class: "invite", onpointerenter: refresh, onfocusin: refresh },
		el("h3", {}, "Play with friends"),
		el("p", { class: "soft" }, "Anyone with this link can watch, chat and take a free seat."),
		el("div", { class: "chat-form" }, input, copy),
	);
}
