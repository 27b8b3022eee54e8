import { AppError } from '../../../../lib/errors/errors.ts';
import { msg } from '../../../../lib/errors/msg.ts';
import { logSumExp } from '../../../decoding/token-probabilities.ts';
import { releaseState, releaseText } from '../../../kernels/index.ts';
import type { DecoderOutput, EncodedAudio } from '../decoder-output.ts';
import {
  type DetectedLanguage,
  detectLanguage,
  type LanguageScores,
  type LanguageWishes,
  languageScores,
  languageToken,
} from '../languages/detect-language.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { crop, type ReadPrefix } from './read-prefix.ts';

export interface PrefixOptions {
  /** Language to use; null to detect it. */
  language: DetectedLanguage | null;
  among: LanguageWishes;
  /** Preceding text, whose spellings the model tends to follow. */
  prompt: string;
  /** Encoder positions that contain audio. */
  frames: number;
}

export interface Prefilled {
  prefix: ReadPrefix;
  detected: DetectedLanguage;
  scores: LanguageScores;
}

/**
 * Feeds the decoder the tokens before the text: prompt, start, language and task. Without a prompt, detection needs
 * no pass of its own, because decoding continues from the step that detected the language.
 */
export async function prefillDecoder(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  options: PrefixOptions,
): Promise<Prefilled> {
  const { model } = parts;
  const { config } = model;
  const attended = parts.attentionOnTheWay && model.hasAttention;
  const prompt = await promptTokens(parts, options.prompt);

  let detected = config.languages.size === 0 ? { language: 'en', confidence: 1 } : options.language;
  if (!detected) {
    const start = await model.start(audio, [config.startToken], false);
    const scores = languageScores(start.logits, config);
    detected = detectLanguage(scores, options.among);
    if (prompt.length === 0) {
      const prefix = await goOn(parts, audio, { start, detected, attended, frames: options.frames });
      return { prefix, detected, scores };
    }
    releaseState(start.state);
  }

  const tokens = [...prompt, ...prefixTokens(parts, detected.language)];
  const startRow = prompt.length;
  const output = await model.start(audio, tokens, attended, [startRow]);
  const { logits, vocabulary } = output;
  // What follows the start token is the language, whichever was given.
  const afterStart = logits.subarray(startRow * vocabulary, (startRow + 1) * vocabulary);
  const noSpeech = noSpeechProbability(afterStart, config.noSpeechToken);
  const prefix = prefixOf(output, { audio, tokens, noSpeech }, options.frames);
  return { prefix, detected, scores: languageScores(afterStart, config) };
}

/** A read prefix that ends with a beginning of the text itself. */
export interface ContinuedPrefix {
  prefix: ReadPrefix;
  /** Text and timestamp tokens at its end. */
  said: readonly number[];
  /** Cross attention of the token before each of them, `heads` × `frames`; null if it is collected afterwards. */
  attention: Float32Array[] | null;
}

/** Feeds the decoder the tokens before the text and the text's beginning (`forced`), which decoding then continues. */
export async function prefillContinued(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  options: { language: string; frames: number; forced: readonly number[] },
): Promise<ContinuedPrefix> {
  const { model } = parts;
  const { config } = model;
  const attended = parts.attentionOnTheWay && model.hasAttention;
  // The first timestamp is the audio's start: its text is there.
  const said = options.forced.length > 0 ? [config.firstTimestampToken, ...options.forced] : [];
  const begin = prefixTokens(parts, options.language);
  const tokens = [...begin, ...said];
  const output = await model.start(audio, tokens, attended, [0]);
  const noSpeech = noSpeechProbability(output.logits.subarray(0, output.vocabulary), config.noSpeechToken);
  const prefix = prefixOf(output, { audio, tokens, noSpeech }, options.frames);
  const { positions } = audio;
  const read = { tokens: tokens.length, positions, frames: options.frames };
  const rows = said.flatMap((_, index) => rowOf(output, begin.length - 1 + index, read) ?? []);
  return { prefix, said, attention: attended ? rows : null };
}

/** Scores of each language for a stretch of audio; one decoder step. */
export async function decodeScores({ model }: LoadedWhisper, audio: EncodedAudio): Promise<LanguageScores> {
  const start = await model.start(audio, [model.config.startToken], false);
  releaseState(start.state);
  return languageScores(start.logits, model.config);
}

async function goOn(
  parts: LoadedWhisper,
  audio: EncodedAudio,
  {
    start,
    detected,
    attended,
    frames,
  }: { start: DecoderOutput; detected: DetectedLanguage; attended: boolean; frames: number },
): Promise<ReadPrefix> {
  const { model } = parts;
  const { config } = model;
  const tokens = [config.startToken];
  let output = start;
  for (const token of taskTokens(parts, detected.language)) {
    const next = await model.step(audio, output.state, token, attended);
    releaseText(output.state);
    output = next;
    tokens.push(token);
  }
  const noSpeech = noSpeechProbability(start.logits, config.noSpeechToken);
  const { state, logits } = output;
  const attention = rowOf(output, 0, { tokens: 1, positions: audio.positions, frames });
  return { audio, tokens, state, logits, attention, noSpeech };
}

/** The prefix whose tokens were read at once: what follows the last of them. */
function prefixOf(
  output: DecoderOutput,
  read: Pick<ReadPrefix, 'audio' | 'tokens' | 'noSpeech'>,
  frames: number,
): ReadPrefix {
  const { length } = read.tokens;
  return {
    ...read,
    state: output.state,
    logits: output.logits.slice((length - 1) * output.vocabulary),
    attention: rowOf(output, length - 1, { tokens: length, positions: read.audio.positions, frames }),
  };
}

/** What a text in a language begins with. */
export const prefixTokens = (parts: LoadedWhisper, language: string): number[] => [
  parts.model.config.startToken,
  ...taskTokens(parts, language),
];

function taskTokens({ model: { config } }: LoadedWhisper, language: string): number[] {
  if (config.languages.size === 0) return [];
  const token = languageToken(config, language);
  if (token === undefined) {
    throw new AppError(
      'invalid_request',
      msg`The installed speech model does not support the language "${language}".`,
      { remedy: msg`Install one that does, or choose another language.` },
    );
  }
  return config.transcribeToken === null ? [token] : [token, config.transcribeToken];
}

/** At most half the room, keeping its end, as in the reference implementation. */
async function promptTokens(
  { model: { config }, encodeText }: LoadedWhisper,
  prompt: string,
): Promise<number[]> {
  const text = prompt.trim();
  if (!text) return [];
  const room = Math.floor(config.textPositions / 2) - 1;
  const tokens = await encodeText(` ${text}`);
  return [config.previousTextToken, ...tokens.slice(-room)];
}

function noSpeechProbability(logits: Float32Array, noSpeechToken: number): number {
  return Math.exp((logits[noSpeechToken] ?? 0) - logSumExp(logits));
}

/** Cross attention of one of the tokens read: `heads` × `frames`. */
function rowOf(
  { attention }: DecoderOutput,
  token: number,
  { tokens, positions, frames }: { tokens: number; positions: number; frames: number },
): Float32Array | null {
  if (!attention) return null;
  const heads = attention.length / (tokens * positions);
  const rows = new Float32Array(heads * positions);
  for (let head = 0; head < heads; head += 1) {
    const at = (head * tokens + token) * positions;
    rows.set(attention.subarray(at, at + positions), head * positions);
  }
  return crop(rows, positions, frames);
}
