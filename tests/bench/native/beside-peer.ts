import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserSession } from '../../../src/cli/browser/browser-session.ts';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { sharedAudio, textOf, WHISPER_BASE } from '../../accuracy/whisper/whisper-part.ts';
import { countWordErrors, wordErrorRate } from '../../accuracy/word-error-rate.ts';
import { median } from '../../accuracy/word-time-error.ts';
import type { Figure } from '../../runner/figure.ts';
import { type BenchOptions, expectDoneBy, jobSeconds, workPath } from '../bench-setup.ts';
import { browserCpuSeconds } from '../browser-processes.ts';
import { type Native, type NativeJob, openNative } from './open-native.ts';
import { writeReadSpeech } from './read-speech.ts';

const MODEL = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
export const WARM_UP = sharedAudio('whisper.cpp/jfk.wav');
/** Long enough to load the model in every lane. */
const WARM_UP_SECONDS = 90;

export interface Peer {
  /** In English, with the same weights and this number of threads; its model is loaded and warm before the time starts. */
  transcribe(recording: string, threads: number): Promise<NativeJob>;
  close?(): Promise<void>;
}

interface Comparison extends Pick<BenchOptions, 'minutes' | 'repeats'> {
  section: string;
  /** The peer as the table calls it. */
  name: string;
  /** Earshot may take so many times the peer's time. */
  atMost: number;
  /** @returns a sentence on what is missing if it cannot be had */
  open(native: Native, session: BrowserSession): Promise<Peer | string>;
}

type Way = 'ours' | 'peer';
type Round = Record<Way, NativeJob>;

/**
 * The real weights of Whisper base on English read aloud: Earshot's built app in headless Chromium, and a peer on the same
 * machine, in turn, with the same number of threads, both with loaded models.
 */
export async function besidePeer({
  section,
  name,
  atMost,
  minutes,
  repeats,
  open,
}: Comparison): Promise<Figure[]> {
  const leftOut = (what: string): Figure[] => {
    console.log(`Left out: ${what}`);
    return [];
  };
  if (!existsSync(MODEL) || !existsSync(WARM_UP))
    return leftOut('it needs the real weights and recordings of ../shared.');
  const native = openNative(MODEL);
  if (typeof native === 'string') return leftOut(native);

  const folder = workPath('');
  const speech = await writeReadSpeech(folder, minutes * 60, native.decode);
  const warmUp = await writeReadSpeech(folder, WARM_UP_SECONDS, native.decode);
  const session = await BrowserSession.open({ modelsDir: MODEL });
  try {
    const peer = await open(native, session);
    if (typeof peer === 'string') return leftOut(peer);
    const ours = async (path: string) => {
      await session.page.bringToFront();
      const job = await session.transcribe(path, {
        model: WHISPER_BASE,
        language_config: { languages: ['en'] },
      });
      expectDoneBy(job, WHISPER_BASE);
      return job;
    };
    const { threads: perLane, lanes } = (await ours(warmUp.path)).post_session_metadata;
    const threads = Number(perLane) * Number(lanes);
    const rounds: Round[] = [];
    for (let round = 0; round < repeats; round += 1) {
      const before = browserCpuSeconds(session.profile);
      const job = await ours(speech.path);
      const cpu = browserCpuSeconds(session.profile) - before;
      rounds.push({
        ours: { seconds: jobSeconds(job), cpu, text: textOf(job) },
        peer: await peer.transcribe(speech.path, threads),
      });
      console.log(`  round ${round + 1}, ${threads} threads: ${describe(rounds.at(-1), speech.text)}`);
    }
    await peer.close?.();
    return figures({ section, name, atMost }, rounds, speech);
  } finally {
    await session.close();
  }
}

const errorsOf = (truth: string, { text }: NativeJob): number =>
  wordErrorRate(countWordErrors(truth, text)) * 100;

const describe = (round: Round | undefined, truth: string): string =>
  Object.entries(round ?? {})
    .map(
      ([way, job]) =>
        `${way} ${job.seconds.toFixed(1)} s (processor ${job.cpu.toFixed(1)} s), ` +
        `${errorsOf(truth, job).toFixed(1)} % word errors`,
    )
    .join('; ');

function figures(
  { section, name, atMost }: Pick<Comparison, 'section' | 'name' | 'atMost'>,
  rounds: readonly Round[],
  { duration, text }: { duration: number; text: string },
): Figure[] {
  const of = (way: Way, value: (job: NativeJob) => number) =>
    median(rounds.map((round) => value(round[way])));
  const ratio = (what: 'seconds' | 'cpu') => median(rounds.map(({ ours, peer }) => ours[what] / peer[what]));
  const figure = (title: string, value: number, unit: string): Figure => ({
    section,
    name: title,
    value,
    unit,
  });
  const seconds = ({ seconds: taken }: NativeJob) => taken;
  const cpu = ({ cpu: taken }: NativeJob) => taken;
  const errors = (job: NativeJob) => errorsOf(text, job);
  return [
    figure('English read aloud', duration, 's'),
    figure(`time of ${name}`, of('peer', seconds), 's'),
    figure('time of Earshot', of('ours', seconds), 's'),
    { ...figure(`time of Earshot, of that of ${name}`, ratio('seconds'), '×'), atMost },
    figure(`processor time of ${name}`, of('peer', cpu), 's'),
    figure('processor time of Earshot', of('ours', cpu), 's'),
    figure(`processor time of Earshot, of that of ${name}`, ratio('cpu'), '×'),
    figure(`word errors of ${name}`, of('peer', errors), '%'),
    figure('word errors of Earshot', of('ours', errors), '%'),
  ];
}
