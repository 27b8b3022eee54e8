import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { TRANSLATION_LANGUAGE_CODES } from '../../contract/transcripts/language-code.ts';

const NAMES = new Map(
  TRANSLATION_LANGUAGE_CODES.map((code) => [
    new Intl.DisplayNames(['en'], { type: 'language' }).of(code)?.toLowerCase() ?? code,
    code,
  ]),
);

/** A language as Whisper writes it: "en", "en-US" or "english". */
export function languageOf(text: string | null | undefined): ImportedPassage['language'] {
  const name = text?.trim().toLowerCase() ?? '';
  const code = NAMES.get(name) ?? name.split(/[-_]/)[0];
  return TRANSLATION_LANGUAGE_CODES.find((known) => known === code) ?? null;
}
