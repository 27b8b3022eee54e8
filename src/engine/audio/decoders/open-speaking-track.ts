import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { isAbort } from '../../../lib/errors/errors.ts';
import type { AudioTrack } from '../../../media/audio-track.ts';
import { openAudio } from '../../../media/open-audio.ts';
import type { SileroVad } from '../../vad/silero-vad.ts';
import { ChannelWindows } from '../windows/channel-windows.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import { type DecodeOptions, decodeRecording } from './decode-recording.ts';
import { toEvenBlocks } from './even-blocks.ts';

/** How much of a track is decoded, seconds. */
const DECODED_SECONDS = 300;
/** Recorders of screens and meetings write up to six or eight. */
const MAX_TRACKS = 8;

/**
 * Opens a recording, of several audio tracks the first one in which somebody speaks within five minutes: recorders leave tracks silent,
 * and give music or a game a track of their own. Where nobody does, it is the one that a player would take. Throws as `openAudio`.
 */
export async function openSpeakingTrack(
  source: ByteSource,
  vad: SileroVad,
  options: DecodeOptions,
): Promise<AudioTrack> {
  const track = await openAudio(source);
  const order = track.choice?.order.slice(0, MAX_TRACKS) ?? [];
  if (order.length < 2) return track;
  track.dispose();
  for (const number of order) {
    const speaks = await isSpoken(await openAudio(source, number), source, vad, options);
    if (speaks) return openAudio(source, number);
  }
  return openAudio(source);
}

async function isSpoken(
  track: AudioTrack,
  source: ByteSource,
  vad: SileroVad,
  options: DecodeOptions,
): Promise<boolean> {
  try {
    return await hasVoice(toEvenBlocks(await decodeRecording(track, source, options)), vad);
  } catch (error) {
    if (isAbort(error)) throw error;
    // A track that this browser cannot decode.
    return false;
  } finally {
    track.dispose();
  }
}

/** Whether there is anything in the first minutes that would be transcribed; planes of 16 kHz. */
async function hasVoice(
  blocks: AsyncGenerator<Float32Array[], void, undefined>,
  vad: SileroVad,
): Promise<boolean> {
  const windows = new ChannelWindows(0, 0, vad, true);
  let decoded = 0;
  for await (const planes of blocks) {
    const mixed = mixOf(planes);
    decoded += mixed.length;
    if ((await windows.push(mixed)).length > 0) return true;
    if (decoded >= DECODED_SECONDS * SAMPLE_RATE) break;
  }
  return (await windows.finish()).length > 0;
}

function mixOf(planes: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = planes;
  if (planes.length === 1) return first;
  return first.map((_, index) => planes.reduce((sum, plane) => sum + (plane[index] ?? 0), 0) / planes.length);
}
