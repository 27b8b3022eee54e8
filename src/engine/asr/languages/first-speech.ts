import { MAX_WINDOW_SECONDS, SAMPLE_RATE, type SpeechWindow } from '../../audio/windows/speech-window.ts';
import { SURE_OF_LANGUAGE } from './language-finder.ts';

/**
 * Finds something in a window's first `seconds` of speech or, if that is not enough, in the whole window. `recognise`
 * is given mono sound at 16 kHz.
 */
export async function firstSpeechOrAll<Found extends { confidence: number }>(
  { pcm, pieces }: SpeechWindow,
  seconds: number,
  recognise: (pcm: Float32Array) => Promise<Found>,
): Promise<Found> {
  const until = (end: number) => pcm.subarray(0, Math.round(end * SAMPLE_RATE));
  const whole = Math.min(pcm.length / SAMPLE_RATE, MAX_WINDOW_SECONDS);
  // The first utterances that are long enough together.
  const last = pieces.find(({ windowStart, duration }) => windowStart + duration >= seconds);
  const first = last ? last.windowStart + last.duration : whole;
  if (first >= whole) return recognise(until(whole));
  const found = await recognise(until(first));
  return found.confidence >= SURE_OF_LANGUAGE ? found : recognise(until(whole));
}
