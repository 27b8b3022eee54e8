import type { z } from '../lib/zod.ts';

/**
 * The schema of every add-on by its key, which is its switch in the request. Each folder adds its own to this interface, so
 * that the types of the request and of the result include it:
 * `declare module '../addon-schema.ts' { interface AddonSchemas { toy: typeof schema } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the folders fill it.
export interface AddonSchemas {}

export type AddonKey = keyof AddonSchemas;

/** What `schema.ts` of an add-on's folder exports as `schema`: what the wire and the run of a job need. */
export interface AddonSchema {
  /** The switch in the request, and the folder's name. */
  key: AddonKey;
  /** Its place among the parameters of the request, as the specification lists them; absent: after all that have one. */
  position?: number;
  /** What the request calls `<key>_config`. A switch whose configuration has a required field cannot do without it. */
  config?: z.ZodObject;
  /** What older clients send in place of the switch, and the configuration that it represents. */
  olderSwitch?: { value: z.ZodType; toConfig(value: unknown): unknown };
  /** Absent where it only rewrites, and has no results of its own. */
  result?: AddonResult;
  /** Rewrites recognised words before there are utterances, rewrites the transcript, or reads the finished one. */
  stage: 'words' | 'utterances' | 'transcript';
  /** Add-ons that run before it, if they were requested too. */
  after: readonly AddonKey[];
  /** Time limit, if models make it slower than most. */
  timeLimit?: TimeLimit;
  /** Stage `utterances` only: if it fails, the transcript is delivered unchanged and its envelope says so. */
  mayFail?: true;
  /** Stage `transcript` only: it also reads each translation (`readTranslation`). */
  alsoTranslations?: true;
}

/** Where the wire has an add-on's results, and what is there. */
export type AddonResult =
  | {
      /**
       * `result`: under its key in the result. `text`: under its key in `transcription`, and in each translation that it
       * reads. `result-and-text`: under its key in the result, deprecated, and as a list of that one in the texts.
       */
      at: 'result' | 'text' | 'result-and-text';
      /** An envelope (`addonEnvelope`), but for `text`: there it is without one. */
      shape: z.ZodType;
      /** What represents `results` where it failed and the wire does not let them be null. */
      whenFailed?: string;
      deprecated?: true;
    }
  | {
      /** An envelope under its key in the result, with a list of translated texts. */
      at: 'translations';
      /** The field of its configuration that lists languages: it runs once for each, with the whole time limit. */
      languages: string;
    };

export interface TimeLimit {
  seconds: number;
  /** Plus this much per minute of the recording. */
  secondsPerMinute: number;
}

/** What `schema.ts` exports as `api`: what the description of the interface says beyond the types. */
export interface AddonApi {
  /** Absent: stable (specification §9). */
  stability?: 'alpha' | 'beta';
  /** Description of its switch. */
  description?: string;
  /** Schemas that have a name of their own there. Its configuration is called `<Key>Config` where it has none here. */
  requestSchemas?: Readonly<Record<string, z.ZodType>>;
  resultSchemas?: Readonly<Record<string, z.ZodType>>;
  /** What the types do not say of a field: `Schema.field` → description. */
  fields?: Readonly<Record<string, string>>;
  /** Its configuration in the example of a full request; absent where that does not ask for it. */
  example?: object;
}
