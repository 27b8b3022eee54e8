import { z } from 'zod';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import type { ManifestModel } from '../../src/models/manifest/manifest.ts';
import type { Measure } from '../../src/models/manifest/rehearsals.ts';
import { expectDoneBy, jobSeconds, MINIATURE } from '../bench/bench-setup.ts';

/** What a model is asked to do in a rehearsal, and how much of it a job has done. */
export interface Task {
  measure: Measure;
  params: Record<string, unknown>;
  /** The same job without it, whose time is taken off; absent if its own time is known. */
  alone?: Record<string, unknown>;
  /** Its threads on so many cores, where the job does not say them. */
  threadsOf?(cores: number): number;
  /** Of a language model: ten minutes summarised. */
  summary?: Task;
  /** Whether it works only beside the segmentation of `../shared`. */
  needsSegmentation?: boolean;
  /** Searches in place of a job: each maps as much text to vectors as a passage. */
  searches?: number;
  /** Seconds of speech. */
  speech: number;
  /** The same of a first job, which loads the model; 4 if absent. */
  shortSpeech?: number;
  /** Seconds of work and units of the measure. Throws an Error if another model did it, or none. */
  workOf(job: PreRecordedJob): { seconds: number; units: number };
}

const WORDS = 1000;
const TOKENS = 100;
const BUILT_IN = 'zipformer-gigaspeech-3.3m';
const english = { language_config: { languages: ['en'] } };

/** Words of a text; each token that a replica writes is one. */
const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

const envelope = z.object({
  success: z.boolean(),
  exec_time: z.number(),
  error: z.unknown(),
  results: z.unknown(),
});
const speakersBy = z.object({ segmentation_model: z.string(), embedding_model: z.string().optional() });
const answers = z.array(z.object({ results: z.object({ response: z.string().nullable() }) }));
const translations = z.array(z.object({ full_transcript: z.string() }));

/** Throws an Error unless a job says that a model had part in it. */
function expectNamed(job: PreRecordedJob, { id }: ManifestModel): void {
  const facts = JSON.stringify(job.post_session_metadata);
  if (!facts.includes(`"${id}"`)) throw new Error(`${id} did not run: ${facts}`);
}

/** An add-on for the text of the bundled miniature: its time alone counts. */
function addonTask(
  model: ManifestModel,
  key: string,
  config: Record<string, unknown> | null,
  how: { measure: Measure; speech: number; units(results: unknown, job: PreRecordedJob): number },
): Task {
  return {
    ...how,
    threadsOf: (cores) => cores,
    params: { model: 'stt-1', ...english, [key]: true, ...(config && { [`${key}_config`]: config }) },
    workOf(job) {
      expectDoneBy(job, MINIATURE);
      const {
        success,
        exec_time: seconds,
        error,
        results,
      } = envelope.parse(job.result?.[key as 'translation']);
      if (!success) throw new Error(`${key} failed: ${JSON.stringify(error)}`);
      expectNamed(job, model);
      return { seconds, units: how.units(results, job) };
    },
  };
}

/** Beside words, which the miniature recognises in no time. */
const speakersTask = (model: ManifestModel, part: keyof z.infer<typeof speakersBy>): Task => ({
  measure: 'minute of speech',
  params: { model: 'stt-1', ...english, diarization: true },
  alone: { model: 'stt-1', ...english },
  // As the worker for speakers takes them.
  threadsOf: (cores) => Math.max(1, Math.floor(cores / 2)),
  speech: 40,
  workOf(job) {
    expectDoneBy(job, MINIATURE);
    const by = speakersBy.safeParse(job.post_session_metadata.diarization).data?.[part];
    if (by !== model.id)
      throw new Error(`No speakers by ${model.id}: ${JSON.stringify(job.result?.diarization)}`);
    return { seconds: jobSeconds(job), units: (job.file?.audio_duration ?? 0) / 60 };
  },
});

/** It changes the transcript itself, and has no time of its own. */
const PUNCTUATION: Task = {
  measure: '1,000 words',
  params: { model: 'stt-1', ...english, punctuation_enhanced: true },
  alone: { model: 'stt-1', ...english },
  threadsOf: (cores) => cores,
  // What it takes is the difference of two jobs: with fewer words, it is lost in the noise of the machine.
  speech: 900,
  workOf(job) {
    expectDoneBy(job, MINIATURE);
    return { seconds: jobSeconds(job), units: spoken(null, job) };
  },
};

const spoken = (_: unknown, job: PreRecordedJob) =>
  countWords(job.result?.transcription?.full_transcript ?? '') / WORDS;

/** Throws an Error for a kind of model that has no task. */
export function taskOf(model: ManifestModel): Task {
  switch (model.engine) {
    case 'whisper':
    case 'transducer':
      return {
        measure: 'minute of speech',
        params: { model: model.serves[0], ...english },
        speech: 40,
        // A replica of Whisper has as many words for each window.
        ...(model.engine === 'whisper' && { shortSpeech: 20 }),
        workOf(job) {
          expectDoneBy(job, model.id);
          return { seconds: jobSeconds(job), units: (job.file?.audio_duration ?? 0) / 60 };
        },
      };
    case 'sortformer':
      return speakersTask(model, 'segmentation_model');
    case 'speaker-embedding':
      return { ...speakersTask(model, 'embedding_model'), needsSegmentation: true };
    case 'spoken-language':
      return {
        measure: 'recording',
        // The built-in model cannot detect the language.
        params: { model: 'stt-3', allow_draft: true },
        alone: { model: 'stt-3', allow_draft: true, ...english },
        threadsOf: (cores) => cores,
        speech: 40,
        workOf(job) {
          expectDoneBy(job, BUILT_IN);
          const by = job.post_session_metadata.language_found_by;
          if (by !== model.id) throw new Error(`The language was found by ${String(by)}.`);
          return { seconds: jobSeconds(job), units: 1 };
        },
      };
    case 'text-generation':
      return {
        ...addonTask(
          model,
          'audio_to_llm',
          { prompts: ['What is said?'] },
          {
            measure: '100 tokens',
            speech: 20,
            units: (results) =>
              answers.parse(results).reduce((sum, one) => sum + countWords(one.results.response ?? ''), 0) /
              TOKENS,
          },
        ),
        summary: addonTask(model, 'summarization', null, {
          measure: '100 tokens',
          speech: 600,
          units: (results) => countWords(z.string().parse(results)) / TOKENS,
        }),
      };
    case 'sentence-embedding':
      return {
        measure: 'minute of speech',
        params: {},
        searches: 240,
        threadsOf: () => 1,
        speech: 4,
        workOf: () => {
          throw new Error('A search has no job.');
        },
      };
    case 'translation':
      return addonTask(
        model,
        'translation',
        // Without the sentence before it: a replica would go on from there.
        { target_languages: ['fr'], context_adaptation: false },
        {
          measure: '100 tokens',
          speech: 40,
          units: (results) =>
            translations.parse(results).reduce((sum, one) => sum + countWords(one.full_transcript), 0) /
            TOKENS,
        },
      );
    case 'token-classification':
    case 'text-classification': {
      const [use = ''] = model.uses;
      if (use === 'punctuation_enhanced') return PUNCTUATION;
      return addonTask(model, use, null, { measure: '1,000 words', speech: 120, units: spoken });
    }
    default:
      throw new Error(`A model of the kind ${model.engine} has no rehearsal.`);
  }
}
