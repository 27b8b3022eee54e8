import type { AudioTrack } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import type { FrameHeader } from './frame-header.ts';
import { type FrameSyntax, frameStreamDuration, frameTrack } from './frame-stream.ts';

const SAMPLE_RATES = [48_000, 44_100, 32_000];
const KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
/** Full-range channels by audio coding mode. */
const CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5];
const BLOCKS = [1, 2, 3, 6];

/** AC-3 and E-AC-3 frames (ATSC A/52). */
export const AC3_SYNTAX: FrameSyntax = {
  headerBytes: 8,
  read(bytes, at): FrameHeader | null {
    if (at + 8 > bytes.length || bytes[at] !== 0x0b || bytes[at + 1] !== 0x77) return null;
    return isEnhanced(bytes, at) ? readEnhanced(bytes, at) : readPlain(bytes, at);
  },
};

function isEnhanced(bytes: Uint8Array, at: number): boolean {
  return (bytes[at + 5] ?? 0) >> 3 > 10;
}

function readPlain(bytes: Uint8Array, at: number): FrameHeader | null {
  const [b4 = 0, b5 = 0, b6 = 0, b7 = 0] = bytes.subarray(at + 4, at + 8);
  const sampleRate = SAMPLE_RATES[b4 >> 6];
  const sizeCode = b4 & 63;
  const kilobits = KILOBITS[sizeCode >> 1];
  if (sampleRate === undefined || kilobits === undefined || b5 >> 3 > 10) return null;
  const words = Math.floor((kilobits * 96_000) / sampleRate) + (sampleRate === 44_100 ? sizeCode & 1 : 0);
  const mode = b6 >> 5;
  // The low-frequency flag follows mix levels whose presence depends on the mode.
  const levelBits = (mode & 1 && mode !== 1 ? 2 : 0) + (mode & 4 ? 2 : 0) + (mode === 2 ? 2 : 0);
  const lowFrequency = (((b6 << 8) | b7) >> (12 - levelBits)) & 1;
  return {
    bytes: words * 2,
    samples: 1536,
    sampleRate,
    numberOfChannels: (CHANNELS[mode] ?? 2) + lowFrequency,
  };
}

function readEnhanced(bytes: Uint8Array, at: number): FrameHeader | null {
  const [b2 = 0, b3 = 0, b4 = 0] = bytes.subarray(at + 2, at + 5);
  const rateCode = b4 >> 6;
  const second = (b4 >> 4) & 3;
  const sampleRate = rateCode === 3 ? (SAMPLE_RATES[second] ?? 0) / 2 : SAMPLE_RATES[rateCode];
  if (!sampleRate || bytes[at + 5] === undefined || (bytes[at + 5] ?? 0) >> 3 > 16) return null;
  return {
    bytes: ((((b2 & 7) << 8) | b3) + 1) * 2,
    samples: 256 * (rateCode === 3 ? 6 : (BLOCKS[second] ?? 6)),
    sampleRate,
    numberOfChannels: (CHANNELS[(b4 >> 1) & 7] ?? 2) + (b4 & 1),
  };
}

/** A bare AC-3 or E-AC-3 stream. */
export async function openAc3(bytes: ByteReader, start: number, first: FrameHeader): Promise<AudioTrack> {
  const variant = isEnhanced(await bytes.read(start, 8), 0) ? 'eac3' : 'ac3';
  return {
    info: {
      container: variant,
      codec: variant,
      extension: variant,
      type: `audio/${variant}`,
      duration: await frameStreamDuration(bytes, start, AC3_SYNTAX),
      numberOfChannels: first.numberOfChannels,
      sampleRate: first.sampleRate,
    },
    coding: { kind: 'ac3', variant },
    startTimestamp: 0,
    ...frameTrack(bytes, start, AC3_SYNTAX),
    dispose: () => undefined,
  };
}
