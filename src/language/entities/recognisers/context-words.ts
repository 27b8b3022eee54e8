import { PII_ENTITY_TYPES, type PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../../lib/zod.ts';
import { CODES, type Code } from '../../cues/cue-schema.ts';
import { allCueRows, cuesSource, wordClass } from '../../cues/cues.ts';
import shapes from '../../cues/schema/code-shapes.json' with { type: 'json' };

const codeShape = z.strictObject({
  type: z.enum(PII_ENTITY_TYPES),
  /** Number of letters and digits in it, and the minimum number of digits. */
  characters: z.tuple([z.int(), z.int()]),
  digits: z.int(),
  /** Digits only, or letters as well. */
  only: z.literal('digits').optional(),
});
const SHAPES: Readonly<Record<Code, z.output<typeof codeShape>>> = z
  .record(z.enum(CODES), codeShape)
  .parse(shapes);

/** A value identified by the words before it. */
export interface ContextWords extends z.output<typeof codeShape> {
  /** Words before the value; part of a folded pattern. */
  words: string;
}

/** Languages that these tables cover. */
export const CONTEXT_LANGUAGES: ReadonlySet<string> = new Set(['en', 'fr', 'de', 'es', 'it']);

/** In all languages; the first kind of context that fits wins. */
export const CONTEXT_WORDS: readonly ContextWords[] = CODES.map((code) => ({
  ...SHAPES[code],
  words: cuesSource(allCueRows('code').flatMap((row) => (row.code === code ? row.cues : []))),
}));

/** Words that may stand between context words and its value. */
export const LINK_WORDS = wordClass('codeLink');

/** A password or user name: any word after a verb. */
export const SECRET_WORDS: readonly { type: PiiEntityType; words: string }[] = (
  ['PASSWORD', 'USERNAME'] as const
).map((type) => ({
  type,
  words: cuesSource(allCueRows('secret').flatMap((row) => (row.type === type ? row.cues : []))),
}));

/** After a verb these mean that there is no value: "my password is not working". */
export const NO_SECRET = wordClass('no secret');
