import { silenceBeforeSpeech, speechEnvelope } from '../../alignment/speech-envelope.ts';
import { SAMPLE_RATE } from '../../audio/windows/speech-window.ts';

/** Silence kept before the first word, seconds. */
const LEAD_SECONDS = 0.2;

/** Samples (16 kHz) of silence to leave out before the first word: long silence there makes the model skip words. */
export function leadSilence(pcm: Float32Array): number {
  const silence = silenceBeforeSpeech(speechEnvelope(pcm, SAMPLE_RATE));
  return Math.max(Math.round((silence - LEAD_SECONDS) * SAMPLE_RATE), 0);
}
