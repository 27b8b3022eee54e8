import { AUTOMATIC, STT_3_LANGUAGES } from '../../contract/jobs/model-name.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-codes.ts';

const MODELS = {
  [AUTOMATIC]: TRANSCRIPTION_LANGUAGE_CODES,
  'stt-1': TRANSCRIPTION_LANGUAGE_CODES,
  'stt-3': STT_3_LANGUAGES,
} as const satisfies Record<string, readonly string[]>;

export type WyomingModel = keyof typeof MODELS;

export const isModel = (name: string): name is WyomingModel => Object.hasOwn(MODELS, name);

const artifact = (name: string, description: string) => ({
  name,
  description,
  version: null,
  installed: true,
  attribution: { name: 'Earshot', url: '' },
});

/** The answer to `describe`. */
export const INFO = {
  asr: [
    {
      ...artifact('earshot', 'Speech to text on this device'),
      models: Object.entries(MODELS).map(([name, languages]) => ({
        ...artifact(name, name === AUTOMATIC ? 'The best installed model' : `What answers ${name}`),
        languages,
      })),
      supports_transcript_streaming: true,
      requires_external_vad: true,
    },
  ],
};
