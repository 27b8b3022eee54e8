import type { AudioPacket } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { AC3_SYNTAX } from '../mpeg/ac3.ts';
import type { FrameSyntax } from '../mpeg/frame-stream.ts';
import { MP3_SYNTAX } from '../mpeg/mp3.ts';
import { opusPacketSeconds } from '../ogg/opus-packet.ts';
import { matroskaBlocks } from './matroska-blocks.ts';
import type { MatroskaTrack } from './matroska-tracks.ts';

export interface MatroskaHeaders {
  isWebm: boolean;
  secondsPerTick: number;
  /** 0 if not given, as in browser recordings. */
  durationTicks: number;
  tracks: MatroskaTrack[];
  firstCluster: number;
  /** Null if it is not given, as in browser recordings. */
  segmentEnd: number | null;
}

/** The packets of a track from a position on, on the clock of the file. */
export async function* packetsFrom(
  bytes: ByteReader,
  { secondsPerTick }: MatroskaHeaders,
  track: MatroskaTrack,
  { from, onJoined }: { from: number; onJoined?: ((position: number) => void) | undefined },
): AsyncGenerator<AudioPacket, void, undefined> {
  const { number: trackNumber, strippedHeader } = track;
  for await (const { time, frames } of matroskaBlocks(bytes, from, { trackNumber, onJoined })) {
    let timestamp = time * secondsPerTick;
    for (const frame of frames) {
      const data = strippedHeader.length > 0 ? joined(strippedHeader, frame) : frame;
      const duration = secondsOf(data, track);
      yield { data, timestamp, duration };
      timestamp += duration;
    }
  }
}

/** Codecs whose frames have their length in their header; frames that share a block follow each other. */
const FRAMES: Record<string, FrameSyntax> = {
  'A_MPEG/L2': MP3_SYNTAX,
  'A_MPEG/L3': MP3_SYNTAX,
  A_AC3: AC3_SYNTAX,
  A_EAC3: AC3_SYNTAX,
};
const AAC_SAMPLES = 1024;

function secondsOf(data: Uint8Array, { codecId, frameSeconds, sampleRate }: MatroskaTrack): number {
  if (codecId === 'A_OPUS') return opusPacketSeconds(data);
  if (frameSeconds > 0) return frameSeconds;
  const header = FRAMES[codecId]?.read(data, 0);
  if (header) return header.samples / header.sampleRate;
  return codecId === 'A_AAC' ? AAC_SAMPLES / sampleRate : 0;
}

function joined(header: Uint8Array, frame: Uint8Array): Uint8Array {
  const data = new Uint8Array(header.length + frame.length);
  data.set(header);
  data.set(frame, header.length);
  return data;
}
