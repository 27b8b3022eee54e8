import type { AddonSchema } from '../addon.ts';

/** Specification §2.4, `subtitles` and SubtitlesConfig. */
export const schema: AddonSchema = {
  key: 'subtitles',
  stage: 'transcript',
  after: [],
  alsoTranslations: true,
};
