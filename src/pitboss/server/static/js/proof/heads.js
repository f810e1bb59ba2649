// The heads of the house's log that this browser saw. The house must prove that its log contains them all.
import { raise } from "./alarm.js";
import { invitedBy } from "./invitation.js";
import { isConsistent, isIncluded } from "./merkle.js";
import { isHash, unhex } from "./verify.js";
import { store, stored } from "../settings.js";
import { ask } from "../words.js";

const MOST = 100;
const PAUSE = 60_000; // between two checks while you play
const TRIES = 5; // checks in a row that the house may refuse

// The last head that the house proved to contain all before: { size, root, at, key, signature, seen, since }.
export const provenHead = () => stored("log-head");
// The heads SIZE:ROOT seen since then, oldest first.
const heads = () => (stored("heads") ?? []).map((one) => one.log ?? one); // version 0.2.0 stored { log }

// A round ended: store the head, and check the log now and then.
export function keepHead(log) {
	store("heads", [...heads(), log].slice(-MOST));
	if (Date.now() >= (keepHead.due ?? 0)) checkLog().catch(() => {});
}

// A round of yours was checked: the house must have written it to its log.
export const keepRound = (table, number) => store("log-round", { table, number });

// A link from another player was opened: the house must prove that its log contains the head in it.
export async function takeInvitation({ hash, pathname, search }) {
	const head = invitedBy(hash);
	if (!head) return;
	history.replaceState(history.state, "", pathname + search);
	if ((await verifySignature(head)) !== false) store("log-invited", head); // else it was not copied whole
}

// Whether the house at this address still has the books this browser saw. Raises the alarm if they were rolled back,
// or if the house was asked several times and does not prove them.
export async function checkLog() {
	keepHead.due = Date.now() + PAUSE;
	try {
		const isRight = await compare();
		store("log-refused", 0);
		return isRight;
	} catch (fault) {
		if (fault instanceof TypeError) throw fault; // not reached
		const refused = stored("log-refused") + 1;
		store("log-refused", refused);
		if (refused >= TRIES) refuse("log-withheld", { reason: fault.message }, provenHead());
		return false;
	}
}

async function compare() {
	const [before, now] = [provenHead(), new Date().toISOString()];
	const [known, round] = [heads(), stored("log-round")]; // read first: other rounds may end in the meantime
	const head = await ask("GET", "/api/log/head");
	if (!head || (await verifySignature(head)) === false) return refuse("bad-signature", head, before);
	for (const first of [before, ...known.map(logHead)])
		if (first && !(await isContained(first, head)))
			return refuse(before && before.key !== head.key ? "another-house" : "books-rolled-back", head, first);
	if (round && !(await isInLog(round, head))) return refuse("not-in-log", head, round);
	store("log-head", { ...head, seen: now, since: before?.since ?? now });
	store(
		"heads",
		heads().filter((one) => !known.includes(one)),
	);
	return compareInvited(head);
}

async function compareInvited(head) {
	const invited = stored("log-invited");
	const isSame = !invited || (await isContained(invited, head));
	store("log-invited", null);
	if (isSame) return true;
	const isCertain = invited.key === head.key && (await verifySignature(invited));
	return refuse(isCertain ? "split-view" : "other-view", head, invited);
}

// Whether another player's head, SIZE:ROOT, is of the same log as the one this browser is shown.
export async function containsHead(text) {
	const first = logHead(text.trim().replace(/^log:/, ""));
	return first != null && isContained(first, await ask("GET", "/api/log/head"));
}

async function isInLog({ table, number }, head) {
	const proof = await ask("GET", `/api/log/round?table=${table}&number=${number}&size=${head.size}`);
	const text = await fetch(`/api/tables/${table}/rounds/${number}`).then((answer) => answer.text()); // as it is logged
	return isIncluded(`round\n${text}`, proof?.leaf, head, proof?.path);
}

function logHead(log) {
	const [, size, root] = /^(\d+):([0-9a-f]{64})$/.exec(log) ?? [];
	return root ? { size: Number(size), root } : null;
}

// Whether the head is signed with the key it names, or null if this browser can't tell: not all know Ed25519.
async function verifySignature({ size, root, at, key, signature }) {
	if (![root, key].every(isHash) || ![size, at].every(Number.isInteger) || !/^[0-9a-f]{128}$/.test(signature))
		return false;
	const { subtle } = crypto; // missing on pages without TLS from another machine
	const imported = await subtle?.importKey("raw", unhex(key), "Ed25519", false, ["verify"]).catch(() => null);
	if (!imported) return null;
	const text = new TextEncoder().encode(`pitboss-log-1\n${size}\n${root}\n${at}\n`);
	return subtle.verify("Ed25519", imported, unhex(signature), text);
}

async function isContained(first, head) {
	if (first.size >= head.size) return isConsistent(first, head, []);
	const proof = await ask("GET", `/api/log/consistency?first=${first.size}&second=${head.size}`);
	return isConsistent(first, head, proof?.path);
}

const WORDS = {
	"another-house": "Its key and books are not the ones this browser saw here before.",
	"books-rolled-back": "The books were rolled back or rewritten: they no longer contain what this browser saw.",
	"bad-signature": "The house's signature on its books does not match the key it published.",
	"not-in-log": "The house has not written your last round to its books.",
	"split-view": "The house showed you and the player who sent you the link different books, and signed both.",
	"other-view": "The player who sent you the link was shown another house's books, or changed the link.",
	"log-withheld": "The house does not prove that its books still contain what this browser saw.",
};

function refuse(code, shown, seen) {
	raise({ code, words: WORDS[code], evidence: { seen, shown } });
	return false;
}
