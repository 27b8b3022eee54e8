import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { CUE_LANGUAGES, cueRows } from '../cues/cues.ts';
import { nameTokens } from './names/name-tokens.ts';
import { type PhraseTable, phraseAt, phraseTable } from './names/phrase-table.ts';
import type { WordSpan } from './word-span.ts';

const TABLES: Readonly<Record<string, readonly [PiiEntityType, PhraseTable][]>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [
    language,
    cueRows(language, 'trait').map(({ type, cues }) => [type, phraseTable(cues)]),
  ]),
);

/** Types that lists of words find in a language. */
export const traitTypes = (language: string): PiiEntityType[] =>
  (TABLES[language] ?? []).map(([type]) => type);

/** What lists of words say about people and companies: conditions, professions, beliefs and the like. */
export function findTraits(utterance: Utterance, index: number): WordSpan[] {
  const words = nameTokens(utterance).map(({ whole }) => whole);
  return (TABLES[utterance.language] ?? []).flatMap(([type, table]) =>
    words.flatMap((_, at): WordSpan[] => {
      const count = phraseAt(words, at, table);
      return count > 0 ? [{ type, utterance: index, from: at, to: at + count }] : [];
    }),
  );
}
