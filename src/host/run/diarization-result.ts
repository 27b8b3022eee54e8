import { toAddonError } from '../../contract/addon-envelope.ts';
import type { TranscriptionResult } from '../../contract/transcription-result.ts';
import type { DiarizationOutcome } from './speaker-diarization.ts';

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * `result.diarization`: present only if diarization was requested and failed (specification §2.8); the speakers
 * themselves are in the utterances.
 */
export function diarizationEnvelope(
  outcome: DiarizationOutcome | null,
): Pick<TranscriptionResult, 'diarization'> {
  if (!outcome || outcome.success) return {};
  return {
    diarization: {
      success: false,
      is_empty: true,
      exec_time: milliseconds(outcome.seconds),
      error: toAddonError(outcome.error),
      results: [],
    },
  };
}

/** The models that ran, for `post_session_metadata`. */
export function diarizationSession(outcome: DiarizationOutcome | null): Record<string, unknown> {
  if (!outcome?.success) return {};
  const { turns, seconds, loaded } = outcome;
  return {
    diarization: {
      segmentation_model: loaded.segmentationId,
      embedding_model: loaded.embeddingId,
      speakers: new Set(turns.map(({ speaker }) => speaker)).size,
      exec_time: milliseconds(seconds),
    },
  };
}
