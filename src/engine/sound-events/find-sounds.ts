import type { Span } from '../../contract/jobs/request-configs.ts';
import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import type { AudioTrack } from '../../media/audio-track.ts';
import { openAudio } from '../../media/open-audio.ts';
import { type DecodeOptions, decodeRecording } from '../audio/decoders/decode-recording.ts';
import { toEvenBlocks } from '../audio/decoders/even-blocks.ts';
import { openSpeakingTrack } from '../audio/decoders/open-speaking-track.ts';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import type { SileroVad } from '../vad/silero-vad.ts';
import type { FoundSound } from './found-sound.ts';
import type { SoundModel } from './sound-model.ts';
import { SoundScanner } from './sound-scanner.ts';

export interface FindSoundsOptions extends DecodeOptions {
  model: SoundModel;
  /** Finds speech, to choose among several audio tracks; loaded only then. */
  loadVad: () => Promise<SileroVad>;
  /** Seconds that are searched; the whole recording if null. */
  span?: Span | null;
  /** @param fraction that is done, 0 to 1 */
  onProgress?: (fraction: number) => void;
}

/**
 * Finds a recording's sounds in order, decoding it block by block. Throws 415 if it cannot be decoded, 422 if damaged.
 */
export async function findSoundsIn(
  source: ByteSource,
  { model, loadVad, span = null, onProgress, ...options }: FindSoundsOptions,
): Promise<FoundSound[]> {
  const track = await openTrack(source, loadVad, options);
  const scanner = new SoundScanner(model.labels, model.score);
  const from = Math.round((span?.start ?? 0) * SAMPLE_RATE);
  const until = span ? Math.round(span.end * SAMPLE_RATE) : Number.POSITIVE_INFINITY;
  const expected = Math.min(until, (track.info.duration ?? 0) * SAMPLE_RATE) - from;
  try {
    let at = 0;
    for await (const planes of toEvenBlocks(await decodeRecording(track, source, options))) {
      const block = mixed(planes).subarray(Math.max(0, from - at), Math.max(0, until - at));
      if (block.length > 0) await scanner.push(block);
      at += planes[0]?.length ?? 0;
      if (expected > 0) onProgress?.(Math.min(Math.max(at - from, 0) / expected, 1));
      if (at >= until) break;
    }
    const found = await scanner.finish();
    const offset = from / SAMPLE_RATE;
    return found.map((sound) => ({ ...sound, start: sound.start + offset, end: sound.end + offset }));
  } finally {
    track.dispose();
  }
}

/** The track that is transcribed. */
async function openTrack(
  source: ByteSource,
  loadVad: FindSoundsOptions['loadVad'],
  options: DecodeOptions,
): Promise<AudioTrack> {
  const track = await openAudio(source);
  if ((track.choice?.order.length ?? 0) < 2) return track;
  track.dispose();
  return openSpeakingTrack(source, await loadVad(), options);
}

/** One signal of all channels that differ. */
function mixed(planes: readonly Float32Array[]): Float32Array {
  const signals = [...new Set(planes)];
  const [first = new Float32Array(0)] = signals;
  if (signals.length < 2) return first;
  return first.map((_, at) => signals.reduce((sum, signal) => sum + (signal[at] ?? 0), 0) / signals.length);
}
