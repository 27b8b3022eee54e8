import { SAMPLE_RATE } from '../../../src/engine/audio/windows/speech-window.ts';
import { concatenate } from '../../../src/lib/bytes/concatenate.ts';
import type { Figure } from '../../runner/figure.ts';
import type { SectionReport } from '../accuracy-section.ts';
import { wavBytes } from '../whisper/write-wav.ts';
import { sumWordErrors, type WordErrors, wordErrorRate } from '../word-error-rate.ts';
import { captureInBrowser, type MicrophoneProcessing } from './capture-in-browser.ts';
import { chosenClips, type LiveAccuracyOptions } from './live-accuracy.ts';
import { LIVE_ENGINES } from './live-engines.ts';
import { channelsOf, openVad } from './recognise-live.ts';
import { errorsIn, recogniseWhole } from './recognise-whole.ts';

const section = 'microphone';
/** Seconds between two clips, and of what is recognised with each of them. */
const GAP_SECONDS = 2;
const MARGIN_SECONDS = 0.8;
/** Silence before the first clip: a page has its microphone some seconds after the browser began to read the file. */
const LEAD_SECONDS = 10;
/** How far capturing may begin before or after the sound, seconds. */
const REACH_SECONDS = 12;
/** Samples for which the loudness is compared. */
const STEP = SAMPLE_RATE / 100;

const off: MicrophoneProcessing = {
  noiseSuppression: false,
  autoGainControl: false,
  echoCancellation: false,
};
const WAYS: Record<string, MicrophoneProcessing> = {
  'as it is': off,
  'noise suppression': { ...off, noiseSuppression: true },
  'gain control': { ...off, autoGainControl: true },
  both: { ...off, noiseSuppression: true, autoGainControl: true },
  'echo cancellation': { ...off, echoCancellation: true },
};

/** Levels at which the clips are spoken into the microphone: as they are, and as by somebody far away. */
const LEVELS = { near: 1, far: 0.05 };

/** Word errors of whole windows by what the browser does to the sound of a microphone. Takes a minute for each minute of the clips. */
export async function microphoneAccuracy(options: LiveAccuracyOptions): Promise<SectionReport> {
  const engine = LIVE_ENGINES.find(({ name }) => name === 'whisper-base');
  if (!engine?.isHere) {
    console.log('Left out: the weights of whisper-base are not here.');
    return { figures: [], details: [], failed: 0 };
  }
  const clips = chosenClips(engine, options);
  const vad = await openVad();
  const whole = await engine.whole();
  const sounds = await Promise.all(
    clips.map(async ({ path }) => (await channelsOf(path))[0] ?? new Float32Array(0)),
  );
  const lead = new Float32Array(LEAD_SECONDS * SAMPLE_RATE);
  const gap = new Float32Array(GAP_SECONDS * SAMPLE_RATE);
  const starts = sounds.map(
    (_, at) =>
      lead.length + gap.length * (at + 1) + sounds.slice(0, at).reduce((sum, { length }) => sum + length, 0),
  );
  const spoken = concatenate([lead, ...sounds.flatMap((sound) => [gap, sound]), gap]);
  const figures: Figure[] = [];
  const details: unknown[] = [];
  for (const [level, factor] of Object.entries(LEVELS)) {
    const sound = spoken.map((sample) => sample * factor);
    const captures = await Promise.all(
      Object.entries(WAYS).map(async ([way, processing]) => {
        const captured = await captureInBrowser(sound, processing);
        return { way, captured, lag: lagOf(spoken, captured) };
      }),
    );
    for (const { way, captured, lag } of captures) {
      const errors: WordErrors[] = [];
      for (const [at, clip] of clips.entries()) {
        const from = (starts[at] ?? 0) + lag;
        const margin = MARGIN_SECONDS * SAMPLE_RATE;
        const cut = captured.slice(Math.max(0, from - margin), from + (sounds[at]?.length ?? 0) + margin);
        const text = await recogniseWhole(whole, vad, new Blob([wavBytes(cut)]), clip.language);
        const found = errorsIn(text, clip);
        errors.push(found);
        details.push({ level, way, file: clip.file, text, errors: found });
      }
      const value = 100 * wordErrorRate(sumWordErrors(errors));
      console.log(
        `${level.padEnd(6)}${way.padEnd(20)}${value.toFixed(1)} %  (lag ${(lag / SAMPLE_RATE).toFixed(2)} s)`,
      );
      figures.push({
        section,
        name: `${level}, ${way}: word errors of ${clips.length} clips`,
        value,
        unit: '%',
      });
    }
  }
  await whole.dispose();
  return { figures, details, failed: clips.length === 0 ? 1 : 0 };
}

/** Samples by which what was captured lags behind what was spoken: where the loudness of both is most alike. */
function lagOf(spoken: Float32Array, captured: Float32Array): number {
  const [one, other] = [loudness(spoken), loudness(captured)];
  const reach = (REACH_SECONDS * SAMPLE_RATE) / STEP;
  const likeness = (lag: number) => one.reduce((sum, level, at) => sum + level * (other[at + lag] ?? 0), 0);
  const lags = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  const best = lags.reduce(
    (known, lag) => {
      const score = likeness(lag);
      return score > known.score ? { lag, score } : known;
    },
    { lag: 0, score: Number.NEGATIVE_INFINITY },
  );
  return best.lag * STEP;
}

/** In hundredths of a second, without the mean: gain changes the size, not the shape. */
function loudness(samples: Float32Array): Float32Array {
  const levels = Float32Array.from({ length: Math.floor(samples.length / STEP) }, (_, at) => {
    const part = samples.subarray(at * STEP, (at + 1) * STEP);
    return Math.log10(part.reduce((sum, sample) => sum + sample * sample, 1e-7));
  });
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}
