import { BrowserSession } from '../../src/cli/browser-session.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  hasTimingModel,
  jobSeconds,
  MINIATURE,
  modelsDir,
  preferModel,
  TIMING_MODEL,
  workPath,
} from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';
import { PlainSession } from './plain-session.ts';
import { type SpeechFile, writeSpeechFile } from './speech-file.ts';

/**
 * Time of a whole job (decoding, voice activity, windows, recognition, storing) compared with the baseline on the
 * same recording, model, runtime and total number of threads, in the same browser, each on the foreground page. Both
 * have loaded their models before.
 */
export async function realTimeFactor({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  const model = hasTimingModel ? TIMING_MODEL : MINIATURE;
  if (!hasTimingModel) console.log('../shared is absent: the miniature is timed, which says little.');
  const recordings = [
    { name: 'dense speech', atLeast: 1.2, ...writeSpeech('dense.wav', minutes, 0) },
    { name: '30 % silence', atLeast: 1.7, ...writeSpeech('paused.wav', minutes, 0.3) },
  ];
  // Long enough to load the model in every lane.
  const warmUpRecording = writeSpeech('warm-up.wav', 1.5, 0).path;
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, model);
    const plain = await PlainSession.open(session.context, modelsDir);
    const ours = async (path: string) => {
      await session.page.bringToFront();
      const job = await session.transcribe(path, {});
      expectDoneBy(job, model);
      return job;
    };
    const { threads: perLane, lanes } = (await ours(warmUpRecording)).post_session_metadata;
    const threads = Number(perLane) * Number(lanes);
    await plain.transcribe(warmUpRecording, { model, threads });

    const figures: Figure[] = [];
    for (const { name, path, duration, atLeast } of recordings) {
      const rounds: { ours: Cost; plain: Cost }[] = [];
      for (let round = 0; round < repeats; round++) {
        const timed = {
          ours: await withCpu(session, async () => jobSeconds(await ours(path))),
          plain: await withCpu(
            session,
            async () => (await plain.transcribe(path, { model, threads })).seconds,
          ),
        };
        console.log(
          `  ${name}, round ${round + 1}: ours ${describe(timed.ours)}; plain ${describe(timed.plain)}`,
        );
        rounds.push(timed);
      }
      const cost = (way: 'ours' | 'plain', what: keyof Cost) =>
        median(rounds.map((round) => round[way][what]));
      const figure = (what: string, value: number, rest: Partial<Figure> = {}): Figure => ({
        section: 'rtf',
        name: `${name}, ${duration / 60} min: ${what}`,
        value,
        unit: '',
        ...rest,
      });
      figures.push(
        figure(`ours, seconds per second (${model})`, cost('ours', 'seconds') / duration),
        figure('plain, seconds per second', cost('plain', 'seconds') / duration),
        figure('plain needs more time, by', cost('plain', 'seconds') / cost('ours', 'seconds'), {
          unit: '×',
          atLeast,
        }),
        figure('plain needs more processor time, by', cost('plain', 'cpu') / cost('ours', 'cpu'), {
          unit: '×',
        }),
      );
    }
    await plain.close();
    return figures;
  } finally {
    await session.close();
  }
}

interface Cost {
  seconds: number;
  /** CPU seconds, which do not depend on the machine's other load. */
  cpu: number;
}

const describe = ({ seconds, cpu }: Cost) => `${seconds.toFixed(1)} s (processor ${cpu.toFixed(1)} s)`;

async function withCpu(session: BrowserSession, work: () => Promise<number>): Promise<Cost> {
  const before = browserCpuSeconds(session.profile);
  const seconds = await work();
  return { seconds, cpu: browserCpuSeconds(session.profile) - before };
}

function writeSpeech(name: string, minutes: number, silence: number): SpeechFile {
  return writeSpeechFile(workPath(name), { duration: minutes * 60, silence });
}
