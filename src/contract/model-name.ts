/** What the request calls `model`. */
export const MODEL_NAMES = ['stt-1', 'stt-3', 'stt-fusion'] as const;

/** The languages of `stt-3` (specification §2.5). */
export const STT_3_LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const;

export type ModelName = (typeof MODEL_NAMES)[number];
