// What the dealer said: your own lines and the dealer's stay, the others' are folded away.
import { keep, setting } from "../settings.js";
import { button, el } from "../words.js";

const MOST = 120;

export class Story {
  constructor() {
    const lines = {
      class: "lines",
      tabindex: 0,
      role: "log",
      "aria-label": "What the dealer said",
      "aria-live": "off",
    };
    this.lines = el("div", lines);
    this.more = button("Others too", { class: "bare more", "aria-pressed": "false", onclick: () => this.unfold() });
    this.box = el("section", { class: "story", "aria-label": "Story" }, this.lines, this.more);
    this.speak(setting("aloud", "off") === "on");
  }

  get isLoud() {
    return this.lines.getAttribute("aria-live") === "polite";
  }

  // The log is quiet unless somebody wants to hear every motion.
  speak(aloud) {
    keep("aloud", aloud ? "on" : "off");
    this.lines.setAttribute("aria-live", aloud ? "polite" : "off");
  }

  clear() {
    this.lines.replaceChildren();
  }

  add(text, kind = "", clause = "") {
    this.lines.append(el("p", { class: kind, title: clause || null }, text));
    while (this.lines.childElementCount > MOST) this.lines.firstChild.remove();
    this.scroll();
  }

  // To the last line, once for all lines of a frame: each look at the height lays the whole page out.
  scroll() {
    this.scrolling ??= requestAnimationFrame(() => {
      this.scrolling = null;
      this.lines.scrollTop = this.lines.scrollHeight;
    });
  }

  unfold() {
    const open = this.box.classList.toggle("all");
    this.more.setAttribute("aria-pressed", String(open));
    this.more.textContent = open ? "Only mine" : "Others too";
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}
