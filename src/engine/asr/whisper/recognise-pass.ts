import { speechSeconds } from '../../alignment/missing-speech.ts';
import { leadingSilence } from '../../alignment/skipped-speech.ts';
import type { TimeSpan } from '../../alignment/speech-bounds.ts';
import type { SpeechEnvelope } from '../../alignment/speech-envelope.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import type { CancellationPoint } from '../../decoding/cancellation-point.ts';
import { releaseState } from '../../kernels/index.ts';
import type { OnText, RecognisedWord } from '../asr-engine.ts';
import type { EncodedAudio } from './decoder-output.ts';
import { type Beam, chooseDecoding, MIN_LOG_PROBABILITY } from './decoding/choose-decoding.ts';
import type { Decoding } from './decoding/decode-text.ts';
import { type PrefixOptions, prefillDecoder } from './decoding/prefill-decoder.ts';
import { crop, type ReadPrefix } from './decoding/read-prefix.ts';
import { type HeldWords, holdRepeats, repeatsGuess } from './decoding/spoken-repeats.ts';
import type { TermTree } from './decoding/term-tree.ts';
import { mostTokensIn, repeatsWords } from './encoder/trust-short-audio.ts';
import type { DetectedLanguage, LanguageScores } from './languages/detect-language.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { MIN_FOCUS, timeWords } from './words/time-words.ts';

/** Samples per encoder position. */
export const POSITION_SAMPLES = 320;

/** A level range smaller than this means silence or steady noise, dB. */
export const MIN_SPEECH_RANGE_DB = 4;

/** The next pass begins this long behind the last word, at most, seconds. */
const LEAD_SECONDS = 0.3;

/** How near the end of its speech a last word ends, seconds. */
const LAST_WORD_EDGE = 0.15;

export interface PassOptions extends Omit<PrefixOptions, 'frames'> {
  /** Identifies this audio among all others of the recording, so that sampling is reproducible. */
  seed: number;
  /** Where voice activity detected speech, in order, in seconds of the audio; absent if nobody looked. */
  speech?: readonly TimeSpan[] | undefined;
  /** Absent to take the likeliest tokens. */
  beam?: Beam | undefined;
  /** Terms to prefer; absent for none. */
  terms?: TermTree | undefined;
  /** Receives the text so far while it is recognised for the first time. */
  onText?: OnText | undefined;
}

/** What one pass over a stretch of audio yields. */
export interface RecognisedPass {
  detected: DetectedLanguage;
  words: RecognisedWord[];
  sure: boolean;
  /** Mean of the tokens, natural logarithm; −∞ if nobody is speaking. */
  averageLogProbability: number;
  scores: LanguageScores;
  /** Seconds from which to decode again, because the text skipped speech; null if it did not. */
  resumeAt: number | null;
}

