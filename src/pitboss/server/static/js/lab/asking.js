// Questions to the lab, over its socket: `new Question(name).ask({kind, game, rules, wanted}, told)` calls `told` with
// every state ({state: "working" | "done" | "refused", …}, see docs/protocol.md) as soon as it changes.
// A newer question replaces the older one. After a lost connection, open questions are sent again.
import { Line } from "../table/socket.js";

const RETRY_MILLISECONDS = 1500;
const IDLE_MILLISECONDS = 30000;
const LATER = ["too-fast", "stopped", "closing"];
const AWAY = { state: "working", isAway: true, ahead: 1 };

// The open questions by the id of their message, and the socket while there are any.
const open = new Map();
let line = null;
let idle = 0;

const connected = () => {
	clearTimeout(idle);
	line ??= new Line("lab", { hear, changed });
	return line;
};

function hear({ id, code, ...said }) {
	const question = open.get(id);
	if (!question) return;
	open.delete(id);
	if (said.type === "refused" || said.state === "refused") {
		if (LATER.includes(code)) question.later();
		else question.hear({ ...said, state: "refused", code });
	} else {
		if (said.state === "working") open.set(id, question);
		question.hear(said);
	}
	rest();
}

function changed(isOpen) {
	const questions = [...open.values()];
	open.clear();
	for (const question of questions) {
		if (isOpen) question.send();
		else {
			open.set(question, question);
			question.hear(AWAY);
		}
	}
}

// Close the socket after a while without questions.
function rest() {
	clearTimeout(idle);
	if (open.size) return;
	idle = setTimeout(() => {
		line?.end();
		line = null;
	}, IDLE_MILLISECONDS);
}

export class Question {
	constructor(name) {
		this.slot = `${name}-${Math.random().toString(36).slice(2, 10)}`;
	}

	// Call back with each state until it is done, unless the question was replaced.
	ask(asked, told) {
		this.forget();
		this.asked = asked;
		this.told = told;
		this.part = null;
		this.send();
	}

	send() {
		const id = connected().post({ type: "ask", slot: this.slot, ...this.asked });
		open.set(id ?? this, this); // while the line is down it waits for `changed`
	}

	// The lab is busy or stopped the job for another visitor: retry.
	later() {
		this.hear({ ...AWAY, isAway: false });
		this.timer = setTimeout(() => this.send(), RETRY_MILLISECONDS);
	}

	hear(state) {
		this.part = state.part ?? this.part;
		this.told({ ...state, part: this.part });
	}

	forget() {
		clearTimeout(this.timer);
		for (const [id, question] of open) if (question === this) open.delete(id);
	}

	// Cancel the question.
	stop() {
		this.forget();
		line?.post({ type: "stop", slot: this.slot });
		rest();
	}
}
