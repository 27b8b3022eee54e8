import type { SpeechWindow } from '../../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { firstSpeechOrAll } from '../../languages/first-speech.ts';
import { spokenAmong } from '../../languages/language-finder.ts';
import { decodeScores } from '../decoding/prefill-decoder.ts';
import { encode } from '../encoder/encode-audio.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { type DetectedLanguage, detectLanguage, type LanguageScores } from './detect-language.ts';

/** Speech that is recognised first, seconds. */
const FIRST_SECONDS = 3;

/** The language of a window's first speech or, if that is not sure, of the whole window. */
export async function findLanguage(
  parts: LoadedWhisper,
  window: SpeechWindow,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<DetectedLanguage> {
  const cancellation = new CancellationPoint(signal);
  return firstSpeechOrAll(window, FIRST_SECONDS, async (pcm) => {
    const scores = await scoreLanguages(parts, pcm, cancellation);
    const among = spokenAmong(languages, (code) => Math.exp(scores.get(code) ?? Number.NEGATIVE_INFINITY));
    return detectLanguage(scores, { languages: among });
  });
}

/** Scores of each language for at most 30 s of audio (mono, 16 kHz): one encoder run and one decoder step. */
export async function scoreLanguages(
  parts: LoadedWhisper,
  pcm: Float32Array,
  cancellation: CancellationPoint,
): Promise<LanguageScores> {
  await cancellation.check();
  const audio = await encode(parts, pcm);
  try {
    return await decodeScores(parts, audio);
  } finally {
    parts.model.release(audio);
  }
}
