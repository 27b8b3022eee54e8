import { z } from 'zod';
import { piiEntityType } from '../../contract/pii-entity-type.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, PiiRedactionConfig; a single entity type is accepted for a list of one. */
export const piiRedactionConfig = z.object({
  entity_types: z
    .union([z.array(piiEntityType), piiEntityType])
    .transform((types) => (Array.isArray(types) ? types : [types]))
    .pipe(z.array(piiEntityType))
    .optional(),
  processed_text_type: z.enum(['MARKER', 'MASK']).optional(),
});

export type PiiRedactionConfig = z.infer<typeof piiRedactionConfig>;

/** Specification §2.4, `pii_redaction`. */
export const schema = {
  key: 'pii_redaction',
  position: 11,
  stage: 'utterances',
  // Names are found more reliably once their spelling is consistent.
  after: ['name_consistency'],
  // Two models may read every word, and a slow CPU must not cost the redaction its transcript.
  timeLimit: { seconds: 300, secondsPerMinute: 20 },
  config: piiRedactionConfig,
} as const satisfies AddonSchema;

export const api: AddonApi = {
  example: { entity_types: ['NAME', 'EMAIL_ADDRESS'], processed_text_type: 'MARKER' },
};

export const view: AddonView = {
  label: 'Redact personal data',
  activity: 'Redacting',
  control: {
    order: 23,
    kind: 'switch',
    group: 'Also',
    note: 'Removed from the text before the result is stored. Check what remains.',
  },
  result: null,
  needs: {
    models: [
      { engine: 'token-classification', use: 'pii_redaction' },
      { engine: 'token-classification', use: 'named_entity_recognition' },
    ],
    otherwise: 'rules',
  },
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    pii_redaction: typeof schema;
  }
}
