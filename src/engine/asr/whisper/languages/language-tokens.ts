/** Whisper's codes that the API lacks, and their replacements. */
const WIRE_CODE: Readonly<Record<string, string>> = { yue: 'zh', jv: 'jw', tgl: 'tl', iw: 'he' };

/** Languages written without spaces between words. */
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km', 'bo']);

/** `<|yue|>` → `zh`: the transcription language code of a language token. */
export function languageOfToken(token: string): string {
  const code = token.replace(/^<\|(.*)\|>$/, '$1');
  return WIRE_CODE[code] ?? code;
}

export function isWrittenWithoutSpaces(language: string): boolean {
  return WITHOUT_SPACES.has(language);
}
