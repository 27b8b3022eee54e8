import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { piiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
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

/** One redacted entity: the label that represents it in the text with markers; `start` and `end` in seconds. */
export const redactedEntity = z.object({
  entity_type: z.string(),
  text: z.string(),
  start: z.number(),
  end: z.number(),
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
  // Not in the specification: without it nothing in the result would say what could not be looked for.
  result: { at: 'result', shape: addonEnvelope(z.array(redactedEntity).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  resultSchemas: { RedactedEntity: redactedEntity },
  example: { entity_types: ['NAME', 'EMAIL_ADDRESS'], processed_text_type: 'MARKER' },
};

export const view: AddonView = {
  label: 'Redaction of personal data',
  activity: 'Redacting',
  control: {
    order: 23,
    kind: 'switch',
    group: 'Also',
    note: 'Removed from the text before the result is stored. Check what remains.',
  },
  result: {
    title: 'Redacted',
    kind: 'entities',
    order: 112,
    nothing: 'No personal data was found. Check the transcript before you share it.',
  },
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
