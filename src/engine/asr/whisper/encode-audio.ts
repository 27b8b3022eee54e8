import { MAX_WINDOW_SECONDS, SAMPLE_RATE } from '../../audio/speech-window.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { heardSeconds } from './trust-short-audio.ts';
import type { EncodedAudio } from './whisper-model.ts';

/** The encoder's output for at most 30 s of audio and a few seconds of silence, if it can do with that. */
export async function encode(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio> {
  const seconds =
    parts.shortAudio === 'heard' ? heardSeconds(pcm.length / SAMPLE_RATE, MAX_WINDOW_SECONDS) : null;
  if (seconds === null) return encodeWhole(parts, pcm);
  try {
    const { data, dims } = await parts.extractFeatures(pcm, seconds);
    return await parts.model.encode(data, dims);
  } catch (error) {
    // A graph that insists on its length does so for every window.
    console.error(error);
    parts.shortAudio = 'impossible';
    return encodeWhole(parts, pcm);
  }
}

/** The encoder's output for at most 30 s of audio, with silence up to 30 s. */
export async function encodeWhole(parts: LoadedWhisper, pcm: Float32Array): Promise<EncodedAudio> {
  const { data, dims } = await parts.extractFeatures(pcm);
  return parts.model.encode(data, dims);
}
