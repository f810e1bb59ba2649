// The whole score sheet: its sums, and its rounds page by page, the oldest first.
import { ask } from "../words.js";

const MOST = 20; // pages: more rounds than anyone looks at

export async function wholeSheet() {
	const sheet = await ask("GET", "/api/me/score");
	const pages = [sheet.lines];
	let { earlier } = sheet;
	while (earlier != null && pages.length < MOST) {
		const page = await ask("GET", `/api/me/score?before=${earlier}`);
		pages.unshift(page.lines);
		earlier = page.earlier;
	}
	return { ...sheet, lines: pages.flat(), pages: pages.length };
}
