import { PII_ENTITY_TYPES, type PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
import groups from './type-groups.json' with { type: 'json' };

const types = z.array(z.enum(PII_ENTITY_TYPES)).transform((own): ReadonlySet<PiiEntityType> => new Set(own));

export const TYPE_GROUPS = z
  .strictObject({
    /** Dictated in pieces: they may continue in the speaker's next utterance. */
    dictated: types,
    /** What a long number may be: rather too much is taken out than too little. */
    longNumbers: types,
    /** They yield to a type that says more about the same words. */
    general: types,
    /** Said once more in part, or letter by letter. */
    repeatedNumbers: types,
    repeatedWords: types,
  })
  .parse(groups);
