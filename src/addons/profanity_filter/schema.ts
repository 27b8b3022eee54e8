import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Several rows become one: jobs that have them are stored. */
const line = z
  .string()
  .trim()
  .overwrite((text) => text.replaceAll(/\s+/gu, ' '));

/** Not in the specification. */
export const profanityFilterConfig = z
  .object({
    method: z.enum(['mask', 'remove', 'replace']).default('mask'),
    replacement: line.min(1).max(50).optional(),
    words: z
      .array(line.max(100).regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit'))
      .max(1000)
      .default([]),
    built_in: z.boolean().default(true),
  })
  .refine(({ method, replacement }) => (method === 'replace') === (replacement !== undefined), {
    path: ['replacement'],
    message: 'must be given with the method "replace", and with no other',
  })
  .refine(({ words, built_in }) => built_in || words.length > 0, {
    path: ['words'],
    message: 'must not be empty without the built-in lists',
  });

/** One word, or words of one entry, as they are now; empty where they were removed. */
export const filteredWord = z.object({ text: z.string(), start: z.number(), end: z.number() });

export type ProfanityFilterConfig = z.infer<typeof profanityFilterConfig>;
export type FilteredWord = z.infer<typeof filteredWord>;

export const schema = {
  key: 'profanity_filter',
  stage: 'utterances',
  after: ['name_consistency', 'pii_redaction', 'sound_events'],
  config: profanityFilterConfig,
  result: { at: 'result', shape: addonEnvelope(z.array(filteredWord).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  stability: 'alpha',
  description: 'Masks, removes or replaces strong words, and those of a list.',
  resultSchemas: { FilteredWord: filteredWord },
  fields: {
    'ProfanityFilterConfig.replacement': 'For the method `replace`.',
    'ProfanityFilterConfig.words': 'Whole words in any casing; `damn*` is every word that begins so.',
    'ProfanityFilterConfig.built_in':
      'Whether the lists of seven languages apply: en, de, fr, es, it, pt, nl.',
    'FilteredWord.start': 'Seconds.',
    'FilteredWord.end': 'Seconds.',
  },
  example: { method: 'mask', words: ['damn*'] },
};

export const view: AddonView = {
  label: 'Strong words',
  activity: 'Masking strong words',
  control: {
    order: 25,
    kind: 'choice',
    field: 'method',
    none: 'Keep',
    choices: { mask: 'Mask (f***)', remove: 'Remove', replace: 'Replace' },
    parts: [
      {
        field: 'replacement',
        label: 'Replace by',
        kind: 'line',
        placeholder: '[…]',
        of: 'replace',
        otherwise: '[…]',
      },
      {
        field: 'words',
        label: 'Further words',
        kind: 'lines',
        placeholder: 'One per line. With * at its end: every word that begins so.',
      },
    ],
  },
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    profanity_filter: typeof schema;
  }
}
