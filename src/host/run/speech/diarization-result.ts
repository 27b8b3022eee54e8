import { toAddonError } from '../../../contract/addons/addon-envelope.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type {
  Transcription,
  TranscriptionResult,
} from '../../../contract/transcripts/transcription-result.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import type { Span } from './recognition-notes.ts';
import type { DiarizationOutcome } from './speaker-diarization.ts';

/**
 * `result.diarization`: only if it was requested and failed, found another number of speakers (specification §2.8), or
 * could not compare a known voice.
 */
export function diarizationEnvelope(
  outcome: DiarizationOutcome | null,
  { utterances }: Pick<Transcription, 'utterances'>,
  { diarization_config }: Pick<RequestParams, 'diarization_config'>,
): Pick<TranscriptionResult, 'diarization'> {
  if (!outcome) return {};
  const error = outcome.success
    ? (missedCount(utterances, diarization_config) ?? outcome.fault)
    : outcome.error;
  if (!error) return {};
  return {
    diarization: {
      success: false,
      is_empty: !outcome.success,
      exec_time: roundSeconds(outcome.seconds),
      error: toAddonError(error),
      results: [],
    },
  };
}

/** The error for a number of speakers that was requested and is not in the transcript; null if it is. */
function missedCount(
  utterances: Transcription['utterances'],
  config: RequestParams['diarization_config'],
): AppError | null {
  const found = new Set(utterances.flatMap(({ speaker }) => speaker ?? [])).size;
  const { number_of_speakers: exact, min_speakers: least = 0, max_speakers: most } = config ?? {};
  const tooMany = found > (exact ?? (most || Number.POSITIVE_INFINITY));
  if (utterances.length === 0 || (found >= (exact ?? least) && !tooMany)) return null;
  const asked =
    exact !== undefined
      ? `number_of_speakers is ${exact}`
      : tooMany
        ? `max_speakers is ${most}`
        : `min_speakers is ${least}`;
  return new AppError(
    'unprocessable_audio',
    found === 1
      ? msg`${asked}, but 1 speaker was told apart. The utterances have the speakers that were found.`
      : msg`${asked}, but ${found} speakers were told apart. The utterances have the speakers that were found.`,
  );
}

/** For `post_session_metadata`: the models that ran, and where people speak at once. */
export function diarizationSession(
  outcome: DiarizationOutcome | null,
  overlaps: readonly Span[],
): Record<string, unknown> {
  if (!outcome?.success) return {};
  const { turns, known, seconds, loaded } = outcome;
  return {
    diarization: {
      segmentation_model: loaded.segmentationId,
      ...(loaded.embeddingId !== null && { embedding_model: loaded.embeddingId }),
      speakers: new Set(turns.map(({ speaker }) => speaker)).size,
      ...(known && { known_speakers: known }),
      ...(overlaps.length > 0 && { overlaps }),
      exec_time: roundSeconds(seconds),
    },
  };
}
