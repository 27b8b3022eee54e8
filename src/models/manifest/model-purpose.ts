import type { ManifestModel } from './manifest.ts';

/** What models do for a person, in the order in which they are shown. */
export const MODEL_PURPOSES = [
  'transcribe',
  'speakers',
  'punctuation',
  'translation',
  'writing',
  'search',
  'names',
  'redaction',
  'emotions',
  'language',
] as const;

export type ModelPurpose = (typeof MODEL_PURPOSES)[number];

const BY_USE: Readonly<Record<string, ModelPurpose>> = {
  punctuation_enhanced: 'punctuation',
  named_entity_recognition: 'names',
  pii_redaction: 'redaction',
  sentiment_analysis: 'emotions',
  'text language': 'language',
  'library search': 'search',
};

/** What a model does for a person; null for those of tests, for timing, or that ship with the app. */
export function purposeOf(model: ManifestModel): ModelPurpose | null {
  if ('scope' in model && model.scope !== 'general') return null;
  switch (model.engine) {
    case 'whisper':
    case 'transducer':
      return 'transcribe';
    case 'segmentation':
    case 'sortformer':
    case 'speaker-embedding':
      return 'speakers';
    case 'translation':
    case 'marian':
      return 'translation';
    case 'spoken-language':
      return 'language';
    case 'text-generation':
      return 'writing';
    case 'voice-activity':
    case 'audio-classification':
      return null;
    default:
      return model.uses.map((use) => BY_USE[use]).find((purpose) => purpose !== undefined) ?? null;
  }
}
