import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import { SOUND_KINDS } from '../../contract/transcripts/sound-kind.ts';
import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Not in the specification. */
export const soundEventsConfig = z.object({
  kinds: z
    .array(z.enum(SOUND_KINDS))
    .min(1)
    .default([...SOUND_KINDS]),
  min_confidence: z.number().min(0).max(1).default(0),
  sung_words: z.enum(['keep', 'remove']).default('keep'),
});

export const soundEvent = z.object({
  kind: z.enum(SOUND_KINDS),
  start: z.number(),
  end: z.number(),
  confidence: z.number(),
});

export type SoundEvent = z.infer<typeof soundEvent>;

export const schema = {
  key: 'sound_events',
  stage: 'utterances',
  // Words of songs are gone before others read them.
  after: [],
  mayFail: true,
  // The recording is decoded once more.
  timeLimit: { seconds: 120, secondsPerMinute: 20 },
  config: soundEventsConfig,
  result: { at: 'result', shape: addonEnvelope(z.array(soundEvent).nullable()) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  stability: 'alpha',
  description: 'Names sounds such as music and applause, with their times.',
  resultSchemas: { SoundEvent: soundEvent },
  fields: {
    'SoundEventsConfig.kinds': 'Those that are named; all by default.',
    'SoundEventsConfig.min_confidence': 'Sounds below it are left out, from 0 to 1.',
    'SoundEventsConfig.sung_words': 'Whether words that are sung stay in the transcript.',
    'SoundEvent.start': 'Seconds.',
    'SoundEvent.end': 'Seconds.',
    'SoundEvent.confidence': 'The highest score of the model, from 0 to 1.',
  },
  example: { kinds: ['music', 'applause'], min_confidence: 0.3 },
};

export const view: AddonView = {
  label: 'Sounds',
  activity: 'Finding sounds',
  control: {
    order: 24,
    kind: 'switch',
    group: 'Also',
    note: 'Music, applause, dogs, cats, doorbells, knocking, typing and rain.',
  },
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    sound_events: typeof schema;
  }
}
