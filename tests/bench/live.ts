import { LiveChannel } from '../../src/engine/asr/live-channel.ts';
import type { LiveEngine } from '../../src/engine/asr/live-recogniser.ts';
import { SAMPLE_RATE } from '../../src/engine/audio/windows/speech-window.ts';
import type { SileroVad } from '../../src/engine/vad/silero-vad.ts';
import { concatenate } from '../../src/lib/bytes/concatenate.ts';
import { LivePace } from '../../src/realms/live/worker/live-pace.ts';
import { corpusClips } from '../accuracy/corpus/corpus-clips.ts';
import { LIVE_ENGINES } from '../accuracy/live/live-engines.ts';
import { channelsOf, openVad, USUAL_LIMITS } from '../accuracy/live/recognise-live.ts';
import { type Delay, WordDelays } from '../accuracy/live/word-delays.ts';
import { useThreads } from '../miniatures/node-runtime.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import { ProcessorClock, WallClock } from './clocks.ts';

const section = 'live';
/** What a microphone delivers at a time. */
const BLOCK_SECONDS = 0.1;
const PAUSE_SECONDS = 1;
/** How often memory and processor time are looked at, seconds of sound. */
const SAMPLED_SECONDS = 10;
/** How much of the beginning and of the end the lag is compared of. */
const COMPARED_SHARE = 1 / 6;

const AIMS: Record<string, { first: number; first90: number; settled: number; end: number }> = {
  zipformer: { first: 0.5, first90: 1, settled: 1, end: 0.5 },
  'whisper-base': { first: 1.2, first90: Number.POSITIVE_INFINITY, settled: 2.5, end: 2.5 },
};

/**
 * Speech of the development corpus, fed as it is spoken to the live channel in Node, on one thread or `--threads`: how long after a word's end its text
 * comes, whether that grows, and what memory does. `--minutes 60` for an hour. With `--hours 24` a day is fed as fast as it is recognised, by
 * the clock of the sound: lag and work for each second of sound at its end and at its beginning, and memory. With `--processor-clock` work
 * takes as long as it takes the processor, whatever else the machine does.
 */
export async function live({
  minutes,
  hours,
  only,
  processorClock,
  threads,
}: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const engine of LIVE_ENGINES) {
    if (!engine.isHere || !engine.name.includes(only)) {
      console.log(`Left out: ${engine.name}.`);
      continue;
    }
    useThreads(threads);
    const loaded = await engine.live();
    useThreads(1);
    figures.push(
      ...(await measure(engine.name, loaded, await openVad(), {
        seconds: hours === null ? minutes * 60 : hours * 3600,
        asSpoken: hours === null,
        byProcessor: processorClock,
      })),
    );
    await loaded.dispose();
  }
  return figures;
}

interface Feed {
  seconds: number;
  /** Whether the sound comes as it is spoken; otherwise as fast as it is recognised, and the clock is that of the sound. */
  asSpoken: boolean;
  /** Whether its clock is that of the processor while it works. */
  byProcessor: boolean;
}

async function measure(
  name: string,
  engine: LiveEngine,
  vad: SileroVad,
  { seconds, asSpoken, byProcessor }: Feed,
): Promise<Figure[]> {
  const speech = await englishSpeech();
  const delays = new WordDelays();
  const clock = byProcessor ? new ProcessorClock() : new WallClock();
  let fed = 0;
  const now = () => (asSpoken ? clock.now : fed / SAMPLE_RATE);
  const recogniser = engine.open({ language: 'en', languages: [], codeSwitching: false });
  const channel = new LiveChannel(vad, recogniser, USUAL_LIMITS, {
    onUpdate: (update) => {
      if (update.type === 'text') delays.take(update.text, now());
    },
  });
  const pace = new LivePace(engine.step);
  const never = new AbortController().signal;
  const memory: number[] = [];
  const processor: number[] = [];
  let slowest = 0;
  while (fed < seconds * SAMPLE_RATE) {
    if (fed >= memory.length * SAMPLED_SECONDS * SAMPLE_RATE) {
      memory.push(process.memoryUsage().rss / 1e6);
      processor.push(process.cpuUsage().user / 1e6);
    }
    if (asSpoken) await clock.waitUntil(fed / SAMPLE_RATE + BLOCK_SECONDS);
    // All that has come meanwhile, in one go, as the page does.
    const due = asSpoken ? Math.floor(now() / BLOCK_SECONDS) * BLOCK_SECONDS * SAMPLE_RATE : 0;
    const samples = cyclic(speech, fed, Math.max(Math.round(due) - fed, BLOCK_SECONDS * SAMPLE_RATE));
    fed += samples.length;
    const work = await clock.timeOf(() =>
      channel.push(samples, pace.step, never, asSpoken ? pace.room : 'none'),
    );
    slowest = Math.max(slowest, work);
    const isBehind = asSpoken && pace.note(samples.length / SAMPLE_RATE, work);
    if (isBehind) console.log(`  ${name}: ${pace.update.pace}`);
  }
  await channel.finish(never);
  const { first, settled, afterSpeech } = delays;
  const half = (share: number, list: Delay[]) =>
    list
      .filter(({ at }) => (share < 0.5 ? at < seconds * share : at > seconds * share))
      .map((one) => one.seconds);
  const values = (list: Delay[]) => list.map((one) => one.seconds);
  // The clock of the sound does not contain the work.
  const aims = asSpoken ? AIMS[name] : undefined;
  const growth =
    percentile(half(1 - COMPARED_SHARE, settled), 0.5) - percentile(half(COMPARED_SHARE, settled), 0.5);
  const third = Math.floor(memory.length / 3);
  const sixth = Math.floor(memory.length * COMPARED_SHARE);
  const spent = (from: number, to: number) => (processor.at(to) ?? 0) - (processor.at(from) ?? 0);
  const median = (list: readonly number[]) => percentile(list, 0.5);
  const figure = (what: string, value: number, unit: string, atMost?: number): Figure => ({
    section,
    name: `${name}: ${what}`,
    value,
    unit,
    ...(atMost !== undefined && Number.isFinite(atMost) && { atMost }),
  });
  return [
    figure("from a word's end to its first text, median", median(values(first)), 's', aims?.first),
    figure('the same, 90%', percentile(values(first), 0.9), 's', aims?.first90),
    figure('to its settled text, median', median(values(settled)), 's', aims?.settled),
    figure('the same, 90%', percentile(values(settled), 0.9), 's'),
    figure(
      'from the last word before a pause to its settled text, median',
      median(afterSpeech),
      's',
      aims?.end,
    ),
    figure('growth of the delay from the first sixth to the last', growth, 's', 0.2),
    figure(
      'growth of memory from the second third to the end',
      (memory.at(-1) ?? 0) - (memory[third] ?? 0),
      'MB',
      30,
    ),
    figure('the longest step', slowest, 's'),
    figure(
      'processor time for a second of sound, first sixth',
      spent(0, sixth) / (sixth * SAMPLED_SECONDS),
      's',
    ),
    figure('the same, last sixth', spent(-1 - sixth, -1) / (sixth * SAMPLED_SECONDS), 's'),
  ];
}

/** English clips, with a pause behind each. */
async function englishSpeech(): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for (const { path, language, seconds } of corpusClips()) {
    if (language !== 'en' || seconds < 5 || seconds > 60) continue;
    const [pcm] = await channelsOf(path);
    if (pcm) parts.push(pcm, new Float32Array(PAUSE_SECONDS * SAMPLE_RATE));
  }
  return concatenate(parts);
}

const cyclic = (sound: Float32Array, start: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => sound[(start + at) % sound.length] ?? 0);
