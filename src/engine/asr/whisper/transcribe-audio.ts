import type { TimeSpan } from '../../alignment/speech-bounds.ts';
import { type SpeechEnvelope, speechEnvelope } from '../../alignment/speech-envelope.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';
import type { CancellationPoint } from '../../decoding/cancellation-point.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import type { EncodedAudio } from './decoder-output.ts';
import { chooseRecognition, SURE_OF_LANGUAGE } from './encoder/choose-recognition.ts';
import { encode, encodeInQuiet, encodeWhole } from './encoder/encode-audio.ts';
import { type DetectedLanguage, type LanguageScores, languageEvidence } from './languages/detect-language.ts';
import { scoreLanguages } from './languages/find-language.ts';
import { languageByText, scoresAgain } from './languages/language-by-text.ts';
import { findOtherLanguages, type OtherLanguage } from './languages/other-languages.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import {
  MIN_SPEECH_RANGE_DB,
  type PassOptions,
  POSITION_SAMPLES,
  type RecognisedPass,
  recognisePass,
} from './recognise-pass.ts';
import { recogniseSkipped } from './recognise-skipped.ts';
import { isOnBothSides } from './words/without-repeats.ts';
import { firstWordPlace, withWordsBesidePauses } from './words/words-behind-pauses.ts';

/** Maximum number of passes over one window. */
const MAX_PASSES = 4;

/** More than the stretches of one window that are ever recognised again, for distinguishing their seeds. */
const MAX_STRETCHES = 64;

export interface AudioText {
  detected: DetectedLanguage;
  /** Times in seconds of the audio. */
  words: RecognisedWord[];
  /** Speech that no recognition found words for. */
  unheard: TimeSpan[];
  /** Where another language is spoken than the one that the text was written in. */
  others: OtherLanguage[];
  /** How often a shortened window was not enough and the whole one was recognised. */
  heardWhole: number;
}

/** A shortened window was not enough, and the whole one may wait (`wholeLater`). */
export class WholeWindowWanted extends Error {}

export interface AudioOptions extends PassOptions {
  /** Whether to throw `WholeWindowWanted` rather than recognise the whole window where a shortened one is not enough. */
  wholeLater?: boolean | undefined;
  /** Whether to look for other languages than the one that the text is written in. */
  findOthers?: boolean | undefined;
}

/**
 * The text of at most 30 s of audio (mono, 16 kHz) in one language; null for silence and steady noise. Speech that the
 * text leaves out, or that follows its end, is recognised once more. `encoded` is the same audio, if it is encoded already.
 */
export async function transcribeAudio(
  parts: LoadedWhisper,
  { pcm, encoded }: { pcm: Float32Array; encoded?: EncodedAudio | undefined },
  options: AudioOptions,
  cancellation: CancellationPoint,
): Promise<AudioText | null> {
  const text = await recogniseThrough(parts, { pcm, encoded }, options, cancellation);
  if (!text || !options.speech) return text;
  const { detected } = text;
  const evidence = (scores: LanguageScores) => languageEvidence(scores, detected.language);
  const others = options.findOthers
    ? await findOtherLanguages(text.words, options.speech, evidence(text.scores), async ({ start, end }) => {
        const part = pcm.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
        return evidence(await scoreLanguages(parts, part, cancellation));
      })
    : [];
  // Recognised again in the wrong language, it would only be guessed at again.
  const speech = options.speech.filter(
    (span) => !others.some(({ start, end }) => span.start < end && span.end > start),
  );
  let { heardWhole } = text;
  const completed = await recogniseSkipped(text.words, speech, async ({ start, end }, attempt) => {
    const part = pcm.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
    const seed = options.seed * MAX_PASSES * MAX_STRETCHES + attempt;
    const againOptions = {
      ...options,
      language: detected,
      seed,
      speech: speechAfter(speech, start),
      onText: undefined,
    };
    const again = await recogniseThrough(parts, { pcm: part }, againOptions, cancellation);
    heardWhole += again?.heardWhole ?? 0;
    const words = (again?.words ?? []).map((word) => ({
      ...word,
      start: word.start + start,
      end: word.end + start,
    }));
    return { words, sure: again?.sure ?? false };
  });
  return { detected, ...completed, others, heardWhole };
}

interface RecognisedThrough extends AudioText {
  /** False if any pass ended with a guess or a loop. */
  sure: boolean;
  /** Scores of the languages in the first pass. */
  scores: LanguageScores;
}

