import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import { z } from '../lib/zod.ts';
import { browserModels } from '../models/browser/browser-models.ts';
import { envelopeOf } from './run/addons/envelope-of.ts';
import { provenanceOf } from './run/addons/provenance-of.ts';
import { runOnText } from './run-on-text.ts';

const read = z.object({ results: z.array(z.unknown()), facts: z.unknown() });

/**
 * Answers a question from what was said, as a part of a result with `audio_to_llm`; nothing is stored. Throws AppError
 * `invalid_request` for a question that no request may have, and `model_missing`, which says what to install.
 */
export async function askAbout(
  question: string,
  utterances: readonly Utterance[],
  signal = new AbortController().signal,
  browser = browserModels,
): Promise<{ audio_to_llm: Record<string, unknown> }> {
  const parsed = requestParams.safeParse(
    { audio_url: null, audio_to_llm: true, audio_to_llm_config: { prompts: [question] } },
    { reportInput: true },
  );
  const transcription = {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: [...new Set(utterances.map(({ language }) => language))],
    utterances: [...utterances],
  };
  const duration = utterances.at(-1)?.end ?? 0;
  return runOnText({ key: 'audio_to_llm', parsed, transcription, duration, signal, browser }, (outcome) => {
    const { results, facts } = read.parse(outcome.results);
    return { audio_to_llm: envelopeOf({ ...outcome, results }, null, provenanceOf(facts, outcome.notes)) };
  });
}
