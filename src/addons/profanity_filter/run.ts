import { msg } from '../../lib/errors/msg.ts';
import type { OnUtterances } from '../addon.ts';
import { filterWords } from './filter-words.ts';
import { profanityFilterConfig } from './schema.ts';
import { STRONG_WORD_LANGUAGES } from './strong-words.ts';

/** Masks, removes or replaces strong words, and notes languages that have no list. */
export const onUtterances: OnUtterances = async (transcription, request, tools) => {
  const config = request.profanity_filter_config ?? profanityFilterConfig.parse({});
  const { utterances, filtered } = filterWords(transcription.utterances, config);
  const unlisted = [...new Set(transcription.utterances.map(({ language }) => language))].filter(
    (language) => !STRONG_WORD_LANGUAGES.includes(language),
  );
  tools.onFacts({ written_by: 'builtin' });
  if (config.built_in && unlisted.length > 0)
    await tools.note(msg`There is no list of strong words in ${unlisted}.`);
  const full_transcript = utterances.map(({ text }) => text).join(' ');
  return { transcription: { ...transcription, utterances, full_transcript }, results: filtered };
};
