import { z } from 'zod';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import type { ManifestModel } from '../../src/models/manifest/manifest.ts';
import type { Measure } from '../../src/models/manifest/rehearsals.ts';
import { expectDoneBy, jobSeconds, MINIATURE } from '../bench/bench-setup.ts';

/** What a model is asked to do in a rehearsal, and how much of it a job has done. */
export interface Task {
  measure: Measure;
  params: Record<string, unknown>;
  /** Of an add-on: the same job without it. */
  alone?: Record<string, unknown>;
  /** Whether its seconds are those of the job, less those of the job without it. */
  isInJobTime?: boolean;
  /** Its threads on so many cores, where the job does not say them. */
  threadsOf?(cores: number): number;
  /** Seconds of speech; of a first job, which loads the model, fewer. */
  speech: number;
  /** Seconds of work and units of the measure. Throws an Error if another model did it, or none. */
  workOf(job: PreRecordedJob): { seconds: number; units: number };
}

const WORDS = 1000;
const TOKENS = 100;
const english = { language_config: { languages: ['en'] } };

/** Words of a text; each token that a replica writes is one. */
const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

const envelope = z.object({
  success: z.boolean(),
  exec_time: z.number(),
  error: z.unknown(),
  results: z.unknown(),
});
const speakersBy = z.object({ segmentation_model: z.string() });
const answers = z.array(z.object({ results: z.object({ response: z.string().nullable() }) }));
const translations = z.array(z.object({ full_transcript: z.string() }));

/** An add-on for the text of the bundled miniature: its time alone counts. */
function addonTask(
  model: ManifestModel,
  key: string,
  config: Record<string, unknown> | null,
  how: { measure: Measure; speech: number; units(results: unknown, job: PreRecordedJob): number },
): Task {
  return {
    ...how,
    alone: { model: 'stt-1', ...english },
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
      const facts = JSON.stringify(job.post_session_metadata);
      if (!facts.includes(`"${model.id}"`)) throw new Error(`${model.id} did not run: ${facts}`);
      return { seconds, units: how.units(results, job) };
    },
  };
}

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
        workOf(job) {
          expectDoneBy(job, model.id);
          return { seconds: jobSeconds(job), units: (job.file?.audio_duration ?? 0) / 60 };
        },
      };
    case 'sortformer':
      return {
        measure: 'minute of speech',
        // Beside words, which the miniature recognises in no time.
        params: { model: 'stt-1', ...english, diarization: true },
        alone: { model: 'stt-1', ...english },
        isInJobTime: true,
        // As the worker for speakers takes them.
        threadsOf: (cores) => Math.max(1, Math.floor(cores / 2)),
        speech: 40,
        workOf(job) {
          expectDoneBy(job, MINIATURE);
          const by = speakersBy.safeParse(job.post_session_metadata.diarization).data?.segmentation_model;
          if (by !== model.id)
            throw new Error(`No speakers by ${model.id}: ${JSON.stringify(job.result?.diarization)}`);
          return { seconds: jobSeconds(job), units: (job.file?.audio_duration ?? 0) / 60 };
        },
      };
    case 'text-generation':
      return addonTask(
        model,
        'audio_to_llm',
        { prompts: ['What is said?'] },
        {
          measure: '100 tokens',
          speech: 40,
          units: (results) =>
            answers.parse(results).reduce((sum, one) => sum + countWords(one.results.response ?? ''), 0) /
            TOKENS,
        },
      );
    case 'translation':
      return addonTask(
        model,
        'translation',
        { target_languages: ['fr'] },
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
      return addonTask(model, use, null, { measure: '1,000 words', speech: 300, units: spoken });
    }
    default:
      throw new Error(`A model of the kind ${model.engine} has no rehearsal.`);
  }
}
