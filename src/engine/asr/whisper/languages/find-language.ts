import type { SpeechWindow } from '../../../audio/windows/speech-window.ts';
import { CancellationPoint } from '../../../decoding/cancellation-point.ts';
import { firstSpeechOrAll } from '../../languages/first-speech.ts';
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
  return firstSpeechOrAll(window, FIRST_SECONDS, async (pcm) => {
    await cancellation.check();
    const audio = await encode(parts, pcm);
    try {
      return detectAmong(await languageLogits(parts, audio), parts.model.config, languages);
    } finally {
      parts.model.release(audio);
    }
  });
}
