import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { PreRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { preferModels } from '../runner/prefer-models.ts';
import { testModels } from '../runner/test-models.ts';

export interface BenchOptions {
  /** Length of the recordings for `rtf` and `live`, and of the shorter one for `memory`; how long `fuzz` and `fuzz-stored` run. */
  minutes: number;
  /** Hours of sound that `live` is fed as fast as they are recognised; null to feed `minutes` as they are spoken. */
  hours: number | null;
  /** Number of repetitions; the median counts. */
  repeats: number;
  /** Length of the longer recording for `memory`. */
  longMinutes: number;
  /** Number of kills. */
  rounds: number;
  /** Names of actions for `kills`, a model for `cold` and `memory`; empty for all of them. */
  only: string;
  /** Folder of a built earlier version, with which `cold` and `webgpu` compare; empty for none. */
  former: string;
  /** Of the dice of `kills`. */
  seed: number;
  /** Whether `kills` adds to the rounds of an earlier run. */
  resume: boolean;
  /** Whether a round of `kills` does everything at once. */
  everything: boolean;
  /** Which `kills` does it in. */
  browser: 'chromium' | 'firefox';
  /** Folder where it keeps what killed browsers had stored; empty for one of its own. */
  keep: string;
  /** Whether it waits for the killed browser's processes. */
  waits: boolean;
  /** Whether the database is deleted after the kill. */
  deletesDatabase: boolean;
  /** Whether the clock of `live` is that of the processor. */
  processorClock: boolean;
  /** Threads of the models of `live`. */
  threads: number;
}

export const TIMING_MODEL = 'bench-whisper-base';
export const MINIATURE = 'mini-whisper';

const shared = join(PROJECT_ROOT, '../shared/models');

/** Models to measure: beside the project, otherwise only the miniatures. */
export const modelsDir = testModels();
export const hasTimingModel = existsSync(join(shared, 'bench', TIMING_MODEL));

/** A clip that loads and warms up everything. */
export const warmUpClip = join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav');

/** Where generated recordings go. */
export function workPath(name: string): string {
  const folder = join(PROJECT_ROOT, '.cache/bench');
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

/** Makes the app use this model for `stt-1`, as the model list would. */
export const preferModel = ({ page }: Pick<BrowserSession, 'page'>, modelId: string): Promise<void> =>
  preferModels(page, { 'stt-1': modelId });

/** Throws an Error unless the job was done by this model. */
export function expectDoneBy(job: PreRecordedJob, modelId: string): void {
  const { model_id, error } = job.post_session_metadata;
  if (job.status !== 'done') throw new Error(`A job failed: ${JSON.stringify(error)}`);
  if (model_id !== modelId) throw new Error(`The app ran ${String(model_id)} instead of ${modelId}.`);
}

/** Seconds from a job's creation to its end. */
export function jobSeconds(job: PreRecordedJob): number {
  return (Date.parse(job.completed_at ?? '') - Date.parse(job.created_at)) / 1000;
}
