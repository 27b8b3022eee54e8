import { respell } from '../../addons/custom_spelling/run.ts';
import type { CustomSpellingConfig } from '../../addons/custom_spelling/schema.ts';
import type { LiveText } from '../../engine/asr/live-recogniser.ts';

/**
 * A text in the spellings that were asked for, once it has ended: a variant may span words of which only the first are settled, and these
 * never change.
 */
export function spelled(text: LiveText, config: CustomSpellingConfig | undefined): LiveText {
  return config && text.isFinal ? { ...text, settled: respell(text.settled, config, text.language) } : text;
}
