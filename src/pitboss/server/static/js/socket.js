// The socket of a table: comes back by itself, and tells when it is away.

export class Line {
  constructor(table, hear, changed) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}`;
    this.hear = hear;
    this.changed = changed;
    this.next = 1;
    this.waiting = new Map();
    this.pause = 250;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => { this.pause = 250; this.changed(true); });
    this.socket.addEventListener("message", (event) => this.take(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      for (const { fail } of this.waiting.values()) fail(new Error("the line was cut: nothing was lost that the dealer had heard"));
      this.waiting.clear();
      if (this.ended) return;
      this.changed(false, event.code === 4404 ? "This table is closed." : "The line is down; dialling again…");
      if (event.code === 4404) return;
      this.timer = setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, 5000);
    });
  }

  take(message) {
    const asked = this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id);
      if (message.type === "refused") asked.fail(Object.assign(new Error(message.reason), message));
      else asked.done(message);
    }
    if (!asked || message.type === "update") this.hear(message);
  }

  say(message) {
    const id = this.next++;
    return new Promise((done, fail) => {
      if (this.socket.readyState !== WebSocket.OPEN) { fail(new Error("the line is down")); return; }
      this.waiting.set(id, { done, fail });
      this.socket.send(JSON.stringify({ ...message, id }));
    });
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
