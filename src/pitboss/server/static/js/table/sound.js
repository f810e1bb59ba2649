// Sounds, synthesised: chip, card, flip, wins, your turn. Nothing plays before the first press; the mute is remembered.
import { keep, setting } from "../settings.js";

const VOLUME = 0.4;
const BIG_WIN = 10; // times the stake

// Notes of each sound: frequency, start, length in seconds, loudness, wave; noise if there is no frequency.
const SOUNDS = {
	chip: [
		[2400, 0, 0.03, 0.25, "triangle"],
		[3100, 0.03, 0.03, 0.18, "triangle"],
	],
	card: [[0, 0, 0.07, 0.22]],
	flip: [
		[0, 0, 0.05, 0.2],
		[900, 0.03, 0.04, 0.06, "sine"],
	],
	win: [
		[659, 0, 0.12, 0.2, "sine"],
		[880, 0.1, 0.18, 0.2, "sine"],
	],
	"big-win": [
		[523, 0, 0.14, 0.22, "sine"],
		[659, 0.12, 0.14, 0.22, "sine"],
		[784, 0.24, 0.14, 0.22, "sine"],
		[1047, 0.36, 0.4, 0.25, "sine"],
	],
	turn: [[740, 0, 0.12, 0.12, "sine"]],
};

// One for all tables of a visit: a browser allows only a few.
let context;
// Presses after which a browser lets a page play; a finger counts only when it leaves the screen.
const PRESSES = ["click", "pointerup", "keydown"];

async function start() {
	context ??= new AudioContext();
	await context.resume();
	for (const press of PRESSES) removeEventListener(press, start, true);
}

export class Sound {
	constructor() {
		this.isOn = setting("sound", "on") === "on";
		if (context?.state !== "running") for (const press of PRESSES) addEventListener(press, start, true);
	}

	switch() {
		this.isOn = !this.isOn;
		keep("sound", this.isOn ? "on" : "off");
	}

	play(name) {
		if (!this.isOn || !context || document.hidden || context.state !== "running") return;
		for (const note of SOUNDS[name]) this.note(...note);
	}

	note(frequency, start, seconds, loudness, wave) {
		const at = context.currentTime + start;
		const gain = new GainNode(context, { gain: loudness * VOLUME });
		gain.gain.setValueAtTime(loudness * VOLUME, at);
		gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
		const source = frequency ? new OscillatorNode(context, { type: wave, frequency }) : this.noise(seconds);
		source.connect(gain).connect(context.destination);
		source.start(at);
		source.stop(at + seconds);
	}

	noise(seconds) {
		const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate * seconds), sampleRate: context.sampleRate });
		const samples = buffer.getChannelData(0);
		for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length);
		return new AudioBufferSourceNode(context, { buffer });
	}

	// The sound of an event; lost rounds are silent.
	of(event, seat) {
		if (event.event === "dealt") this.play("card");
		else if (event.event === "turned") this.play("flip");
		else if (event.event === "wagered" && event.seat === seat) this.play("chip");
		else if (event.event === "round-ended" && event.net?.[seat] > 0) {
			this.play(event.net[seat] >= BIG_WIN * (this.staked || Infinity) ? "big-win" : "win");
		}
	}
}
