import { BrowserSession } from '../../src/cli/browser-session.ts';
import { hasDiarizationWeights } from '../accuracy/recording-diarizer.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  hasTimingModel,
  jobSeconds,
  modelsDir,
  preferModel,
  TIMING_MODEL,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { browserCpuSeconds, watchMemory } from './browser-processes.ts';
import { writeSpeechFile } from './speech-file.ts';

interface Cost {
  seconds: number;
  /** Processor seconds, which do not depend on what else the machine does. */
  cpu: number;
  /** Peak of the browser, in bytes. */
  peak: number;
}

/** What telling speakers apart adds to a job's time, on dense speech. */
export async function diarization({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  if (!hasTimingModel || !hasDiarizationWeights) {
    console.log('../shared is absent: diarization is left out.');
    return [];
  }
  const { path } = writeSpeechFile(workPath('dense.wav'), { duration: minutes * 60, silence: 0 });
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, TIMING_MODEL);
    const run = async (params: Record<string, unknown>): Promise<Cost> => {
      // Loads the models, which a long recording would hardly notice.
      expectDoneBy(await session.transcribe(warmUpClip, params), TIMING_MODEL);
      const before = browserCpuSeconds(session.profile);
      const { result: job, peak } = await watchMemory(session.profile, () =>
        session.transcribe(path, params),
      );
      expectDoneBy(job, TIMING_MODEL);
      if (job.result?.diarization)
        throw new Error(`Diarization failed: ${JSON.stringify(job.result.diarization)}`);
      return { seconds: jobSeconds(job), cpu: browserCpuSeconds(session.profile) - before, peak };
    };
    const rounds: { plain: Cost; speakers: Cost }[] = [];
    for (let round = 0; round < repeats; round++) {
      const plain = await run({});
      const speakers = await run({ diarization: true });
      console.log(`  round ${round + 1}: without ${describe(plain)}; with ${describe(speakers)}`);
      rounds.push({ plain, speakers });
    }
    const cost = (way: 'plain' | 'speakers', what: keyof Cost) => median(rounds.map((one) => one[way][what]));
    const more = (what: keyof Cost) => (cost('speakers', what) / cost('plain', what) - 1) * 100;
    const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
      section: 'diarization',
      name: `${minutes} min beside ${TIMING_MODEL}: ${name}`,
      value,
      unit: '%',
      ...rest,
    });
    return [
      figure('adds to the time', more('seconds'), { atMost: 40 }),
      figure('adds to the processor time', more('cpu')),
      figure('adds to the peak memory', (cost('speakers', 'peak') - cost('plain', 'peak')) / 1e6, {
        unit: 'MB',
      }),
    ];
  } finally {
    await session.close();
  }
}

const describe = ({ seconds, cpu, peak }: Cost) =>
  `${seconds.toFixed(1)} s (processor ${cpu.toFixed(1)} s, ${Math.round(peak / 1e6)} MB)`;
