// The socket of a table: reconnects by itself, sends heartbeats, and reports when it is down.

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
const PING = 15000;
const PATIENCE = 6000;
const GONE = 4404;
const TOO_MANY = 4029;

// The reason of a closed socket, without its code: "too-fast: one player may look at 16 tables at once".
const why = (reason) => reason.replace(/^[a-z-]+: /, "");

export class Line {
	constructor(table, { hear, changed }) {
		this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
		this.hear = hear;
		this.changed = changed;
		this.next = 1;
		this.waiting = new Map();
		this.pause = FIRST_PAUSE;
		this.offline = () => this.lost();
		this.online = () => this.connect();
		addEventListener("offline", this.offline);
		addEventListener("online", this.online);
		this.pings = setInterval(() => this.ping(), PING);
		this.connect();
	}

	connect() {
		if (this.ended || this.socket?.readyState <= WebSocket.OPEN) return;
		clearTimeout(this.timer);
		this.socket = new WebSocket(this.address);
		this.socket.addEventListener("open", () => {
			this.pause = FIRST_PAUSE;
			this.changed(true);
		});
		this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
		this.socket.addEventListener("close", (event) => this.closed(event));
	}

	closed(event) {
		if (event.target !== this.socket) return;
		for (const { fail } of this.waiting.values())
			fail(new Error("connection lost: answers that the dealer heard still count"));
		this.waiting.clear();
		if (this.ended) return;
		if (event.code === GONE) {
			this.changed(false, /restart/.test(event.reason) ? why(event.reason) : "This table is closed");
			return;
		}
		if (event.code === TOO_MANY) this.pause = LONGEST_PAUSE;
		this.changed(false, event.code === TOO_MANY ? why(event.reason) : undefined);
		this.timer = setTimeout(() => this.connect(), this.pause);
		this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
	}

	// The browser has no network, or the house did not answer in time: the socket may not know it yet.
	lost() {
		const { socket } = this;
		socket.close();
		if (socket === this.socket && socket.readyState !== WebSocket.CLOSED) this.closed({ target: socket, code: 0 });
	}

	ping() {
		if (this.socket.readyState !== WebSocket.OPEN) return;
		const late = setTimeout(() => this.lost(), PATIENCE);
		this.say({ type: "ping" })
			.catch(() => {})
			.then(() => clearTimeout(late));
	}

	take(message) {
		const asked = this.waiting.get(message.id);
		if (asked) {
			this.waiting.delete(message.id);
			if (message.type === "refused") asked.fail(Object.assign(new Error(message.reason), { code: message.code }));
			else asked.done(message);
		}
		if (!asked || message.type === "update") this.hear(message);
	}

	// Send a message and return its id, or null while the connection is down. The reply goes to `hear`.
	post(message) {
		if (this.socket.readyState !== WebSocket.OPEN) return null;
		const id = this.next++;
		this.socket.send(JSON.stringify({ ...message, id }));
		return id;
	}

	say(message) {
		return new Promise((done, fail) => {
			const id = this.post(message);
			if (id === null) fail(new Error("connection lost"));
			else this.waiting.set(id, { done, fail });
		});
	}

	end() {
		this.ended = true;
		clearTimeout(this.timer);
		clearInterval(this.pings);
		removeEventListener("offline", this.offline);
		removeEventListener("online", this.online);
		this.socket.close();
	}
}
