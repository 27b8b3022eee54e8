/** Languages of the contract that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ur', 'yi']);

export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.has(language);
