import type { AudioPacket } from '../../../media/audio-track.ts';
import { silent71Adts, toAdts } from './aac-frames.ts';
import { DecoderGaveUp } from './decoder-gave-up.ts';
import { descriptionOf } from './open-codecs/frame-decoder.ts';
import type { PacketQueue } from './packet-queue.ts';
import type { PcmBlock } from './pcm-block.ts';

/** Decodes a small file with `decodeAudioData`, which only pages have. Rejects if the browser cannot decode it. */
export type DecodeFile = (
  file: ArrayBuffer,
  shape: { numberOfChannels: number; sampleRate: number },
) => Promise<{ sampleRate: number; planes: Float32Array[] }>;

/** Seconds of audio decoded at a time: long enough for few seams, short enough for a phone's memory. */
const PIECE_SECONDS = 30;
/** Packets that precede a piece and that its first packet depends on; their audio is discarded. */
const LEAD_IN_PACKETS = 3;
/** WebKitGTK 2.50 refuses 7.1 channels where they are sound, but damaged ones end the whole page. */
const SAFE_CHANNELS = 6;
/** A file that takes longer to decode is given up. */
const SILENT_MS = 20_000;

/** Decodes AAC in pieces wrapped as files; those that the page's decoder rejects are skipped, unless it rejects all. */
export async function* decodeAacInPage(
  queue: PacketQueue,
  config: AudioDecoderConfig,
  decodeFile: DecodeFile,
): AsyncGenerator<PcmBlock, void, undefined> {
  if (config.numberOfChannels > SAFE_CHANNELS && !(await decodes71(config, decodeFile))) {
    throw new DecoderGaveUp('the page decodes no 7.1 channels', []);
  }
  let leadIn: AudioPacket[] = [];
  let decoded = false;
  for (;;) {
    const piece = await nextPiece(queue);
    if (piece.length === 0) break;
    const block = await decodePiece(leadIn, piece, config, decodeFile);
    if (block) {
      decoded = true;
      yield block;
    } else if (!decoded) {
      throw new DecoderGaveUp('the page refused it', piece);
    }
    leadIn = piece.slice(-LEAD_IN_PACKETS);
  }
}

/** Whether the page decodes silence in 7.1 channels, which is never damaged. */
async function decodes71({ numberOfChannels, sampleRate }: AudioDecoderConfig, decodeFile: DecodeFile) {
  const silence = silent71Adts(sampleRate);
  if (!silence) return false;
  try {
    const { planes } = await inTime(decodeFile(silence.buffer, { numberOfChannels, sampleRate }));
    return planes.length > SAFE_CHANNELS;
  } catch {
    return false;
  }
}

async function nextPiece(queue: PacketQueue): Promise<AudioPacket[]> {
  const piece: AudioPacket[] = [];
  for (let packet = await queue.next(); packet; packet = await queue.next()) {
    const last = piece.at(-1);
    const follows = !last || Math.abs(packet.timestamp - last.timestamp - last.duration) < last.duration;
    const full = packet.timestamp - (piece[0]?.timestamp ?? packet.timestamp) >= PIECE_SECONDS;
    if (!follows || full) {
      queue.putBack([packet]);
      break;
    }
    piece.push(packet);
  }
  return piece;
}

async function decodePiece(
  leadIn: readonly AudioPacket[],
  piece: readonly AudioPacket[],
  config: AudioDecoderConfig,
  decodeFile: DecodeFile,
): Promise<PcmBlock | null> {
  const [first] = piece;
  const { numberOfChannels, sampleRate: codedRate } = config;
  const frames = [...leadIn, ...piece].map(({ data }) => data);
  const file = toAdts(frames, descriptionOf(config));
  if (!first || !file) return null;
  try {
    const decoded = await inTime(decodeFile(file.buffer, { numberOfChannels, sampleRate: codedRate }));
    // The last packet of a file may declare less in order to cut off padding, but is decoded in full.
    const frameSeconds = Math.max(...piece.map(({ duration }) => duration));
    // Decoders differ in what they cut off at the start, so a piece's audio is counted from the end.
    const wanted = Math.round(piece.length * frameSeconds * decoded.sampleRate);
    const planes = decoded.planes.map((plane) => plane.subarray(Math.max(0, plane.length - wanted)));
    const late = wanted - (planes[0]?.length ?? 0);
    const timestamp = first.timestamp + late / decoded.sampleRate;
    return { timestamp, sampleRate: decoded.sampleRate, planes };
  } catch {
    return null;
  }
}

/** Rejects on a time-out. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer for ${SILENT_MS / 1000} s.`)), SILENT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
