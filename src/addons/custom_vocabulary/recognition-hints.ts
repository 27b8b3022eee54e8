import type { CustomVocabularyConfig } from '../../contract/custom-vocabulary.ts';
import type { TranscribeOptions } from '../../engine/asr/asr-engine.ts';
import { vocabularyHotWords } from './vocabulary-hot-words.ts';
import { vocabularyPrompt } from './vocabulary-prompt.ts';

/**
 * Hints about a custom vocabulary for a recogniser: a prompt if it reads one, weighted words if it weights its
 * tokens.
 *
 * @param language transcription language code; null if not yet known
 */
export function recognitionHints(
  config: CustomVocabularyConfig,
  language: string | null,
): Pick<TranscribeOptions, 'prompt' | 'hotWords'> {
  return { prompt: vocabularyPrompt(config, language), hotWords: vocabularyHotWords(config) };
}
