import { requestParams } from '../contract/jobs/pre-recorded-request.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import { AddonRunner } from './run/addons/addon-runner.ts';
import { onUtterances } from './run/addons/run-utterance-addons.ts';

/**
 * Utterances without personal data, as `pii_redaction` leaves them. Throws AppError rather than return unchecked ones.
 */
export async function redactUtterances(utterances: Utterance[], signal: AbortSignal): Promise<Utterance[]> {
  if (utterances.length === 0) return [];
  const request = requestParams.parse({ audio_url: null, pii_redaction: true });
  const languages = [...new Set(utterances.map(({ language }) => language))];
  const full_transcript = utterances.map(({ text }) => text).join(' ');
  const runner = new AddonRunner(utterances.at(-1)?.end ?? 0, {}, signal);
  try {
    const { transcription } = await onUtterances({ full_transcript, languages, utterances }, request, runner);
    return transcription.utterances;
  } finally {
    runner.end();
  }
}
