import type { AddonError } from '../contract/addon-envelope.ts';
import type { RequestParams } from '../contract/pre-recorded-request.ts';
import type { TranscriptionResult } from '../contract/transcription-result.ts';

const explain = (addon: string): AddonError => ({
  status_code: 501,
  exception: 'AddonNotAvailable',
  message: `${addon} is not available in this version of Earshot. The transcript is not affected.`,
});

function envelope<Results>(addon: string, results: Results) {
  return { success: false, is_empty: true, exec_time: 0, error: explain(addon), results };
}

/** Add-ons that work on the transcript itself: the specification gives them no envelope. */
const WITHOUT_ENVELOPE = ['pii_redaction'] as const;

/** The envelopes of requested add-ons that nothing here can run; keys of the others are absent. */
export function unavailableAddons(request: RequestParams): Partial<TranscriptionResult> {
  return {
    ...(request.translation && { translation: envelope('translation', null) }),
    ...(request.summarization && { summarization: envelope('summarization', null) }),
    ...(request.named_entity_recognition && {
      named_entity_recognition: envelope('named_entity_recognition', null),
    }),
    ...(request.name_consistency && { name_consistency: envelope('name_consistency', null) }),
    ...(request.structured_data_extraction && {
      structured_data_extraction: envelope('structured_data_extraction', null),
    }),
    ...(request.sentiment_analysis && { sentiment_analysis: envelope('sentiment_analysis', '') }),
    ...(request.audio_to_llm && { audio_to_llm: envelope('audio_to_llm', null) }),
  };
}

/** The same for add-ons without an envelope, as notes for `post_session_metadata`. */
export function unavailableNotes(request: RequestParams): string[] {
  return WITHOUT_ENVELOPE.filter((name) => request[name]).map((name) => explain(name).message);
}
