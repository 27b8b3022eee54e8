import { apiLanguage } from '../../../../contract/transcripts/language-codes.ts';

/** Languages written without spaces between words. */
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'km', 'bo']);

/** `<|yue|>` → `zh`: the transcription language code of a language token. */
export const languageOfToken = (token: string): string => apiLanguage(token.replace(/^<\|(.*)\|>$/, '$1'));

export function isWrittenWithoutSpaces(language: string): boolean {
  return WITHOUT_SPACES.has(language);
}
