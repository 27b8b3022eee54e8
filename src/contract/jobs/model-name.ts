/** What the request calls `model`. */
export const MODEL_NAMES = ['stt-1', 'stt-3', 'stt-fusion'] as const;

/** What a request may name in place of a model: its languages and the installed models decide. */
export const AUTOMATIC = 'automatic';

/** The languages of `stt-3` (specification §2.5). */
export const STT_3_LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const;

/** Language models that a further name may represent; a test compares them with the manifest. The first is the default. */
export const LANGUAGE_MODEL_NAMES = ['qwen3-0.6b', 'qwen2.5-0.5b-instruct'] as const;

export type ModelName = (typeof MODEL_NAMES)[number];
