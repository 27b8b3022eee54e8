import type { CustomVocabularyConfig } from '../../contract/custom-vocabulary.ts';
import type { TranscribeOptions } from '../../engine/asr/asr-engine.ts';
import { vocabularyHotWords } from './vocabulary-hot-words.ts';
import { vocabularyPrompt } from './vocabulary-prompt.ts';

/**
 * What a recogniser can be told of a custom vocabulary before it listens: a prompt where it reads one, weighted words where
 * it weighs its tokens.
 *
 * @param language transcription language code; null where it is not known yet
 */
export function recognitionHints(
  config: CustomVocabularyConfig,
  language: string | null,
): Pick<TranscribeOptions, 'prompt' | 'hotWords'> {
  return { prompt: vocabularyPrompt(config, language), hotWords: vocabularyHotWords(config) };
}
