import { validationErrors } from '../contract/errors/validation-errors.ts';
import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import { AppError, isErrorCode, toAppError } from '../lib/errors/errors.ts';
import { verbatim } from '../lib/errors/msg.ts';
import { z } from '../lib/zod.ts';
import { browserModels } from '../models/browser/browser-models.ts';
import { AddonRunner } from './run/addons/addon-runner.ts';
import { envelopeOf } from './run/addons/envelope-of.ts';
import { provenanceOf } from './run/addons/provenance-of.ts';

const read = z.object({ results: z.array(z.unknown()), facts: z.unknown() });

/**
 * Answers a question from what was said, with the add-on `audio_to_llm`, as a part of a result that has it. Nothing is stored.
 *
 * @throws AppError `invalid_request` for a question that no request may have; `model_missing`, which says what to install
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
  if (!parsed.success)
    throw new AppError('invalid_request', verbatim(validationErrors(parsed.error).join('; ')));
  const transcription = {
    full_transcript: utterances.map(({ text }) => text).join(' '),
    languages: [...new Set(utterances.map(({ language }) => language))],
    utterances: [...utterances],
  };
  const runner = new AddonRunner(utterances.at(-1)?.end ?? 0, {}, signal, { browser });
  try {
    const outcome = await runner.run('audio_to_llm', (worker, within) =>
      worker.call((api) => api.onTranscript('audio_to_llm', transcription, parsed.data), within),
    );
    if (!outcome.success) {
      const { exception, message } = outcome.error;
      throw new AppError(isErrorCode(exception) ? exception : 'internal', verbatim(message));
    }
    const { results, facts } = read.parse(outcome.results);
    return { audio_to_llm: envelopeOf({ ...outcome, results }, null, provenanceOf(facts, outcome.notes)) };
  } catch (error) {
    throw toAppError(error);
  } finally {
    runner.end();
  }
}
