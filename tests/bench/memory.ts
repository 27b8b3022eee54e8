import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  jobSeconds,
  MINIATURE,
  modelsDir,
  preferModel,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { watchMemory } from './browser-processes.ts';
import { denseSpeech } from './dense-speech.ts';
import { writeSpeechFile } from './speech-file.ts';
import { watchWindows } from './window-times.ts';

const section = 'memory';
const MB = 1e6;
/** Which share of a recording's windows its beginning and its end are. */
const PART = 0.2;

interface Run {
  /** In MB. */
  peak: number;
  /** Time of a window at the end, against one at the beginning; NaN where there are too few. */
  slower: number;
  /** Seconds of audio in each second of work. */
  speed: number;
}
interface Model {
  id: string;
  directory: string | undefined;
  write: (path: string, minutes: number) => void;
}

/**
 * Peak memory of the whole browser, from upload to result, for a short and a long recording of repeated clips, and whether it slows down.
 * The demo's model, or with `--only whisper-base-q8` a model of `../shared` with real weights and recordings.
 */
export async function memory({ minutes, longMinutes, only }: BenchOptions): Promise<Figure[]> {
  const model = modelCalled(only);
  const short = await run(model, minutes);
  const long = await run(model, longMinutes);
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section,
    name,
    value,
    unit: 'MB',
    ...rest,
  });
  return [
    figure(`peak of the browser, ${minutes} min`, short.peak),
    figure(`peak of the browser, ${longMinutes} min`, long.peak),
    figure('more for the long recording', long.peak - short.peak, { atMost: 50 }),
    figure('speed in the long recording', long.speed, { unit: '×' }),
    figure('a window at its end, beside one at its beginning', long.slower, { unit: '', atMost: 1.15 }),
  ];
}

function modelCalled(id: string): Model {
  if (id === '') {
    const write = (path: string, minutes: number) =>
      void writeSpeechFile(path, { duration: minutes * 60, silence: 0 });
    return { id: MINIATURE, directory: modelsDir, write };
  }
  const directory = join(PROJECT_ROOT, '../shared/models', id);
  if (!existsSync(directory)) throw new Error(`There is no ${directory}.`);
  return { id, directory, write: (path, minutes) => writeWav(path, denseSpeech(minutes * 60, 0.5)) };
}

async function run({ id, directory, write }: Model, minutes: number): Promise<Run> {
  const path = workPath('memory.wav');
  write(path, minutes);
  const session = await BrowserSession.open({ modelsDir: directory });
  try {
    await preferModel(session, id);
    expectDoneBy(await session.transcribe(warmUpClip, {}), id);
    const windowTimes = await watchWindows(session.page);
    const {
      result: job,
      before,
      peak,
    } = await watchMemory(session.profile, () => session.transcribe(path, {}));
    expectDoneBy(job, id);
    const megabytes = (bytes: number) => Math.round(bytes / MB);
    const speed = (minutes * 60) / jobSeconds(job);
    console.log(
      `  ${minutes} min: ${megabytes(before)} MB before, ${megabytes(peak)} MB at most, ${jobSeconds(job)} s, ${speed.toFixed(1)} ×`,
    );
    return { peak: peak / MB, slower: slowerAtTheEnd(await windowTimes()), speed };
  } finally {
    await session.close();
  }
}

function slowerAtTheEnd(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const part = Math.floor(gaps.length * PART);
  return median(gaps.slice(-part)) / median(gaps.slice(0, part));
}
