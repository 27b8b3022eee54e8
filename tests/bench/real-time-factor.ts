import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { SAMPLE_RATE, writeWav } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  jobSeconds,
  MINIATURE,
  modelsDir,
  preferModel,
  workPath,
} from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';
import { pausedSpeech } from './dense-speech.ts';
import { PlainSession } from './plain-session.ts';
import { type SpeechFile, writeSpeechFile } from './speech-file.ts';

const hasWeights = existsSync(join(PROJECT_ROOT, '../shared/models', WHISPER_BASE));

/** Shares of silence, how many times plain transformers.js should need on the real weights, and the time beside that of dense speech. */
const RECORDINGS: readonly { name: string; silence: number; atLeast: number; ofDense?: number }[] = [
  { name: 'dense speech', silence: 0, atLeast: 3.5 },
  { name: '30 % silence', silence: 0.3, atLeast: 4.5 },
  { name: 'half silence', silence: 0.5, atLeast: 6, ofDense: 0.55 },
];

/**
 * Time of a whole job (decoding, voice activity, windows, recognition, storing) compared with the baseline on the
 * same recording, model, runtime and total number of threads, in the same browser, each on the foreground page. Both
 * have loaded their models before. With the real weights of Whisper base, if they are there.
 */
export async function realTimeFactor({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  const model = hasWeights ? WHISPER_BASE : MINIATURE;
  if (!hasWeights) console.log('../shared is absent: the miniature is timed, which says little.');
  const recordings = RECORDINGS.map((recording) => ({
    ...recording,
    ...writeSpeech(recording.name, minutes, recording.silence),
  }));
  // Long enough to load the model in every lane.
  const warmUpRecording = writeSpeech('warm-up', 1.5, 0).path;
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, model);
    const plain = await PlainSession.open(session.context, modelsDir);
    const ours = async (path: string) => {
      await session.page.bringToFront();
      const job = await session.transcribe(path, { language_config: { languages: ['en'] } });
      expectDoneBy(job, model);
      return job;
    };
    const { threads: perLane, lanes } = (await ours(warmUpRecording)).post_session_metadata;
    const threads = Number(perLane) * Number(lanes);
    await plain.transcribe(warmUpRecording, { model, threads });

    const figures: Figure[] = [];
    let dense = Number.NaN;
    for (const { name, path, duration, silence, atLeast, ofDense } of recordings) {
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
      if (silence === 0) dense = cost('ours', 'seconds');
      const figure = (what: string, value: number, rest: Partial<Figure> = {}): Figure => ({
        section: 'rtf',
        name: `${name}, ${(duration / 60).toFixed(1)} min: ${what}`,
        value,
        unit: '',
        ...rest,
      });
      figures.push(
        figure(`ours, seconds per second (${model})`, cost('ours', 'seconds') / duration),
        figure('plain, seconds per second', cost('plain', 'seconds') / duration),
        figure('plain needs more time, by', cost('plain', 'seconds') / cost('ours', 'seconds'), {
          unit: '×',
          ...(hasWeights && { atLeast }),
        }),
        figure('plain needs more processor time, by', cost('plain', 'cpu') / cost('ours', 'cpu'), {
          unit: '×',
          ...(hasWeights && { atLeast }),
        }),
      );
      if (ofDense !== undefined)
        figures.push(
          figure('ours, of the time of dense speech', cost('ours', 'seconds') / dense, {
            ...(hasWeights && { atMost: ofDense }),
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

/** Real speech for real weights: the texts that a model is shown decide how long it takes. */
function writeSpeech(name: string, minutes: number, silence: number): Pick<SpeechFile, 'path' | 'duration'> {
  const path = workPath(`${name.replaceAll(/\W+/g, '-')}.wav`);
  if (!hasWeights) return writeSpeechFile(path, { duration: minutes * 60, silence });
  const pcm = pausedSpeech(minutes * 60, silence);
  writeWav(path, pcm);
  return { path, duration: pcm.length / SAMPLE_RATE };
}
