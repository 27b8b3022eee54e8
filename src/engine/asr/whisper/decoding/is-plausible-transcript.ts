import { speechEnvelope } from '../../../alignment/speech-envelope.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../../audio/windows/speech-window.ts';
import { trailingRepetition } from '../../../decoding/repetition.ts';
import type { WindowTranscript } from '../../asr-engine.ts';

/** A level range this large means speech or music: dB between the quietest and the loudest twentieth. */
const SPEECH_RANGE_DB = 15;

/** Seconds of audio from which an empty transcript is suspicious. */
const MIN_SECONDS = 1;

/** Mean word confidence below which the numbers are noise. */
const MIN_CONFIDENCE = 0.2;

/** Faster than anybody speaks. */
const MAX_WORDS_PER_SECOND = 12;

/**
 * Whether a transcript is plausible for its audio. Some GPUs and drivers compute nonsense without an error: nothing
 * despite speech, one phrase over and over, or tokens that are not numbers. The caller then repeats the work in WASM.
 */
export function isPlausibleTranscript(transcript: WindowTranscript, window: SpeechWindow): boolean {
  const words = transcript.segments.flatMap((segment) => segment.words);
  const seconds = window.pcm.length / SAMPLE_RATE;
  if (words.length === 0) {
    return seconds < MIN_SECONDS || speechEnvelope(window.pcm, SAMPLE_RATE).range < SPEECH_RANGE_DB;
  }
  if (!words.every((word) => Number.isFinite(word.start + word.end + word.confidence))) return false;
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
  if (confidence < MIN_CONFIDENCE || words.length > Math.max(seconds, 1) * MAX_WORDS_PER_SECOND) return false;
  const ids = new Map<string, number>();
  const spoken = words.map(({ word }) => {
    const key = word.trim().toLowerCase();
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  });
  return trailingRepetition(spoken) === null;
}
