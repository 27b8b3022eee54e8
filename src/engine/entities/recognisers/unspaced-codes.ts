import { PII_ENTITY_TYPES, type PiiEntityType } from '../../../contract/pii-entity-type.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import words from './unspaced-codes.json' with { type: 'json' };

const isType = (text: string): text is PiiEntityType => PII_ENTITY_TYPES.some((type) => type === text);

const PATTERNS = Object.entries(words).flatMap(([type, cues]) =>
  isType(type)
    ? [
        {
          type,
          pattern: new RegExp(`(?:${cues})[^\\d.!?。！？]{0,10}(?<v>\\d(?:[ -]?\\d){2,19})(?!\\d)`, 'dgu'),
        },
      ]
    : [],
);

/** Numbers behind Chinese, Japanese and Korean words, which need no space between them. */
export const findUnspacedCodes: Recogniser = ({ text }) =>
  PATTERNS.flatMap(({ type, pattern }) =>
    [...text.matchAll(pattern)].map(({ indices }): Find => {
      const [from, to] = indices?.groups?.v ?? [0, 0];
      return { type, from, to, sureness: SURENESS.context };
    }),
  );
