import { respell } from '../../addons/custom_spelling/run.ts';
import type { CustomSpellingConfig } from '../../addons/custom_spelling/schema.ts';
import type { LiveText } from '../../engine/asr/live-recogniser.ts';

/**
 * An ended text in the spellings asked for: before its end, a variant may span words of which only some are settled.
 */
export function spelled(text: LiveText, config: CustomSpellingConfig | undefined): LiveText {
  return config && text.isFinal ? { ...text, settled: respell(text.settled, config, text.language) } : text;
}
