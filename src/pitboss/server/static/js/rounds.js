export function showRounds() {}
