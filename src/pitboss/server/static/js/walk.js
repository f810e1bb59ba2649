export function walkThrough() {}
