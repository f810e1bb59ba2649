// Links that carry a signed head of the log: if the house shows another player other books, their page finds out.
const FORM = /^#head=(\d{1,15})\.(\d{1,15})\.([0-9a-f]{64})\.([0-9a-f]{64})\.([0-9a-f]{128})$/;

// The address with a head { size, at, root, key, signature }, if there is one.
export const invite = (address, head) =>
	head ? `${address}#head=${[head.size, head.at, head.root, head.key, head.signature].join(".")}` : address;

// The head in the fragment of such an address, or null.
export function invitedBy(fragment) {
	const [, size, at, root, key, signature] = FORM.exec(fragment) ?? [];
	return root ? { size: Number(size), at: Number(at), root, key, signature } : null;
}
