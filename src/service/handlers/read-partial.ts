import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { isShownEarly, type PartialTranscript } from '../../contract/jobs/queue-request.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-code.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { CheckpointRecord } from '../../storage/database/records.ts';
import { getCheckpoints } from '../../storage/jobs/checkpoint-store.ts';
import { jobRowOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import type { ServiceContext } from '../service-context.ts';

/**
 * `GET /v2/pre-recorded/{id}/partial`: the text of a running job so far, window by window; `?from=` skips windows, which are not read.
 * Windows behind one that is still recognised wait for it, so that a caller that goes on from there misses none. What will be redacted is kept
 * back.
 */
export async function readPartial(context: ServiceContext): Promise<Response> {
  const job = await jobRowOfCaller(context);
  const from = readFrom(context.req.query('from'));
  const stored = await getCheckpoints(job.id, from);
  const windows = stored.filter(({ index }, place) => index === from + place);
  const available = isShownEarly(job.params);
  const utterances = (available ? windows : [])
    .flatMap(utterancesOf)
    .sort((a, b) => a.start - b.start || a.channel - b.channel);
  const partial: PartialTranscript = {
    available,
    windows: from + windows.length,
    utterances,
    languages: [...new Set(utterances.map(({ language }) => language))],
  };
  return jsonResponse(partial);
}

function readFrom(sent: string | undefined): number {
  if (sent === undefined) return 0;
  if (/^\d{1,9}$/.test(sent)) return Number(sent);
  throw invalidParameters(['from must be a number of windows']);
}

/** The window's segments as utterances. Languages without a code of the API are left to the result. */
function utterancesOf({ channel, segments }: CheckpointRecord): Utterance[] {
  return segments.flatMap(({ language, words }) => {
    const code = TRANSCRIPTION_LANGUAGE_CODES.find((one) => one === language) ?? 'en';
    const first = words[0];
    const last = words.at(-1);
    if (!first || !last) return [];
    const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
    return [
      {
        start: first.start,
        end: Math.max(first.start, last.end),
        confidence: Math.round(confidence * 100) / 100,
        channel,
        language: code,
        words,
        text: words
          .map(({ word }) => word)
          .join('')
          .trim(),
      },
    ];
  });
}
