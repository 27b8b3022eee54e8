import type { TimeSpan } from '../../../alignment/speech-bounds.ts';
import { gapsBetween } from '../../../alignment/speech-bounds.ts';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { releaseTensors } from '../decoding/decoder-state.ts';
import { prefillDecoder } from '../decoding/prefill-decoder.ts';
import { encode } from '../encoder/encode-audio.ts';
import type { DetectedLanguage } from '../languages/detect-language.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';

/** A word and its breath are not longer, seconds. */
const MOST_WORD_SECONDS = 1.5;

/** Recognised before the speech, and how much of it, seconds. */
const LEAD_SECONDS = 0.25;
const PROBED_SECONDS = 6;

/** A word's start may lie so far before the speech that voice activity detects, seconds. */
const NEAR_SECONDS = 0.15;

/** The pause behind the first word, if it stands alone before it; null if not. */
function pauseAfterFirst(words: readonly RecognisedWord[], speech: readonly TimeSpan[]): TimeSpan | null {
  const [first, second] = words;
  const [stretch] = speech;
  const [pause] = gapsBetween(speech);
  if (!first || !second || !stretch || !pause) return null;
  if (stretch.end - stretch.start > MOST_WORD_SECONDS) return null;
  const alone = first.end < pause.start + NEAR_SECONDS && second.start > pause.end - NEAR_SECONDS;
  return alone ? pause : null;
}

/**
 * Where the speech begins if the first word is not said before the pause behind it: an "uh" that is not written takes
 * the word that follows it. So the speech behind the pause is recognised alone: does it begin with the first word or with
 * the second?
 *
 * @param speech from voice activity, in order, seconds of the audio
 * @returns seconds of the audio; null if the first word is where it seems to be
 */
export async function firstWordPlace(
  parts: LoadedWhisper,
  pcm: Float32Array,
  words: readonly RecognisedWord[],
  speech: readonly TimeSpan[],
  language: DetectedLanguage,
): Promise<number | null> {
  const pause = pauseAfterFirst(words, speech);
  if (!pause) return null;
  const from = Math.max(pause.end - LEAD_SECONDS, pause.start);
  const start = Math.round(from * SAMPLE_RATE);
  const audio = await encode(parts, pcm.subarray(start, start + PROBED_SECONDS * SAMPLE_RATE));
  try {
    const logits = await firstLogits(parts, audio, language);
    const likelihood = async (word: string) => {
      const [token = 0] = await parts.encodeText(word);
      return logits[token] ?? Number.NEGATIVE_INFINITY;
    };
    const [first = '', second = ''] = words.map(({ word }) => word);
    const behind = Math.max(await likelihood(second), await likelihood(capitalised(second)));
    return (await likelihood(first)) > behind ? from : null;
  } finally {
    parts.model.release(audio);
  }
}

const capitalised = (word: string) => word.replace(/\p{L}/u, (letter) => letter.toUpperCase());

/** Logits of the first word of a text. */
async function firstLogits(
  parts: LoadedWhisper,
  audio: Awaited<ReturnType<typeof encode>>,
  language: DetectedLanguage,
): Promise<Float32Array> {
  const options = { language, allowed: [], prompt: '', frames: audio.positions };
  const { prefix } = await prefillDecoder(parts, audio, options);
  try {
    const next = await parts.model.step(audio, prefix.state, parts.model.config.firstTimestampToken, false);
    releaseTensors(next.state.text);
    return next.logits;
  } finally {
    releaseTensors(prefix.state.text);
    releaseTensors(prefix.state.audio);
  }
}
