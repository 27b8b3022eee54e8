import { MODEL_ENTITIES, requestedEntities } from '../addons/pii_redaction/entity-groups.ts';
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

/** What a requested add-on without an envelope leaves out, as notes for `post_session_metadata`. */
export function unavailableNotes({ pii_redaction, pii_redaction_config }: RequestParams): string[] {
  if (!pii_redaction) return [];
  const requested = requestedEntities(pii_redaction_config?.entity_types);
  const missed = [...MODEL_ENTITIES].filter((type) => requested === 'all' || requested.has(type));
  if (missed.length === 0) return [];
  return [
    `pii_redaction took out what has a form. It did not look for these, which need a model that this version does not have: ${missed.join(', ')}. Read the transcript before you pass it on.`,
  ];
}
