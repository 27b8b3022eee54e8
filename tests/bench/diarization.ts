import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { hasDiarizationWeights } from '../accuracy/recording-diarizer.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { testModels } from '../runner/test-models.ts';
import {
  type BenchOptions,
  expectDoneBy,
  hasTimingModel,
  jobSeconds,
  preferModel,
  TIMING_MODEL,
  warmUpClip,
  workPath,
} from './bench-setup.ts';
import { browserCpuSeconds, watchMemory } from './browser-processes.ts';
import { writeSpeechFile } from './speech-file.ts';

interface Cost {
  seconds: number;
  /** CPU seconds, which do not depend on the machine's other load. */
  cpu: number;
  /** Peak of the browser, in bytes. */
  peak: number;
}

/** Recognition beside diarization: with the lightest model, beside which any work shows, and the usual one. */
const RECOGNISERS = [
  { model: 'stt-3', modelId: 'zipformer-gigaspeech-3.3m' },
  { model: 'stt-1', modelId: TIMING_MODEL },
] as const;

/** Length of the short recording for the memory comparison, as a share of the long one. */
const SHORT_SHARE = 1 / 6;

/** What diarization adds to a job's time and memory, on dense speech. */
export async function diarization({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  if (!hasTimingModel || !hasDiarizationWeights) {
    console.log('../shared is absent: diarization is left out.');
    return [];
  }
  const { path: long } = writeSpeechFile(workPath('dense.wav'), { duration: minutes * 60, silence: 0 });
  const { path: short } = writeSpeechFile(workPath('dense-short.wav'), {
    duration: minutes * 60 * SHORT_SHARE,
    silence: 0,
  });
  const figures: Figure[] = [];
  for (const recogniser of RECOGNISERS) {
    const session = await BrowserSession.open({ modelsDir: testModels({ streaming: true }) });
    try {
      await preferModel(session, TIMING_MODEL);
      figures.push(...(await measureBeside(session, recogniser, { long, short, minutes, repeats })));
    } finally {
      await session.close();
    }
  }
  return figures;
}

interface Plan {
  long: string;
  short: string;
  /** Length of the long one. */
  minutes: number;
  repeats: number;
}

async function measureBeside(
  session: BrowserSession,
  { model, modelId }: (typeof RECOGNISERS)[number],
  { long, short, minutes, repeats }: Plan,
): Promise<Figure[]> {
  const run = async (path: string, speakers: boolean): Promise<Cost> => {
    const params = { model, language_config: { languages: ['en'] }, diarization: speakers };
    // Loads the models, which matters little for a long recording.
    expectDoneBy(await session.transcribe(warmUpClip, params), modelId);
    const before = browserCpuSeconds(session.profile);
    const { result: job, peak } = await watchMemory(session.profile, () => session.transcribe(path, params));
    expectDoneBy(job, modelId);
    if (job.result?.diarization)
      throw new Error(`Diarization failed: ${JSON.stringify(job.result.diarization)}`);
    const cost = { seconds: jobSeconds(job), cpu: browserCpuSeconds(session.profile) - before, peak };
    console.log(`  ${modelId}, speakers ${speakers ? 'told' : 'not told'}: ${describe(cost)}`);
    return cost;
  };
  const brief = await run(short, true);
  const rounds: { plain: Cost; speakers: Cost }[] = [];
  for (let round = 0; round < repeats; round++) {
    rounds.push({ plain: await run(long, false), speakers: await run(long, true) });
  }
  const cost = (way: 'plain' | 'speakers', what: keyof Cost) => median(rounds.map((one) => one[way][what]));
  const more = (what: keyof Cost) => (cost('speakers', what) / cost('plain', what) - 1) * 100;
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'diarization',
    name: `${minutes} min beside ${modelId}: ${name}`,
    value,
    unit: '%',
    ...rest,
  });
  const megabytes = { unit: 'MB' };
  return [
    figure('adds to the time', more('seconds'), { atMost: 40 }),
    figure('adds to the processor time', more('cpu')),
    figure('adds to the peak memory', (cost('speakers', 'peak') - cost('plain', 'peak')) / 1e6, megabytes),
    figure('peak above that of a sixth of it', (cost('speakers', 'peak') - brief.peak) / 1e6, {
      ...megabytes,
      atMost: 50,
    }),
  ];
}

const describe = ({ seconds, cpu, peak }: Cost) =>
  `${seconds.toFixed(1)} s (processor ${cpu.toFixed(1)} s, peak ${Math.round(peak / 1e6)} MB)`;
