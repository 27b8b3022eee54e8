import { BrowserSession } from '../../src/cli/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  jobSeconds,
  MINIATURE,
  modelsDir,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { watchMemory } from './browser-processes.ts';
import { writeSpeechFile } from './speech-file.ts';

const MB = 1e6;

/** Peak memory of the whole browser, from upload to result, for a short and a long recording of repeated clips. */
export async function memory({ minutes, longMinutes }: BenchOptions): Promise<Figure[]> {
  const short = await peakFor(minutes);
  const long = await peakFor(longMinutes);
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'memory',
    name,
    value,
    unit: 'MB',
    ...rest,
  });
  return [
    figure(`peak of the browser, ${minutes} min`, short),
    figure(`peak of the browser, ${longMinutes} min`, long),
    figure('more for the long recording', long - short, { atMost: 50 }),
  ];
}

/** In MB. */
async function peakFor(minutes: number): Promise<number> {
  const { path } = writeSpeechFile(workPath('memory.wav'), { duration: minutes * 60, silence: 0 });
  const session = await BrowserSession.open({ modelsDir });
  try {
    expectDoneBy(await session.transcribe(warmUpClip, {}), MINIATURE);
    const {
      result: job,
      before,
      peak,
    } = await watchMemory(session.profile, () => session.transcribe(path, {}));
    expectDoneBy(job, MINIATURE);
    const megabytes = (bytes: number) => Math.round(bytes / MB);
    console.log(
      `  ${minutes} min: ${megabytes(before)} MB before, ${megabytes(peak)} MB at most, ${jobSeconds(job)} s`,
    );
    return peak / MB;
  } finally {
    await session.close();
  }
}
