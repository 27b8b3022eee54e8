import { readFile } from 'node:fs/promises';
import type { AsrEngine } from '../../../src/engine/asr/asr-engine.ts';
import { SpeechWindowReader } from '../../../src/engine/audio/windows/speech-window-reader.ts';
import type { SileroVad } from '../../../src/engine/vad/silero-vad.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { type CorpusClip, corpusClips } from '../corpus/corpus-clips.ts';
import { nonSpeech } from '../whisper/non-speech.ts';
import { countWordErrors, sumWordErrors, type WordErrors, wordErrorRate } from '../word-error-rate.ts';
import { LIVE_ENGINES, type MeasuredEngine } from './live-engines.ts';
import { channelsOf, openVad, recogniseLive } from './recognise-live.ts';

export interface LiveAccuracyOptions {
  /** Part of the names of the clips; absent for all. */
  only?: string | undefined;
  lang?: string | undefined;
  /** Name of one engine; absent for all. */
  engine?: string | undefined;
  /** Every so many clips only. */
  every: number;
  /** Seconds of each noise. */
  noise: number;
}

const section = 'live';
/** Points by which live text may be worse than that of whole windows. */
const MOST_LOSS = 1.5;
const SILENCE_SECONDS = 30;

/**
 * Settled live text of the development corpus against the reference and against the same engine's text of whole windows; words on
 * sounds without speech. Sound is fed in steps of equal length, as fast as it is recognised: the figures do not depend on the machine.
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
    const outcome = await measure(engine, vad, clips, options.noise);
    figures.push(...outcome.figures);
    details.push({ engine: engine.name, clips: outcome.clips });
    failed += clips.length === 0 ? 1 : 0;
  }
  return { figures, details, failed };
}

const chosenClips = ({ languages }: MeasuredEngine, { only, lang, every }: LiveAccuracyOptions) =>
  corpusClips()
    .filter(({ language }) => languages?.includes(language) ?? true)
    .filter(({ file, language }) => (!only || file.includes(only)) && (!lang || language === lang))
    .filter((_, index) => index % every === 0);

async function measure(engine: MeasuredEngine, vad: SileroVad, clips: CorpusClip[], noise: number) {
  const [live, whole] = [await engine.live(), await engine.whole()];
  // As often as the steps of the page, where recognition takes no longer.
  const pace = { blockSeconds: Math.max(live.step, 0.1) };
  const heard: { file: string; live: WordErrors; whole: WordErrors; changed: number }[] = [];
  try {
    for (const clip of clips) {
      const pcm = (await channelsOf(clip.path))[0] ?? new Float32Array(0);
      const { text, changed } = await recogniseLive(live, vad, pcm, { ...pace, language: clip.language });
      const errors = (said: string) =>
        clip.texts
          .map((right) => countWordErrors(right, said, clip.language))
          .reduce((best, next) => (wordErrorRate(next) < wordErrorRate(best) ? next : best));
      const row = {
        file: clip.file,
        live: errors(text),
        whole: errors(await recogniseWhole(whole, vad, clip)),
        changed,
      };
      heard.push(row);
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
    const [liveRate, wholeRate] = [
      rateOf(heard.map((row) => row.live)),
      rateOf(heard.map((row) => row.whole)),
    ];
    const name = `${engine.name}, ${heard.length} clips`;
    const changed = heard.reduce((sum, row) => sum + row.changed, 0);
    return {
      clips: heard,
      figures: [
        { section, name: `${name}: word errors of settled text`, value: liveRate, unit: '%' },
        { section, name: `${name}: of whole windows`, value: wholeRate, unit: '%' },
        {
          section,
          name: `${name}: difference`,
          value: liveRate - wholeRate,
          unit: 'points',
          atMost: MOST_LOSS,
        },
        { section, name: `${name}: settled words that changed`, value: changed, unit: '', atMost: 0 },
        {
          section,
          name: `${engine.name}: words on nine sounds without speech, ${noise} s each`,
          value: invented,
          unit: '',
          atMost: 0,
        },
      ] satisfies Figure[],
    };
  } finally {
    await live.dispose();
    await whole.dispose();
  }
}

async function recogniseWhole(
  engine: AsrEngine,
  vad: SileroVad,
  { path, language }: CorpusClip,
): Promise<string> {
  const reader = await SpeechWindowReader.open(blobSource(new Blob([await readFile(path)])), vad, {
    separateUtterances: false,
    withoutWebCodecs: true,
  });
  try {
    let text = '';
    const options = { language, languages: [], codeSwitching: false };
    for (let window = await reader.next(); window; window = await reader.next()) {
      const { segments } = await engine.transcribe(window, options, new AbortController().signal);
      text += segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
    }
    return text;
  } finally {
    await reader.close();
  }
}

const rateOf = (rows: readonly WordErrors[]) => 100 * wordErrorRate(sumWordErrors(rows));
const percent = (errors: WordErrors) => `${(100 * wordErrorRate(errors)).toFixed(1)} %`.padStart(10);
