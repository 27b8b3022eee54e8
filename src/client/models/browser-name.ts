/** Names in the user agent that other browsers carry, too, come after those that do not. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/, 'Chromium'],
  [/\bVersion\/(\d+(?:\.\d+)?).*Safari\//, 'Safari'],
];

/** What the browser calls itself, with its version: `Firefox 140`. */
export function browserName(userAgent: string = navigator.userAgent): string {
  for (const [pattern, name] of NAMES) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'an unknown browser';
}
