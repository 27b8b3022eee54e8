/** Hop of the envelope in seconds. */
export const ENVELOPE_HOP_SECONDS = 0.005;

/** Seconds of audio per level. */
const ENVELOPE_FRAME_SECONDS = 0.01;

/** Level of digital silence, dBFS. */
const SILENCE_DB = -100;

/** Maximum distance below the loudest speech that still counts as speech, dB. */
const SPEECH_RANGE_DB = 38;

/** Minimum distance above the noise that counts as speech, dB. */
const ABOVE_NOISE_DB = 2.5;

/** Levels of a stretch of audio, and the threshold between speech and pauses. */
export interface SpeechEnvelope {
  /** dBFS, one every 5 ms; level `i` is centred on `(i + 0.5)` hops. */
  levels: Float32Array;
  /** Levels below this are pauses, dBFS. */
  threshold: number;
  /** Lower bound of the loudest twentieth, dBFS. */
  loud: number;
  /** Distance from the quietest to the loudest twentieth, dB: large for speech, small for noise and silence. */
  range: number;
}

/** @param pcm mono, ±1 */
export function speechEnvelope(pcm: Float32Array, sampleRate: number): SpeechEnvelope {
  const hop = Math.round(ENVELOPE_HOP_SECONDS * sampleRate);
  const margin = Math.round(((ENVELOPE_FRAME_SECONDS - ENVELOPE_HOP_SECONDS) / 2) * sampleRate);
  const count = Math.ceil(pcm.length / hop);
  const levels = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const from = Math.max(index * hop - margin, 0);
    const to = Math.min((index + 1) * hop + margin, pcm.length);
    let power = 0;
    for (let sample = from; sample < to; sample += 1) power += (pcm[sample] ?? 0) ** 2;
    const level = 10 * Math.log10(power / Math.max(to - from, 1));
    levels[index] = Math.max(level, SILENCE_DB);
  }
  const sorted = Float32Array.from(levels).sort();
  const quiet = percentile(sorted, 0.05);
  const loud = percentile(sorted, 0.95);
  const threshold = Math.max(loud - SPEECH_RANGE_DB, Math.min(quiet + ABOVE_NOISE_DB, loud - ABOVE_NOISE_DB));
  return { levels, threshold, loud, range: loud - quiet };
}

/** Seconds before the first level above the threshold; 0 if there is none. */
export function silenceBeforeSpeech({ levels, threshold }: SpeechEnvelope): number {
  return (
    Math.max(
      levels.findIndex((level) => level >= threshold),
      0,
    ) * ENVELOPE_HOP_SECONDS
  );
}

function percentile(sorted: Float32Array, fraction: number): number {
  if (sorted.length === 0) return SILENCE_DB;
  return sorted[Math.round(fraction * (sorted.length - 1))] ?? SILENCE_DB;
}
