import type { Subtitle } from '../../addons/subtitles/schema.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { TranslatedUtterance } from '../../contract/transcripts/utterance.ts';

/** A transcript or a translation of it. */
export interface JobText {
  /** Target language; null for the transcript itself. */
  language: string | null;
  utterances: readonly TranslatedUtterance[];
  /** Subtitles as created by the job; empty if not requested. */
  subtitles: readonly Subtitle[];
  /** What went wrong, for people. */
  error: string | null;
}

/** All readable texts of a finished job: the transcript, then its translations in request order. */
export function jobTexts({ result, request_params }: PreRecordedJob): JobText[] {
  const { utterances = [], subtitles = [] } = result?.transcription ?? {};
  const original: JobText = { language: null, utterances, subtitles, error: null };
  const { results: translations, error } = result?.translation ?? {};
  if (error && !translations) {
    const targets = request_params?.translation_config?.target_languages ?? [];
    return [original, ...targets.map((language) => unreadable(language, error.message))];
  }
  return [
    original,
    ...(translations ?? []).map(
      ({ languages, error, ...text }): JobText => ({
        language: languages[0] ?? '',
        utterances: text.utterances,
        subtitles: text.subtitles ?? [],
        error: error?.message ?? null,
      }),
    ),
  ];
}

const unreadable = (language: string, error: string): JobText => ({
  language,
  utterances: [],
  subtitles: [],
  error,
});
