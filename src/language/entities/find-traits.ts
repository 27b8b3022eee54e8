import { PII_ENTITY_TYPES, type PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { nameTokens } from './names/name-tokens.ts';
import { type PhraseTable, phraseAt, phraseTable } from './names/phrase-table.ts';
import traits from './trait-words.json' with { type: 'json' };
import type { WordSpan } from './word-span.ts';

const isType = (text: string): text is PiiEntityType => PII_ENTITY_TYPES.some((type) => type === text);

const TABLES: Readonly<Record<string, readonly [PiiEntityType, PhraseTable][]>> = Object.fromEntries(
  Object.entries(traits).map(([language, types]) => [
    language,
    Object.entries(types).flatMap(([type, words]) =>
      isType(type) ? [[type, phraseTable(words)] as const] : [],
    ),
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
