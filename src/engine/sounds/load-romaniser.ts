/**
 * A function that writes any script in ASCII. Its tables are large and rarely needed: they are loaded when asked for,
 * as a promise in the built app (src/cli/build/packed-data.ts).
 */
export async function loadRomaniser(): Promise<(text: string) => string> {
  return (await import('any-ascii')).default;
}
