// Saved preferences: hints, the dealer's pace, announcements, what was shown already.

const here = new Map(); // of a browser that keeps nothing: it holds until the page is closed

const kept = (name, otherwise) => {
	try {
		return localStorage.getItem(name) ?? otherwise;
	} catch {
		return here.get(name) ?? otherwise;
	}
};

export const keep = (name, value) => {
	try {
		localStorage.setItem(name, value);
	} catch {
		here.set(name, value);
	}
};

export const setting = kept;

// Data that is stored as JSON: null if there is none, or if another page wrote there.
export const stored = (name) => {
	try {
		return JSON.parse(kept(name, "null"));
	} catch {
		return null;
	}
};
export const store = (name, value) => keep(name, JSON.stringify(value));

// The colours of a felt: of the game, or one for all games. Print and chips are readable on each.
export const FELTS = {
	game: { words: "Game's own" },
	green: { words: "Green", felt: "#1c6b4a", dark: "#0a3d2b" },
	blue: { words: "Blue", felt: "#1f4a86", dark: "#0b2348" },
	red: { words: "Red", felt: "#7c1f33", dark: "#400b18" },
	grey: { words: "Grey", felt: "#44484f", dark: "#202327" },
};

export const felt = () => FELTS[kept("felt", "game")] ?? FELTS.game;

// Each pace: the longest wait for the dealer's motions, in milliseconds, and the factor for each motion.
export const PACES = {
	calm: { most: 9000, slow: 1.7, words: "Calm" },
	normal: { most: 3600, slow: 1, words: "Normal" },
	quick: { most: 1400, slow: 0.45, words: "Quick" },
	instant: { most: 0, slow: 0, words: "Instant" },
};

export const pace = () => PACES[kept("pace", "normal")] ?? PACES.normal;

// The theme that was chosen, else that of the system; and the other one from now on.
export const showTheme = () => {
	const chosen = kept("theme", "");
	if (chosen) document.documentElement.dataset.theme = chosen;
};
export const switchTheme = () => {
	const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
	keep("theme", (document.documentElement.dataset.theme ?? system) === "light" ? "dark" : "light");
	showTheme();
};
