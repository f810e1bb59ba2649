export function showCareer() {}
