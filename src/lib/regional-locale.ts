/** A language of two letters as the browser's region writes it: 24 hours in Britain, twelve in the United States. */
export const regionalLocale = (
  language: string,
  wanted: readonly string[] = globalThis.navigator?.languages ?? [],
): string => wanted.find((tag) => tag.slice(0, 2) === language) ?? language;
