import type { RecognitionHints } from '../addon.ts';
import { vocabularyHotWords } from './vocabulary-hot-words.ts';
import { vocabularyPrompt } from './vocabulary-prompt.ts';

export const recognitionHints: RecognitionHints = ({ custom_vocabulary_config: config }, language) =>
  config
    ? { prompt: vocabularyPrompt(config, language), hotWords: vocabularyHotWords(config, language) }
    : {};
