import { readFile } from 'node:fs/promises';
import type { SileroVad } from '../../../src/engine/vad/silero-vad.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import { type Figure, percentile } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { type CorpusClip, corpusClips } from '../corpus/corpus-clips.ts';
import { nonSpeech } from '../whisper/non-speech.ts';
import { sumWordErrors, type WordErrors, wordErrorRate } from '../word-error-rate.ts';
import { LIVE_ENGINES, type MeasuredEngine } from './live-engines.ts';
import { channelsOf, openVad, recogniseLive } from './recognise-live.ts';
import { errorsIn, recogniseWhole } from './recognise-whole.ts';
import { type Delay, WordDelays } from './word-delays.ts';

export interface LiveAccuracyOptions {
  /** Part of the names of the clips; absent for all. */
  only?: string | undefined;
  lang?: string | undefined;
  /** Name of one engine; absent for all. */
  engine?: string | undefined;
  /** Every so many clips only, from this one on. */
  every: number;
  from: number;
  /** Whether the language is detected instead of given. */
  found: boolean;
  /** Seconds of each noise. */
  noise: number;
}

const section = 'live';
/** Points by which live text may be worse than that of whole windows. */
const MOST_LOSS = 1.5;
const SILENCE_SECONDS = 30;

/**
 * Settled live text of the development corpus against the reference and against the same engine's text of whole windows; words on
 * sounds without speech. Sound is fed in steps of equal length, as fast as it is recognised, and the clock is that of the sound: no figure
 * depends on the machine, and delays do not contain the work.
 */
export async function liveAccuracy(options: LiveAccuracyOptions): Promise<SectionReport> {
  const vad = await openVad();
  const figures: Figure[] = [];
  const details: unknown[] = [];
  let failed = 0;
  for (const engine of LIVE_ENGINES) {
    if (options.engine && engine.name !== options.engine) continue;
    if (!engine.isHere) {
      console.log(`Left out: the weights of ${engine.name} are not here.`);
      continue;
    }
    const clips = chosenClips(engine, options);
    const outcome = await measure(engine, vad, clips, options);
    figures.push(...outcome.figures);
    details.push({ engine: engine.name, clips: outcome.clips });
    failed += clips.length === 0 ? 1 : 0;
  }
  return { figures, details, failed };
}

interface HeardClip {
  live: WordErrors;
  whole: WordErrors;
  /** Settled words that changed later. */
  changed: number;
}

const chosenClips = ({ languages }: MeasuredEngine, { only, lang, every, from }: LiveAccuracyOptions) =>
  corpusClips()
    .filter(({ language }) => languages?.includes(language) ?? true)
    .filter(({ file, language }) => (!only || file.includes(only)) && (!lang || language === lang))
    .filter((_, index) => index % every === from % every);

async function measure(
  engine: MeasuredEngine,
  vad: SileroVad,
  clips: CorpusClip[],
  { noise, found }: LiveAccuracyOptions,
) {
  const [live, whole] = [await engine.live(), await engine.whole()];
  // As often as the steps of the page, where recognition takes no longer.
  const pace = { blockSeconds: Math.max(live.step, 0.1) };
  const delays = new WordDelays();
  const heard: (HeardClip & { file: string; text: string; wholeText: string })[] = [];
  try {
    for (const clip of clips) {
      const pcm = (await channelsOf(clip.path))[0] ?? new Float32Array(0);
      const language = found ? null : clip.language;
      const { text, changed } = await recogniseLive(live, vad, pcm, { ...pace, language }, (said, seconds) =>
        delays.take(said, seconds),
      );
      const wholeText = await recogniseWhole(whole, vad, new Blob([await readFile(clip.path)]), language);
      const row = { live: errorsIn(text, clip), whole: errorsIn(wholeText, clip), changed };
      heard.push({ ...row, file: clip.file, text, wholeText });
      console.log(
        `${engine.name.padEnd(14)}${clip.file.padEnd(52)}${percent(row.live)}${percent(row.whole)}`,
      );
    }
    let invented = 0;
    for (const [name, pcm] of Object.entries(nonSpeech())) {
      const rounds = Math.max(Math.round(noise / SILENCE_SECONDS), 1);
      const { words } = await recogniseLive(live, vad, concatenate(Array(rounds).fill(pcm)), pace);
      if (words.length > 0) console.log(`${engine.name}: ${words.length} words on ${name}`);
      invented += words.length;
    }
    return { clips: heard, figures: figuresOf(engine.name, heard, delays, { invented, noise }) };
  } finally {
    await live.dispose();
    await whole.dispose();
  }
}

function figuresOf(
  engine: string,
  heard: readonly HeardClip[],
  delays: WordDelays,
  { invented, noise }: { invented: number; noise: number },
): Figure[] {
  const rate = (way: 'live' | 'whole') => 100 * wordErrorRate(sumWordErrors(heard.map((row) => row[way])));
  const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
    section,
    name,
    value,
    unit,
    ...(atMost !== undefined && { atMost }),
  });
  const name = `${engine}, ${heard.length} clips`;
  const median = (list: readonly Delay[]) =>
    percentile(
      list.map(({ seconds }) => seconds),
      0.5,
    );
  return [
    figure(`${name}: word errors of settled text`, rate('live'), '%'),
    figure(`${name}: of whole windows`, rate('whole'), '%'),
    figure(`${name}: difference`, rate('live') - rate('whole'), 'points', MOST_LOSS),
    figure(
      `${name}: settled words that changed`,
      heard.reduce((sum, row) => sum + row.changed, 0),
      '',
      0,
    ),
    figure(`${name}: sound from a word's end to its first text, median`, median(delays.first), 's'),
    figure(`${name}: to its settled text, median`, median(delays.settled), 's'),
    figure(`${engine}: words on nine sounds without speech, ${noise} s each`, invented, '', 0),
  ];
}

const percent = (errors: WordErrors) => `${(100 * wordErrorRate(errors)).toFixed(1)} %`.padStart(10);
