// A refusal beside the entry that it is about: a sentence about an entry begins with the entry's name.

// The sentences by the name of their entry; those about none of these have the name "".
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

// Say under these inputs what is wrong with them; nothing is a word of praise.
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
