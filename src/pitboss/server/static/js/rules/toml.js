// A rules file from the values of a form: text, numbers, booleans and pay tables.

const isTable = (value) => typeof value === "object" && !Array.isArray(value);
const told = (value) => {
	if (Array.isArray(value)) return `[${value.map(told).join(", ")}]`;
	if (!isTable(value)) return JSON.stringify(value);
	return `{ ${Object.entries(value)
		.map(([name, each]) => `${JSON.stringify(name)} = ${told(each)}`)
		.join(", ")} }`;
};

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
