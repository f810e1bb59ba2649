// With every visit: whether the house still has the books that this browser saw, and opened the shoes it dealt from.
import { showBanner } from "./alarm.js";
import { checkLog, takeInvitation } from "./heads.js";

export async function checkHouse(path) {
	showBanner();
	await takeInvitation(location);
	if (!(await checkLog()) || !Object.keys(localStorage).some((name) => name.startsWith("deal:"))) return;
	const { checkTablesLeft } = await import("./watch.js");
	await checkTablesLeft(path.match(/^\/table\/([\w-]+)$/)?.[1]);
}
