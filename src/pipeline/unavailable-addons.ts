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
    ...(request.structured_data_extraction && {
      structured_data_extraction: envelope('structured_data_extraction', null),
    }),
    ...(request.audio_to_llm && { audio_to_llm: envelope('audio_to_llm', null) }),
  };
}
