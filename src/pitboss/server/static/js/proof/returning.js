// With every visit: whether the house still has the books that this browser saw, and opened the shoes it dealt from.
import { showBanner } from "./alarm.js";
import { checkLog, takeInvitation } from "./heads.js";
import { checkTablesLeft } from "./watch.js";

export async function checkHouse(path) {
	showBanner();
	await takeInvitation(location);
	if (await checkLog()) await checkTablesLeft(path.match(/^\/table\/([\w-]+)$/)?.[1]);
}
