import type { TimeSpan } from '../../alignment/speech-bounds.ts';
import { type SpeechEnvelope, speechEnvelope } from '../../alignment/speech-envelope.ts';
import { leadingSilence } from '../../alignment/unheard-speech.ts';
import { MAX_WINDOW_SECONDS, SAMPLE_RATE } from '../../audio/speech-window.ts';
import type { OnText, RecognisedWord } from '../asr-engine.ts';
import type { CancellationPoint } from '../cancellation-point.ts';
import { type Beam, chooseDecoding, MIN_LOG_PROBABILITY } from './choose-decoding.ts';
import { crop, type Decoding, type ReadPrefix } from './decode-text.ts';
import { releaseTensors } from './decoder-state.ts';
import type { DetectedLanguage, LanguageEvidence } from './detect-language.ts';
import { hearMissing } from './hear-missing.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { findOtherLanguages, type OtherLanguage } from './other-languages.ts';
import { hearEvidence, prefillDecoder } from './prefill-decoder.ts';
import { timeWords } from './time-words.ts';
import { heardSeconds, isTrustedText } from './trust-short-audio.ts';
import type { EncodedAudio } from './whisper-model.ts';

/** Samples per encoder position. */
const POSITION_SAMPLES = 320;

/** A level range smaller than this means silence or steady noise, dB. */
const MIN_SPEECH_RANGE_DB = 4;

/** Silence kept before a word when listening again, seconds. */
const LEAD_SECONDS = 0.3;

/** Maximum number of passes over one window. */
const MAX_PASSES = 4;

/** More than the stretches of one window that are ever heard again, for distinguishing their seeds. */
const MAX_STRETCHES = 64;

export interface AudioText {
  detected: DetectedLanguage;
  /** Times in seconds of the audio. */
  words: RecognisedWord[];
  /** Speech that no hearing found words for. */
  unheard: TimeSpan[];
  /** Where another language is spoken than the one that the text was written in. */
  others: OtherLanguage[];
  /** How often a shortened window was not enough and the whole one was heard. */
  heardWhole: number;
}

export interface AudioOptions {
  language: DetectedLanguage | null;
  allowed: readonly string[];
  prompt: string;
  /** Identifies this audio among all others of the recording, so that sampling is reproducible. */
  seed: number;
  /** Where voice activity heard speech, in order, in seconds of the audio; absent if nobody looked. */
  speech?: readonly TimeSpan[] | undefined;
  /** Whether to look for other languages than the one that the text is written in. */
  findOthers?: boolean | undefined;
  /** Absent to take the likeliest tokens. */
  beam?: Beam | undefined;
  /** Receives the text so far while it is heard for the first time. */
  onText?: OnText | undefined;
}

/**
 * The text of a stretch of audio in one language. If the model stops before the speech does, listens to the rest
 * again; if it leaves out speech, listens to that again.
 *
 * @param pcm mono, 16 kHz, at most 30 s
 * @param encoded the same audio, if the encoder has already processed it
 * @returns null if there is only silence or steady noise
 */
export async function transcribeAudio(
  parts: LoadedWhisper,
  pcm: Float32Array,
  options: AudioOptions,
  cancellation: CancellationPoint,
  encoded?: EncodedAudio,
): Promise<AudioText | null> {
  const text = await hearThrough(parts, pcm, options, cancellation, encoded);
  if (!text || !options.speech) return text;
  const { detected } = text;
  const others = options.findOthers
    ? await findOtherLanguages(text.words, options.speech, text.evidence, ({ start, end }) =>
        listen(parts, pcm, { start, end }, detected.language, cancellation),
      )
    : [];
  // Heard again in the wrong language, it would only be guessed at again.
  const speech = options.speech.filter(
    (span) => !others.some(({ start, end }) => span.start < end && span.end > start),
  );
  let { heardWhole } = text;
  const completed = await hearMissing(text.words, speech, async ({ start, end }, attempt) => {
    const part = pcm.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
    const seed = options.seed * MAX_PASSES * MAX_STRETCHES + attempt;
    const againOptions = { ...options, language: detected, seed, onText: undefined };
    const again = await hearThrough(parts, part, againOptions, cancellation);
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

/** What a part of the audio says for or against a language. */
async function listen(
  parts: LoadedWhisper,
  pcm: Float32Array,
  { start, end }: TimeSpan,
  language: string,
  cancellation: CancellationPoint,
): Promise<LanguageEvidence> {
  await cancellation.check();
  const audio = await encode(
    parts,
    pcm.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE)),
  );
  try {
    return await hearEvidence(parts, audio, language);
  } finally {
    parts.model.release(audio);
  }
}

interface HeardThrough extends AudioText {
  /** False if any pass ended with a guess or a loop. */
  sure: boolean;
  /** Of the first pass. */
  evidence: LanguageEvidence;
}

async function hearThrough(
  parts: LoadedWhisper,
  pcm: Float32Array,
  options: AudioOptions,
  cancellation: CancellationPoint,
  encoded?: EncodedAudio,
): Promise<HeardThrough | null> {
  const words: RecognisedWord[] = [];
  let sure = true;
  let heardWhole = 0;
  let evidence: LanguageEvidence | null = null;
  let detected = options.language;
  let from = 0;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const rest = pcm.subarray(Math.round(from * SAMPLE_RATE));
    const envelope = speechEnvelope(rest, SAMPLE_RATE);
    if (envelope.range < MIN_SPEECH_RANGE_DB) break;
    await cancellation.check();
    let audio = (pass === 0 && encoded) || (await encode(parts, rest));
    const before = words.map(({ word }) => word).join('');
    const passOptions = {
      ...options,
      language: detected,
      seed: options.seed * MAX_PASSES + pass,
      onText: (text: string) => options.onText?.(before + text),
    };
    try {
      let heard = await hear(parts, audio, rest, envelope, passOptions, cancellation);
      if (heard === 'refused') {
        parts.model.release(audio);
        audio = await encodeWhole(parts, rest);
        heardWhole += 1;
        heard = await hear(parts, audio, rest, envelope, passOptions, cancellation);
      }
      if (heard === 'refused') throw new Error('A whole window was refused.');
      detected = heard.detected;
      sure &&= heard.sure;
      evidence ??= heard.evidence;
      for (const word of heard.words) {
        words.push({ ...word, start: word.start + from, end: word.end + from });
      }
      if (heard.resumeAt === null) break;
      from += heard.resumeAt;
    } finally {
      parts.model.release(audio);
    }
  }
  if (!detected || !evidence) return null;
  return { detected, words, unheard: [], others: [], heardWhole, sure, evidence };
}

