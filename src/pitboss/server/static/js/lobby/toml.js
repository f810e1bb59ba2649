// A rules file of what a form holds: words, numbers, yes or no, and pay tables.

const told = (value) => (Array.isArray(value) ? `[${value.map(told).join(", ")}]` : JSON.stringify(value));
const isTable = (value) => typeof value === "object" && !Array.isArray(value);

export function toToml(rules) {
  const all = Object.entries(rules);
  const plain = all.filter(([, value]) => !isTable(value)).map(([name, value]) => `${name} = ${told(value)}`);
  const tables = all
    .filter(([, value]) => isTable(value))
    .map(
      ([name, value]) =>
        `\n[${name}]\n${Object.entries(value)
          .map(([line, pays]) => `${JSON.stringify(line)} = ${told(pays)}`)
          .join("\n")}`,
    );
  return [...plain, ...tables].join("\n");
}