async function recogniseThrough(
  parts: LoadedWhisper,
  { pcm, encoded }: { pcm: Float32Array; encoded?: EncodedAudio | undefined },
  options: AudioOptions,
  cancellation: CancellationPoint,
): Promise<RecognisedThrough | null> {
  const words: RecognisedWord[] = [];
  let sure = true;
  let heardWhole = 0;
  let scores: LanguageScores | null = null;
  let detected = options.language;
  let from = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const rest = pcm.subarray(Math.round(from * SAMPLE_RATE));
    const envelope = speechEnvelope(rest, SAMPLE_RATE);
    if (envelope.range < MIN_SPEECH_RANGE_DB) break;
    await cancellation.check();
    const audio = (pass === 0 && encoded) || (await encode(parts, rest));
    const before = words.map(({ word }) => word).join('');
    const passOptions = {
      ...options,
      language: detected,
      seed: options.seed * MAX_PASSES + pass,
      speech: options.speech && speechAfter(options.speech, from),
      onText: (text: string) => options.onText?.(before + text),
    };
    try {
      const { recognised, whole } = await recogniseEnough(
        parts,
        { audio, pcm: rest, envelope },
        passOptions,
        cancellation,
      );
      if (whole) heardWhole += 1;
      detected = recognised.detected;
      sure &&= recognised.sure;
      scores ??= recognised.scores;
      const place = await firstWordPlace(parts, rest, recognised.words, {
        speech: passOptions.speech ?? [],
        language: detected,
      });
      if (place !== null && pass + 1 < MAX_PASSES) {
        from += place;
        continue;
      }
      const { speech = [] } = passOptions;
      const placed = await withWordsBesidePauses(parts, rest, recognised.words, {
        speech,
        language: detected,
      });
      const later = placed.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
      words.push(...(isOnBothSides(words.at(-1), later[0]) ? later.slice(1) : later));
      if (recognised.resumeAt === null) break;
      from += recognised.resumeAt;
    } finally {
      parts.model.release(audio);
    }
  }
  if (!detected || !scores) return null;
  return { detected, words, unheard: [], others: [], heardWhole, sure, scores };
}

/** One pass, and others over the same audio if a shortened window was not enough, or the language is another one. */
async function recogniseEnough(
  parts: LoadedWhisper,
  { audio, pcm, envelope }: { audio: EncodedAudio; pcm: Float32Array; envelope: SpeechEnvelope },
  options: AudioOptions,
  cancellation: CancellationPoint,
): Promise<{ recognised: RecognisedPass; whole: boolean }> {
  const first = await recognisePass(parts, { audio, pcm, envelope }, options, cancellation);
  const again = (encoded: EncodedAudio, language: DetectedLanguage | null) => {
    const againOptions = { ...options, language, onText: undefined };
    return recognisePass(parts, { audio: encoded, pcm, envelope }, againOptions, cancellation);
  };
  const doubtful = first === 'refused' ? null : doubtfulLanguage(parts, first, options);
  const languageOf = (scores: LanguageScores) => {
    const frames = Math.min(Math.ceil(pcm.length / POSITION_SAMPLES), audio.positions);
    return languageByText(parts, audio, { scores, among: options.among, frames }, cancellation);
  };
  const isWhole = audio.positions === parts.model.config.audioPositions;
  if (isWhole && first !== 'refused') {
    const language = doubtful && (await languageOf(doubtful));
    if (!language) return { recognised: first, whole: false };
    const other = language.language === first.detected.language ? 'refused' : await again(audio, language);
    const recognised = other === 'refused' ? { ...first, detected: language } : other;
    return { recognised, whole: false };
  }
  const againIn = async (encoded: EncodedAudio, language: () => Promise<DetectedLanguage | null>) => {
    try {
      return await again(encoded, await language());
    } finally {
      parts.model.release(encoded);
    }
  };
  const recogniseWhole = async () => {
    if (options.wholeLater) throw new WholeWindowWanted();
    const encoded = await encodeWhole(parts, pcm);
    return againIn(encoded, async () =>
      doubtful ? languageOf(await scoresAgain(parts, { pcm, encoded }, cancellation)) : options.language,
    );
  };
  return chooseRecognition(first, pcm.length / SAMPLE_RATE, {
    inQuiet: async () => {
      const encoded = await encodeInQuiet(parts, pcm);
      return encoded && againIn(encoded, async () => options.language);
    },
    whole: parts.shortAudio === 'always' ? null : recogniseWhole,
  });
}

/**
 * The scores of a language that was detected and is not sure; null otherwise. Not of the miniature, which has too few
 * sentences for comparing texts, nor where there is no time for another recognition.
 */
function doubtfulLanguage(
  { shortAudio }: LoadedWhisper,
  { detected, scores }: RecognisedPass,
  { language }: AudioOptions,
): LanguageScores | null {
  const isCompared = shortAudio !== 'never' && shortAudio !== 'always';
  return isCompared && language === null && detected.confidence < SURE_OF_LANGUAGE ? scores : null;
}

/** Speech from a position on, in seconds after it. */
function speechAfter(speech: readonly TimeSpan[], position: number): TimeSpan[] {
  return speech.flatMap(({ start, end }) =>
    end > position ? [{ start: Math.max(start - position, 0), end: end - position }] : [],
  );
}