/** The encoder's output for at most 30 s of audio and a few seconds of silence, if it can do with that. */
export async function encode(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio> {
  const seconds =
    parts.shortAudio === 'heard' ? heardSeconds(pcm.length / SAMPLE_RATE, MAX_WINDOW_SECONDS) : null;
  if (seconds === null) return encodeWhole(parts, pcm);
  try {
    const { data, dims } = await parts.extractFeatures(pcm, seconds);
    return await parts.model.encode(data, dims);
  } catch (error) {
    // A graph that insists on its length does so for every window.
    console.error(error);
    parts.shortAudio = 'impossible';
    return encodeWhole(parts, pcm);
  }
}

/** The encoder's output for at most 30 s of audio, with silence up to 30 s. */
async function encodeWhole(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio> {
  const { data, dims } = await parts.extractFeatures(pcm);
  return parts.model.encode(data, dims);
}

interface Heard {
  detected: DetectedLanguage;
  words: RecognisedWord[];
  sure: boolean;
  evidence: LanguageEvidence;
  /** Seconds from which to listen again because the text skipped speech; null if it did not. */
  resumeAt: number | null;
}

async function hear(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  pcm: Float32Array,
  envelope: SpeechEnvelope,
  options: AudioOptions,
  cancellation: CancellationPoint,
): Promise<Heard | 'refused'> {
  const { model, text } = parts;
  const { config } = model;
  const frames = Math.min(Math.ceil(pcm.length / POSITION_SAMPLES), audio.positions);
  const duration = pcm.length / SAMPLE_RATE;
  const isTrusted = (tokens: readonly number[]) => {
    const spoken = tokens.filter((token) => token < config.endToken);
    return isTrustedText(text.textOf(spoken), spoken.length, duration);
  };
  const { prefix, detected, evidence } = await prefillDecoder(parts, audio, { ...options, frames });
  try {
    const decoding = await chooseDecoding(
      model,
      prefix,
      {
        frames,
        maxInitialTimestamp: config.maxInitialTimestamp + leadingPositions(envelope),
        beam: options.beam,
        onTokens: (tokens) => options.onText?.(text.textOf(tokens)),
      },
      (tokens) => text.textOf(tokens),
      options.seed,
      cancellation,
      audio.positions < config.audioPositions ? isTrusted : undefined,
    );
    if (decoding === 'refused') return decoding;
    if (!decoding) return { detected, evidence, words: [], sure: false, resumeAt: null };
    const sure = !decoding.looped && decoding.averageLogProbability >= MIN_LOG_PROBABILITY;
    const attention = await attentionOf(parts, prefix, decoding, frames);
    const { words, unheardFrom } = timeWords(
      {
        tokens: decoding.tokens,
        probabilities: decoding.probabilities,
        attention,
        heads: config.alignment?.heads.length ?? 0,
        frames,
        convention: config.alignment?.convention ?? 'predicting',
        firstTimestampToken: config.firstTimestampToken,
        language: detected.language,
      },
      text,
      envelope,
      duration,
    );
    // Listening again from the first word would only yield the same text.
    if (unheardFrom <= 0) return { detected, evidence, words, sure, resumeAt: null };
    const before = words[unheardFrom - 1]?.end ?? 0;
    const after = words[unheardFrom]?.start ?? before;
    const lead = Math.min((after - before) / 2, LEAD_SECONDS);
    return { detected, evidence, words: words.slice(0, unheardFrom), sure, resumeAt: after - lead };
  } finally {
    releaseTensors(prefix.state.text);
    releaseTensors(prefix.state.audio);
  }
}

/** Cross attention of the last prefix token and of each token, collected during decoding or in one more pass. */
async function attentionOf(
  { model }: LoadedWhisper,
  prefix: ReadPrefix,
  decoding: Decoding,
  frames: number,
): Promise<Float32Array[]> {
  if (!model.hasAttention) return [];
  if (prefix.attention) return decoding.attention;
  const tokens = [...prefix.tokens, ...decoding.tokens];
  const { positions } = prefix.audio;
  const weights = await model.replay(prefix.audio, tokens);
  const heads = model.config.alignment?.heads.length ?? 0;
  const rows: Float32Array[] = [];
  for (let token = prefix.tokens.length - 1; token < tokens.length; token += 1) {
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
