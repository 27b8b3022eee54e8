import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../../src/cli/browser-session.ts';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { sharedAudio, textOf, WHISPER_BASE } from '../../accuracy/whisper/whisper-part.ts';
import { countWordErrors, wordErrorRate } from '../../accuracy/word-error-rate.ts';
import { median } from '../../accuracy/word-time-error.ts';
import type { Figure } from '../../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from '../bench-setup.ts';
import { browserCpuSeconds } from '../browser-processes.ts';
import { openNative } from './open-native.ts';
import { writeReadSpeech } from './read-speech.ts';

const section = 'native';
const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
const WARM_UP = 'whisper.cpp/jfk.wav';
/** Long enough to load the model in every lane. */
const WARM_UP_SECONDS = 90;
/** Earshot may take so many times the time of native int8. */
const MOST_TIMES = 1.4;

interface Cost {
  seconds: number;
  cpu: number;
  text: string;
}
type Way = 'ours' | 'native';

/**
 * The real weights of Whisper base on English read aloud: Earshot's built app in headless Chromium, and faster-whisper on
 * the same machine, in turn, with the same number of threads, both with loaded models, greedy, with voice activity and
 * word times.
 */
export async function native({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  const missing = (what: string): Figure[] => {
    console.log(`Left out: ${what}`);
    return [];
  };
  if (!existsSync(MODEL) || !existsSync(sharedAudio(WARM_UP)))
    return missing('it needs the real weights and recordings of ../shared.');
  const theirs = await openNative(MODEL);
  if (typeof theirs === 'string') return missing(theirs);

  const folder = workPath('');
  const speech = await writeReadSpeech(folder, minutes * 60, theirs.decode);
  const warmUp = (await writeReadSpeech(folder, WARM_UP_SECONDS, theirs.decode)).path;
  const session = await BrowserSession.open({ modelsDir: MODEL });
  try {
    const job = async (path: string) => {
      const done = await session.transcribe(path, {
        model: WHISPER_BASE,
        language_config: { languages: ['en'] },
      });
      expectDoneBy(done, WHISPER_BASE);
      return done;
    };
    const { threads: perLane, lanes } = (await job(warmUp)).post_session_metadata;
    const threads = Number(perLane) * Number(lanes);
    const rounds: Record<Way, Cost>[] = [];
    for (let round = 0; round < repeats; round += 1) {
      const before = browserCpuSeconds(session.profile);
      const done = await job(speech.path);
      const cpu = browserCpuSeconds(session.profile) - before;
      rounds.push({
        ours: { seconds: jobSeconds(done), cpu, text: textOf(done) },
        native: await theirs.transcribe(speech.path, sharedAudio(WARM_UP), threads),
      });
      console.log(`  round ${round + 1}, ${threads} threads: ${describe(rounds.at(-1), speech.text)}`);
    }
    return figures(rounds, speech);
  } finally {
    await session.close();
  }
}

const errorsOf = (truth: string, { text }: Cost): number => wordErrorRate(countWordErrors(truth, text)) * 100;

const describe = (round: Record<Way, Cost> | undefined, truth: string): string =>
  Object.entries(round ?? {})
    .map(
      ([way, cost]) =>
        `${way} ${cost.seconds.toFixed(1)} s (processor ${cost.cpu.toFixed(1)} s), ` +
        `${errorsOf(truth, cost).toFixed(1)} % word errors`,
    )
    .join('; ');

function figures(
  rounds: readonly Record<Way, Cost>[],
  { duration, text }: { duration: number; text: string },
): Figure[] {
  const of = (way: Way, value: (cost: Cost) => number) => median(rounds.map((round) => value(round[way])));
  const ratio = (what: 'seconds' | 'cpu') =>
    median(rounds.map(({ ours, native: other }) => ours[what] / other[what]));
  const figure = (name: string, value: number, unit: string): Figure => ({ section, name, value, unit });
  const seconds = ({ seconds: taken }: Cost) => taken;
  const cpu = ({ cpu: taken }: Cost) => taken;
  const errors = (cost: Cost) => errorsOf(text, cost);
  return [
    figure('English read aloud', duration, 's'),
    figure('time of faster-whisper, int8', of('native', seconds), 's'),
    figure('time of Earshot', of('ours', seconds), 's'),
    { ...figure('the second, of the first', ratio('seconds'), '×'), atMost: MOST_TIMES },
    figure('processor time of faster-whisper', of('native', cpu), 's'),
    figure('processor time of Earshot', of('ours', cpu), 's'),
    figure('the second, of the first', ratio('cpu'), '×'),
    figure('word errors of faster-whisper', of('native', errors), '%'),
    figure('word errors of Earshot', of('ours', errors), '%'),
  ];
}
