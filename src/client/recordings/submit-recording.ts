import { AUTOMATIC } from '../../contract/jobs/model-name.ts';
import type {
  PreRecordedRequest,
  PreRecordedRequestInput,
} from '../../contract/jobs/pre-recorded-request.ts';
import type { Quality } from '../../contract/jobs/quality.ts';
import type {
  TranscriptionLanguageCode,
  TranslationLanguageCode,
} from '../../contract/transcripts/language-code.ts';
import { inApp } from '../../lib/addresses/app-base.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { JobRequest } from '../api/call-options.ts';
import { type AddonChoices, addonFields } from '../jobs/addon-fields.ts';
import { SAMPLE_MARK } from '../jobs/job-summary.ts';

export interface SubmitOptions {
  model: PreRecordedRequest['model'] | typeof AUTOMATIC;
  /** Empty to detect the language. */
  languages: TranscriptionLanguageCode[];
  codeSwitching: boolean;
  quality: Quality;
  /** Number of speakers; 'unknown' to detect it, null for no diarization. */
  speakers: number | 'unknown' | null;
  addons: AddonChoices;
  /** Kept with the job, for a caller that looks for it. */
  customMetadata?: Record<string, string>;
}

/** The recording behind "Try the sample": President Kennedy on 25 May 1961, in the public domain as a work of the US government. */
export const SAMPLE_URL = '/demo/speech.flac';

/** The body of the request that asks for these options. */
export const requestOf = (audio_url: string, options: SubmitOptions): JobRequest => ({
  audio_url,
  model: options.model,
  // The page says that it is a draft, and how to get a better text.
  allow_draft: true,
  language_config: { languages: options.languages, code_switching: options.codeSwitching },
  ...(options.quality !== 'fast' && { quality: options.quality }),
  ...(options.speakers !== null && { diarization: true }),
  ...(typeof options.speakers === 'number' && {
    diarization_config: { number_of_speakers: options.speakers },
  }),
  ...addonFields(options.addons),
  ...(options.customMetadata && { custom_metadata: options.customMetadata }),
});

/** A transcript of another program, given with its recording. */
export interface GivenTranscript {
  file: File;
  /** What is spoken, if its name says so. */
  language: TranslationLanguageCode | undefined;
}

/** Also stores a given transcript with the job, whose id it returns. A request that fails leaves nothing. */
export async function submitRecording(
  client: ApiClient,
  file: File,
  options: SubmitOptions,
  { signal, transcript = null }: { signal: AbortSignal; transcript?: GivenTranscript | null | undefined },
): Promise<string> {
  const { audio_url, audio_metadata } = await client.upload(file, { signal });
  try {
    return await createWith(client, audio_url, options, { signal, transcript });
  } catch (error) {
    const { deleteUnusedAudio } = await import('../../storage/recordings/audio-store.ts');
    // If that fails, a host deletes it after a week.
    await deleteUnusedAudio(audio_metadata.id).catch(console.warn);
    throw error;
  }
}

/** Creates the job of a recording at an address, which is fetched when the job runs, and returns the job's id. */
export async function submitAddress(
  client: ApiClient,
  address: string,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<string> {
  return createWith(client, address, options, { signal });
}

export async function createWith(
  client: ApiClient,
  address: string,
  options: SubmitOptions,
  { signal, transcript = null }: { signal: AbortSignal; transcript?: GivenTranscript | null | undefined },
): Promise<string> {
  const { dictionaryFields } = await import('../corrections/dictionary.ts');
  const created = await client.createJob(
    // What was chosen for this recording goes before the dictionary.
    { ...(await dictionaryFields()), ...requestOf(address, options) },
    // Where the language is left to detection, every language is to be right.
    { signal, transcript, ...(options.languages.length === 0 && { otherLanguages: 'switch' as const }) },
  );
  return created.id;
}

/** What the sample shows of itself, all of it by what the app brings along: no model is needed. */
const SHOWN_BY_SAMPLE: Partial<PreRecordedRequestInput> = {
  summarization: true,
  named_entity_recognition: true,
  subtitles: true,
  subtitles_config: { formats: ['srt', 'vtt'] },
};

/** The sample is English, whatever the person's recordings are. */
const forSample = (options: SubmitOptions): SubmitOptions => ({
  ...options,
  model: AUTOMATIC,
  languages: ['en'],
  codeSwitching: false,
});

/** The same for the sample, with a summary, names and captions, and speakers if their models are there. */
export async function submitSample(
  client: ApiClient,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(inApp(SAMPLE_URL), { signal });
  if (!response.ok) {
    throw new AppError('not_found', msg`The sample recording is missing from this installation of Earshot.`);
  }
  const file = new File([await response.blob()], 'speech.flac', { type: 'audio/flac' });
  const { dictionaryFields } = await import('../corrections/dictionary.ts');
  const [{ audio_url }, dictionary, speakers] = await Promise.all([
    client.upload(file, { signal }),
    dictionaryFields(),
    options.speakers ?? canTellSpeakers(),
  ]);
  const request = requestOf(audio_url, { ...forSample(options), speakers });
  const created = await client.createJob(
    { ...SHOWN_BY_SAMPLE, ...dictionary, ...request, custom_metadata: { [SAMPLE_MARK]: true } },
    { signal },
  );
  return created.id;
}

/** Whether the models that distinguish speakers are installed. */
async function canTellSpeakers(): Promise<'unknown' | null> {
  const { chooseDiarizationModels } = await import('../../models/choice/choose-diarization.ts');
  return chooseDiarizationModels().then(
    () => 'unknown' as const,
    () => null,
  );
}
