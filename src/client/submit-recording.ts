import type { TranscriptionLanguageCode, TranslationLanguageCode } from '../contract/language-code.ts';
import type { AUTOMATIC } from '../contract/model-name.ts';
import type { PreRecordedRequest, PreRecordedRequestInput } from '../contract/pre-recorded-request.ts';
import type { Quality } from '../contract/quality.ts';
import { AppError } from '../lib/errors.ts';
import type { ApiClient, JobRequest } from './api-client.ts';
import { SAMPLE_MARK } from './job-summary.ts';
import { askPersistence } from './storage-use.ts';

export interface SubmitOptions {
  model: PreRecordedRequest['model'] | typeof AUTOMATIC;
  /** Empty to detect the language. */
  languages: TranscriptionLanguageCode[];
  codeSwitching: boolean;
  quality: Quality;
  /** Number of speakers; 'unknown' to detect it, null for no diarization. */
  speakers: number | 'unknown' | null;
  /** Switches and configurations of add-ons. */
  addons: Partial<PreRecordedRequestInput>;
}

/** The recording behind "Try the sample": synthetic speech that ships with the app. */
const SAMPLE_URL = '/demo/dialogue.flac';

/** The body of the request that asks for these options. */
export const requestOf = (audio_url: string, options: SubmitOptions): JobRequest => ({
  audio_url,
  model: options.model,
  language_config: { languages: options.languages, code_switching: options.codeSwitching },
  ...(options.quality !== 'fast' && { quality: options.quality }),
  ...(options.speakers !== null && { diarization: true }),
  ...(typeof options.speakers === 'number' && {
    diarization_config: { number_of_speakers: options.speakers },
  }),
  ...options.addons,
});

/** A transcript of another program, given with its recording. */
export interface GivenTranscript {
  file: File;
  /** What is spoken, if its name says so. */
  language: TranslationLanguageCode | undefined;
}

/**
 * Stores a recording, creates its job and returns the job's id; a transcript that was given with it is imported. Throws the errors of
 * the requests; without its transcript no job is left.
 */
export async function submitRecording(
  client: ApiClient,
  file: File,
  options: SubmitOptions,
  signal: AbortSignal,
  transcript: GivenTranscript | null = null,
): Promise<string> {
  await askPersistence();
  const { dictionaryFields } = await import('./dictionary.ts');
  const dictionary = await dictionaryFields();
  const { audio_url } = await client.upload(file, { signal });
  const created = await client.createJob(
    // What was chosen for this recording goes before the dictionary.
    { ...dictionary, ...requestOf(audio_url, options) },
    // Whoever leaves the language to detection wants every language right.
    { signal, ...(options.languages.length === 0 && { otherLanguages: 'switch' as const }) },
  );
  if (transcript) {
    const { file: given, language } = transcript;
    await client.importTranscript(created.id, given, { language, signal }).catch((error: unknown) => {
      void client.discardJob(created.id);
      throw error;
    });
  }
  return created.id;
}

/** Does the same for the bundled sample, with its bundled model. */
export async function submitSample(client: ApiClient, signal: AbortSignal): Promise<string> {
  const response = await fetch(SAMPLE_URL, { signal });
  if (!response.ok) {
    throw new AppError('not_found', 'The sample recording is missing from this installation of Earshot.');
  }
  const file = new File([await response.blob()], 'dialogue.flac', { type: 'audio/flac' });
  const { audio_url } = await client.upload(file, { signal });
  const created = await client.createJob(
    { audio_url, model: 'stt-1', custom_metadata: { [SAMPLE_MARK]: true } },
    { signal },
  );
  return created.id;
}
