export function showGuide() {}
