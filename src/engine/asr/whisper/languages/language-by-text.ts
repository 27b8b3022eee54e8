import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { releaseState } from '../../../kernels/index.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import { decodeText } from '../decoding/decode-text.ts';
import { decodeScores, prefillDecoder } from '../decoding/prefill-decoder.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import {
  type DetectedLanguage,
  type LanguageScores,
  type LanguageWishes,
  type RankedLanguage,
  rankLanguages,
} from './detect-language.ts';
import { scoreLanguages } from './find-language.ts';

/**
 * The distance of the second language to the first, natural logarithm, from which the sound alone decides; how much the log
 * probability of their texts counts beside it; and the seconds below which the sound is recognised three times in a row, too.
 * Chosen on the development corpus, each recording left out in turn (docs/journal.md).
 */
const CLOSE = 1.5;
const TEXT_SHARE = 0.3;
const BRIEF_SECONDS = 4;

const TIMES = 3;
const PAUSE_SECONDS = 0.3;

/** The beginning of a text is enough. */
const MOST_TOKENS = 20;

/** Scores of a sound whose whole window is encoded; a word or two show their language better if they are said several times. */
export async function scoresAgain(
  parts: LoadedWhisper,
  { pcm, encoded }: { pcm: Float32Array; encoded: EncodedAudio },
  cancellation: CancellationPoint,
): Promise<LanguageScores> {
  const whole = await decodeScores(parts, encoded);
  if (pcm.length > BRIEF_SECONDS * SAMPLE_RATE) return whole;
  const more = await scoreLanguages(parts, saidSeveralTimes(pcm), cancellation);
  return new Map(
    [...whole].map(([language, score]) => [language, (score + (more.get(language) ?? score)) / 2]),
  );
}

function saidSeveralTimes(pcm: Float32Array): Float32Array {
  const step = pcm.length + Math.round(PAUSE_SECONDS * SAMPLE_RATE);
  const repeated = new Float32Array(step * (TIMES - 1) + pcm.length);
  for (let time = 0; time < TIMES; time += 1) repeated.set(pcm, time * step);
  return repeated;
}

/** The likeliest language; of two that are close, the one in which the sound gives the likelier text. */
export async function languageByText(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  { scores, among, frames }: { scores: LanguageScores; among: LanguageWishes; frames: number },
  cancellation: CancellationPoint,
): Promise<DetectedLanguage> {
  const ranked = rankLanguages(scores, among);
  const [first, second] = ranked;
  if (!first || !second || first.score - second.score > CLOSE) return chosen(ranked);
  const texts: number[] = [];
  for (const { language } of [first, second])
    texts.push(await textProbability(parts, audio, { language, frames }, cancellation));
  return chosen(byTexts(ranked, texts));
}

/** The ranking with what the texts of the first languages say; the best of them costs nothing. */
export function byTexts(ranked: readonly RankedLanguage[], texts: readonly number[]): RankedLanguage[] {
  const likeliest = Math.max(...texts);
  if (!Number.isFinite(likeliest)) return [...ranked];
  return ranked
    .map(({ language, score }, index) => {
      const text = texts[index];
      return { language, score: text === undefined ? score : score + TEXT_SHARE * (text - likeliest) };
    })
    .toSorted((a, b) => b.score - a.score);
}

function chosen(ranked: readonly RankedLanguage[]): DetectedLanguage {
  const [best] = ranked;
  if (!best) return { language: 'en', confidence: 0 };
  const total = ranked.reduce((sum, { score }) => sum + Math.exp(score), 0);
  return { language: best.language, confidence: Math.exp(best.score) / total };
}

/** Log probability of the likeliest tokens that the sound begins with in a language. */
async function textProbability(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  { language, frames }: { language: string; frames: number },
  cancellation: CancellationPoint,
): Promise<number> {
  const given = { language: { language, confidence: 1 }, among: { languages: [] }, prompt: '', frames };
  const { prefix } = await prefillDecoder(parts, audio, given);
  try {
    const { maxInitialTimestamp } = parts.model.config;
    const greedy = { temperature: 0, draw: () => 0, maxInitialTimestamp, frames };
    const { averageLogProbability, tokens } = await decodeText(
      parts.model,
      prefix,
      { ...greedy, mostTokens: MOST_TOKENS, longest: MOST_TOKENS },
      cancellation,
    );
    return averageLogProbability * (tokens.length + 1);
  } finally {
    releaseState(prefix.state);
  }
}
