// Error messages next to their fields: a message about a field begins with its name.

// Messages by field name; general ones have the name "".
export function faultsOf(reason, names) {
	const faults = new Map();
	let about = "";
	for (const sentence of reason.split("; ")) {
		const named = names.filter((name) => sentence.startsWith(name));
		about = named.sort((one, other) => other.length - one.length)[0] ?? about;
		faults.set(about, faults.has(about) ? `${faults.get(about)}; ${sentence}` : sentence);
	}
	return faults;
}

// Show the messages under these inputs; a valid input has none.
export function blame(inputs, line, sentence = "") {
	line.textContent = sentence;
	for (const input of inputs) {
		if (!sentence) {
			input.removeAttribute("aria-invalid");
			input.removeAttribute("aria-describedby");
			continue;
		}
		input.setAttribute("aria-invalid", "true");
		input.setAttribute("aria-describedby", line.id);
	}
}
