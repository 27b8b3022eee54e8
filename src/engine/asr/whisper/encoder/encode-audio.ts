import { MAX_WINDOW_SECONDS, SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import type { EncodedAudio } from '../decoder-output.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { withQuietBehind } from './quiet-behind.ts';
import { encodedSeconds, withMargin } from './trust-short-audio.ts';

/** The encoder's output for at most 30 s of audio (mono, 16 kHz) and a few seconds of silence, or 30 s if it needs them. */
export async function encode(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio> {
  const seconds = shortened(parts, pcm);
  if (seconds === null) return encodeWhole(parts, pcm);
  try {
    const { data, dims } = parts.extractFeatures(pcm, seconds);
    return await parts.model.encode(data, dims);
  } catch (error) {
    // A graph that insists on its length does so for every window.
    console.error(error);
    parts.shortAudio = 'impossible';
    return encodeWhole(parts, pcm);
  }
}

/** The same with the recording's own quiet behind the audio; null if it would be the same, or for whole windows. */
export async function encodeInQuiet(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio | null> {
  const seconds = shortened(parts, pcm);
  const padded = seconds === null ? null : withQuietBehind(pcm, seconds);
  if (seconds === null || !padded) return null;
  const { data, dims } = parts.extractFeatures(padded, seconds);
  return parts.model.encode(data, dims);
}

/** Seconds that are encoded of this audio; null if it needs the whole window. */
function shortened({ shortAudio }: LoadedWhisper, pcm: Float32Array): number | null {
  const seconds = pcm.length / SAMPLE_RATE;
  if (shortAudio === 'always') return withMargin(seconds, MAX_WINDOW_SECONDS);
  return shortAudio === 'encoded' ? encodedSeconds(seconds, MAX_WINDOW_SECONDS) : null;
}

/** The encoder's output for at most 30 s of audio (mono, 16 kHz), with silence up to 30 s. */
export async function encodeWhole(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio> {
  const { data, dims } = parts.extractFeatures(pcm);
  return parts.model.encode(data, dims);
}