/** Decodes and times a stretch of audio (mono, 16 kHz) once; `refused` if only a part was encoded and the text is doubtful. */
export async function recognisePass(
  parts: LoadedWhisper,
  { audio, pcm, envelope }: { audio: EncodedAudio; pcm: Float32Array; envelope: SpeechEnvelope },
  options: PassOptions,
  cancellation: CancellationPoint,
): Promise<RecognisedPass | 'refused'> {
  const { model, text } = parts;
  const { config } = model;
  const frames = Math.min(Math.ceil(pcm.length / POSITION_SAMPLES), audio.positions);
  const duration = pcm.length / SAMPLE_RATE;
  const { prefix, detected, scores } = await prefillDecoder(parts, audio, { ...options, frames });
  const time = async (decoding: Decoding): Promise<HeldWords & { resumeFrom: number | null }> => {
    const attention = await attentionOf(parts, prefix, decoding, { frames });
    const decodedText = {
      tokens: decoding.tokens,
      probabilities: decoding.probabilities,
      attention,
      heads: config.alignment?.heads.length ?? 0,
      frames,
      convention: config.alignment?.convention ?? 'predicting',
      firstTimestampToken: config.firstTimestampToken,
      language: detected.language,
    } as const;
    const { words, skippedFrom, focus } = timeWords(decodedText, text, {
      envelope,
      duration,
      speech: options.speech,
    });
    return { ...(focus < MIN_FOCUS ? { words, held: false } : holdRepeats(words)), resumeFrom: skippedFrom };
  };
  // Without attention on the way, each costs another pass of the decoder: the choice and the words need the same.
  const times = new Map<Decoding, ReturnType<typeof time>>();
  const timed = (decoding: Decoding): ReturnType<typeof time> => {
    const known = times.get(decoding) ?? time(decoding);
    times.set(decoding, known);
    return known;
  };
  const isSpoken = async (decoding: Decoding) => (await timed(decoding)).held;
  const isRepeatedGuess = async (decoding: Decoding) =>
    repeatsWords(text.textOf(decoding.tokens.filter((token) => token < config.endToken))) &&
    repeatsGuess((await timed(decoding)).words);
  const isTrusted = async (decoding: Decoding) => {
    const tokens = decoding.tokens.filter((token) => token < config.endToken);
    if (tokens.length > mostTokensIn(duration)) return false;
    if (!repeatsWords(text.textOf(tokens))) return true;
    return (await isSpoken(decoding)) && !(await isRepeatedGuess(decoding));
  };
  const speechSecondsRecognised = options.speech
    ? speechSeconds(options.speech, { start: 0, end: duration })
    : duration;
  try {
    const decoding = await chooseDecoding(
      model,
      prefix,
      {
        frames,
        maxInitialTimestamp: config.maxInitialTimestamp + leadingPositions(envelope),
        beam: options.beam,
        terms: options.terms,
        mostTokens: model.hasAttention ? mostTokensIn(speechSecondsRecognised) : 0,
        onTokens: (tokens) => options.onText?.(text.textOf(tokens)),
      },
      {
        textOf: (tokens) => text.textOf(tokens),
        seed: options.seed,
        cancellation,
        isSpoken,
        isRepeatedGuess,
        isTrusted:
          audio.positions < config.audioPositions && parts.shortAudio !== 'always' ? isTrusted : undefined,
      },
    );
    if (decoding === 'refused') return decoding;
    if (!decoding)
      return {
        detected,
        scores,
        words: [],
        sure: false,
        averageLogProbability: Number.NEGATIVE_INFINITY,
        resumeAt: null,
      };
    const { averageLogProbability } = decoding;
    const sure = !decoding.looped && averageLogProbability >= MIN_LOG_PROBABILITY;
    const common = { detected, scores, sure, averageLogProbability };
    const { words, resumeFrom: skippedFrom } = await timed(decoding);
    const resumeFrom = skippedFrom && missingFrom(words, skippedFrom, options.speech);
    if (resumeFrom === null) return { ...common, words, resumeAt: null };
    const kept = words.filter(({ start }) => start < resumeFrom);
    // Another pass from the first word would only yield the same text.
    if (kept.length === 0) return { ...common, words, resumeAt: null };
    // What is said before the word that was put behind a pause may have been skipped.
    const end = kept.at(-1)?.end ?? 0;
    return { ...common, words: kept, resumeAt: end + Math.min((resumeFrom - end) / 2, LEAD_SECONDS) };
  } finally {
    releaseState(prefix.state);
  }
}

/**
 * Where the text is missing: not before its last word, if that is at the end of a stretch of speech. It was given the time of what is
 * missing, but recognised again without its sentence it would be lost.
 */
export function missingFrom(
  words: readonly RecognisedWord[],
  skippedFrom: number,
  speech: readonly TimeSpan[] = [],
): number {
  const last = words.at(-1);
  const before = words.at(-2);
  if (!last || last.start < skippedFrom || (before && before.start >= skippedFrom)) return skippedFrom;
  const own = speech.findIndex(({ start, end }) => start <= last.start && last.end <= end + LAST_WORD_EDGE);
  const [stretch, next] = [speech[own], speech[own + 1]];
  const isAtEnd = stretch && next && last.end >= stretch.end - LAST_WORD_EDGE;
  return isAtEnd ? Math.max(stretch.end, last.end) : skippedFrom;
}

/**
 * Cross attention of the last prefix token and of each token, collected during decoding or in one more pass; in that,
 * also of the `said` tokens before the last of the prefix.
 */
export async function attentionOf(
  { model }: LoadedWhisper,
  prefix: ReadPrefix,
  decoding: Decoding,
  { frames, said = 0 }: { frames: number; said?: number | undefined },
): Promise<Float32Array[]> {
  if (!model.hasAttention) return [];
  if (prefix.attention || decoding.attention.length > 0) return decoding.attention;
  const tokens = [...prefix.tokens, ...decoding.tokens];
  const { positions } = prefix.audio;
  const weights = await model.replay(prefix.audio, tokens);
  const heads = model.config.alignment?.heads.length ?? 0;
  const rows: Float32Array[] = [];
  for (let token = prefix.tokens.length - 1 - said; token < tokens.length; token += 1) {
    const row = new Float32Array(heads * positions);
    for (let head = 0; head < heads; head += 1) {
      const at = (head * tokens.length + token) * positions;
      row.set(weights.subarray(at, at + positions), head * positions);
    }
    rows.push(crop(row, positions, frames));
  }
  return rows;
}

/** Encoder positions before the first voice. */
function leadingPositions(envelope: SpeechEnvelope): number {
  return Math.floor((leadingSilence(envelope) * SAMPLE_RATE) / POSITION_SAMPLES);
}
