import type { SummarizationConfig } from '../addons/summarization/schema.ts';
import type { TranscriptionLanguageCode, TranslationLanguageCode } from '../contract/language-code.ts';
import type { PreRecordedRequest, PreRecordedRequestInput } from '../contract/pre-recorded-request.ts';
import { AppError } from '../lib/errors.ts';
import type { ApiClient } from './api-client.ts';
import { SAMPLE_MARK } from './job-summary.ts';
import { askPersistence } from './storage-use.ts';

/** Analyses without settings of their own. */
export type Analysis =
  | 'name_consistency'
  | 'named_entity_recognition'
  | 'pii_redaction'
  | 'sentiment_analysis';

export interface SubmitOptions {
  model: PreRecordedRequest['model'];
  /** Empty to detect the language. */
  languages: TranscriptionLanguageCode[];
  codeSwitching: boolean;
  /** Number of speakers; 'unknown' to detect it, null for no diarization. */
  speakers: number | 'unknown' | null;
  /** Adds punctuation and capitals for models that produce none. */
  punctuation: boolean;
  /** Empty for no translation. */
  translateInto: TranslationLanguageCode[];
  analyses: Analysis[];
  /** Null for none. */
  summary: SummarizationConfig['type'] | null;
  /** Prompts about the recording. */
  prompts: string[];
  /** Kinds of data to extract. */
  classes: string[];
  /** Names and terms to expect. */
  vocabulary: string[];
}

/** The recording behind "Try the sample": synthetic speech that ships with the app. */
const SAMPLE_URL = '/demo/dialogue.flac';

/** Stores a recording, creates its job and returns the job's id. Throws the errors of both requests. */
export async function submitRecording(
  client: ApiClient,
  file: File,
  options: SubmitOptions,
  signal: AbortSignal,
): Promise<string> {
  await askPersistence();
  const { audio_url } = await client.upload(file, { signal });
  const created = await client.createJob(
    {
      audio_url,
      model: options.model,
      language_config: { languages: options.languages, code_switching: options.codeSwitching },
      ...addonsOf(options),
    },
    { signal },
  );
  return created.id;
}

function addonsOf({
  speakers,
  punctuation,
  translateInto,
  analyses,
  summary,
  prompts,
  classes,
  vocabulary,
}: SubmitOptions): Partial<PreRecordedRequestInput> {
  return {
    ...(speakers !== null && { diarization: true }),
    ...(typeof speakers === 'number' && { diarization_config: { number_of_speakers: speakers } }),
    ...(punctuation && { punctuation_enhanced: true }),
    ...(translateInto.length > 0 && {
      translation: true,
      translation_config: { target_languages: translateInto },
    }),
    ...Object.fromEntries(analyses.map((key) => [key, true])),
    ...(summary && { summarization: true, summarization_config: { type: summary } }),
    ...(prompts.length > 0 && { audio_to_llm: true, audio_to_llm_config: { prompts } }),
    ...(classes.length > 0 && {
      structured_data_extraction: true,
      structured_data_extraction_config: { classes },
    }),
    ...(vocabulary.length > 0 && {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary },
    }),
  };
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
