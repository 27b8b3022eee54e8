import type { JobRequest } from '../../client/api/call-options.ts';
import { dictionaryFields } from '../../client/corrections/dictionary.ts';
import { requestOf, type SubmitOptions } from '../../client/recordings/submit-recording.ts';
import type { LiveRequest } from '../../contract/live/live-request.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';

/** Words to expect and to spell, and sounds, hold at once; other options for the recording afterwards. */
export async function sessionRequest(
  options: SubmitOptions,
  {
    sampleRate,
    channels,
    translateInto,
  }: { sampleRate: number; channels: number; translateInto: TranslationLanguageCode | null },
): Promise<LiveRequest> {
  const {
    audio_url: _,
    model,
    language_config,
    ...asked
  } = {
    ...(await dictionaryFields()),
    ...requestOf('', options),
  };
  const { custom_vocabulary, custom_vocabulary_config, custom_spelling, custom_spelling_config } = asked;
  const { sound_events, sound_events_config } = asked;
  return {
    encoding: 'wav/pcm',
    bit_depth: 16,
    sample_rate: sampleRate,
    channels,
    model,
    language_config,
    realtime_processing: {
      custom_vocabulary,
      custom_vocabulary_config,
      custom_spelling,
      custom_spelling_config,
      sound_events,
      sound_events_config,
    },
    post_processing: translateInto ? withTranslation(asked, translateInto) : asked,
    messages_config: { receive_partial_transcripts: true },
    // The schema of a job takes null for what is left out, and so does that of a session.
  } as LiveRequest;
}

const withTranslation = (asked: Pick<JobRequest, 'translation_config'>, into: TranslationLanguageCode) => ({
  ...asked,
  translation: true,
  translation_config: {
    ...asked.translation_config,
    target_languages: [...new Set([...(asked.translation_config?.target_languages ?? []), into])],
  },
});
