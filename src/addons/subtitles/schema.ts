import { z } from '../../lib/zod.ts';
import type { AddonApi, AddonSchema } from '../addon-schema.ts';
import type { AddonView } from '../addon-view.ts';

/** Specification §2.4, SubtitlesConfig; durations in seconds. */
export const subtitlesConfig = z.object({
  formats: z
    .array(z.enum(['srt', 'vtt']))
    .min(1)
    .default(['srt']),
  minimum_duration: z.number().min(0).optional(),
  maximum_duration: z.number().min(1).max(30).optional(),
  maximum_characters_per_row: z.int().min(1).optional(),
  maximum_rows_per_caption: z.int().min(1).max(5).optional(),
  style: z.enum(['default', 'compliance']).default('default'),
});

/** Specification §2.8, Subtitle. */
export const subtitle = z.object({ format: z.enum(['srt', 'vtt']), subtitles: z.string() });

export type SubtitlesConfig = z.infer<typeof subtitlesConfig>;
export type Subtitle = z.infer<typeof subtitle>;

/** Specification §2.4, `subtitles` and SubtitlesConfig. */
export const schema = {
  key: 'subtitles',
  position: 2,
  stage: 'transcript',
  after: [],
  alsoTranslations: true,
  config: subtitlesConfig,
  result: { at: 'text', shape: z.array(subtitle) },
} as const satisfies AddonSchema;

export const api: AddonApi = {
  resultSchemas: { Subtitle: subtitle },
  fields: {
    'SubtitlesConfig.minimum_duration': 'Seconds.',
    'SubtitlesConfig.maximum_duration': 'Seconds.',
  },
  example: { formats: ['srt', 'vtt'], maximum_rows_per_caption: 2 },
};

export const view: AddonView = {
  label: 'Subtitles',
  activity: 'Making subtitles',
  control: null,
  result: null,
};

declare module '../addon-schema.ts' {
  interface AddonSchemas {
    subtitles: typeof schema;
  }
}
