/**
 * Returns a function that writes any script in ASCII. The tables of all scripts are large, and most transcripts need none of them. In the
 * built app the module has a promise of the function (src/cli/build/packed-data.ts).
 */
export async function loadRomaniser(): Promise<(text: string) => string> {
  return (await import('any-ascii')).default;
}
