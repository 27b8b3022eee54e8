import { MAX_WINDOW_SECONDS, SAMPLE_RATE, type SpeechWindow } from '../../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../cancellation-point.ts';
import { SURE_OF_LANGUAGE } from '../../language-finder.ts';
import { languageLogits } from '../decoding/prefill-decoder.ts';
import { encode } from '../encoder/encode-audio.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { type DetectedLanguage, detectAmong } from './detect-language.ts';

/** Speech that is recognised first, seconds. */
const FIRST_SECONDS = 3;

/**
 * The language of a window's first speech or, if that does not tell, of the whole window: one run of the encoder and one
 * step of the decoder for each.
 *
 * @param languages those to choose from if one of them is likely to be spoken; empty for all
 */
export async function findLanguage(
  parts: LoadedWhisper,
  window: SpeechWindow,
  languages: readonly string[],
  signal: AbortSignal,
): Promise<DetectedLanguage> {
  const cancellation = new CancellationPoint(signal);
  const recognise = async (seconds: number): Promise<DetectedLanguage> => {
    await cancellation.check();
    const audio = await encode(parts, window.pcm.subarray(0, Math.round(seconds * SAMPLE_RATE)));
    try {
      return detectAmong(await languageLogits(parts, audio), parts.model.config, languages);
    } finally {
      parts.model.release(audio);
    }
  };
  const whole = Math.min(window.pcm.length / SAMPLE_RATE, MAX_WINDOW_SECONDS);
  const first = firstSpeech(window);
  if (first >= whole) return recognise(whole);
  const found = await recognise(first);
  return found.confidence >= SURE_OF_LANGUAGE ? found : recognise(whole);
}

/** Where the first utterances end that are long enough together, in seconds of the window. */
function firstSpeech({ pieces }: SpeechWindow): number {
  const last = pieces.find(({ windowStart, duration }) => windowStart + duration >= FIRST_SECONDS);
  return last ? last.windowStart + last.duration : Number.POSITIVE_INFINITY;
}
