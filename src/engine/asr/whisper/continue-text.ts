import { speechEnvelope } from '../../alignment/speech-envelope.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import type { CancellationPoint } from '../../decoding/cancellation-point.ts';
import { releaseState } from '../../kernels/index.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import { type Beam, decodeLikeliest, MIN_LOG_PROBABILITY } from './decoding/choose-decoding.ts';
import { decodeScores, prefillContinued } from './decoding/prefill-decoder.ts';
import { encode } from './encoder/encode-audio.ts';
import { type DetectedLanguage, detectLanguage, type LanguageWishes } from './languages/detect-language.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { attentionOf, MIN_SPEECH_RANGE_DB, POSITION_SAMPLES } from './recognise-pass.ts';
import { mostAttendedFrame } from './words/most-attended-frame.ts';
import { timeWords } from './words/time-words.ts';

/** Nobody says more tokens a second; a few more for a short sound. */
const TOKENS_PER_SECOND = 6.5;
const TOKENS_TO_SPARE = 5;
/** Above this, with a guessed text, nobody is speaking. */
const MAX_NO_SPEECH = 0.6;

export interface ContinueOptions {
  /** Null to detect it. */
  language: DetectedLanguage | null;
  among: LanguageWishes;
  /** Tokens of the text that the sound begins with. */
  forced: readonly number[];
  /** Absent to take the likeliest tokens. */
  beam?: Beam | undefined;
}

/** What is behind the beginning of a text. */
export interface ContinuedText {
  /** Null if there is only silence or steady noise, and none was given. */
  detected: DetectedLanguage | null;
  words: ContinuedWord[];
}

export interface ContinuedWord {
  /** Times in seconds of the sound. */
  word: RecognisedWord;
  tokens: number[];
  /** The first and the last place that its tokens attend to, seconds of the sound. */
  attended: number;
  attendedUntil: number;
}

/** Continues a text in at most 30 s of audio (mono, 16 kHz). Loops and guesses behind its beginning yield no words. */
export async function continueText(
  parts: LoadedWhisper,
  pcm: Float32Array,
  { language, among, forced, beam }: ContinueOptions,
  cancellation: CancellationPoint,
): Promise<ContinuedText> {
  const envelope = speechEnvelope(pcm, SAMPLE_RATE);
  if (envelope.range < MIN_SPEECH_RANGE_DB) return { detected: language, words: [] };
  await cancellation.check();
  const audio = await encode(parts, pcm);
  const frames = Math.min(Math.ceil(pcm.length / POSITION_SAMPLES), audio.positions);
  const duration = pcm.length / SAMPLE_RATE;
  try {
    const detected = language ?? detectLanguage(await decodeScores(parts, audio), among);
    const continued = await prefillContinued(parts, audio, { language: detected.language, frames, forced });
    const { prefix, said } = continued;
    try {
      const { config } = parts.model;
      const longest = Math.ceil(TOKENS_PER_SECOND * duration) + TOKENS_TO_SPARE - forced.length;
      const decoding = await decodeLikeliest(
        parts.model,
        prefix,
        {
          maxInitialTimestamp: config.maxInitialTimestamp,
          frames,
          mostTokens: 0,
          said,
          longest: Math.max(longest, 1),
          beam,
        },
        { textOf: (tokens) => parts.text.textOf(tokens), cancellation },
      );
      const isGuess = !(decoding.averageLogProbability >= MIN_LOG_PROBABILITY);
      if (isGuess && (forced.length > 0 || prefix.noSpeech > MAX_NO_SPEECH)) return { detected, words: [] };
      const collected = await attentionOf(parts, prefix, decoding, { frames, said: said.length });
      const attention = continued.attention ? [...continued.attention, ...collected] : collected;
      const tokens = [...said, ...decoding.tokens];
      const recognised = {
        tokens,
        probabilities: [...said.map(() => 1), ...decoding.probabilities],
        attention,
        heads: config.alignment?.heads.length ?? 0,
        frames,
        convention: config.alignment?.convention ?? 'predicting',
        firstTimestampToken: config.firstTimestampToken,
        language: detected.language,
      } as const;
      const { words, units } = timeWords(recognised, parts.text, { envelope, duration });
      const textTokens = tokens.flatMap((token, index) =>
        token < config.firstTimestampToken ? [{ token, index }] : [],
      );
      const offset = recognised.convention === 'predicting' ? 0 : 1;
      return {
        detected,
        words: words.flatMap((word, index) => {
          const { from = 0, to = 0 } = units[index] ?? {};
          if (from < forced.length) return [];
          const own = textTokens.slice(from, to);
          const places = own.map(({ index: at }) => {
            const row = attention[at + offset];
            const place = row === undefined ? frames : mostAttendedFrame(row, frames);
            return (place * POSITION_SAMPLES) / SAMPLE_RATE;
          });
          return {
            word,
            tokens: own.map(({ token }) => token),
            attended: places[0] ?? duration,
            attendedUntil: Math.max(...places),
          };
        }),
      };
    } finally {
      releaseState(prefix.state);
    }
  } finally {
    parts.model.release(audio);
  }
}
