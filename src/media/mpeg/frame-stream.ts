import type { AudioPacket, AudioTrack } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import { behindTags } from '../id3-tags.ts';
import type { FrameHeader } from './frame-header.ts';
import { Gaps } from './gaps.ts';

/** A format consisting only of frames with recognisable headers. */
export interface FrameSyntax {
  /** Number of bytes `read` needs. */
  headerBytes: number;
  /** The header at `at`; null if there is none. */
  read(bytes: Uint8Array, at: number): FrameHeader | null;
}

export interface Frame {
  position: number;
  header: FrameHeader;
  /** Seconds, counted in frames; lost frames are estimated from the bytes in between. */
  timestamp: number;
  data: Uint8Array;
}

const SEARCH_STEP_BYTES = 64 * 1024;
/** Consecutive headers that identify a format. */
const PROOF_FRAMES = 4;
/** Files up to this size and this many frames are scanned header by header for their exact duration. */
const EXACT_DURATION_BYTES = 96 * 1024 * 1024;
const EXACT_DURATION_FRAMES = 1_000_000;
const SAMPLED_PLACES = 48;
const SAMPLED_FRAMES = 40;

/** Whether `position` starts a run of frames: several in a row, or as many as fit before the end. */
export async function startsFrames(
  bytes: ByteReader,
  position: number,
  syntax: FrameSyntax,
): Promise<FrameHeader | null> {
  let first: FrameHeader | null = null;
  let at = position;
  for (let count = 0; count < PROOF_FRAMES; count++) {
    const header = syntax.read(await bytes.read(at, syntax.headerBytes), 0);
    if (!header || (first && header.sampleRate !== first.sampleRate)) {
      // Trailing tags or a truncated last frame may follow the only frames of a very short file.
      return count > 0 && bytes.size - at < 512 ? first : null;
    }
    first ??= header;
    at += header.bytes;
    if (at >= bytes.size) return first;
  }
  return first;
}

/** The first position in [`from`, `limit`) with two consecutive headers; −1 if there is none. */
export async function findFrame(
  bytes: ByteReader,
  { from, limit }: { from: number; limit: number },
  syntax: FrameSyntax,
  sampleRate?: number,
): Promise<number> {
  for (let base = from; base < limit; base += SEARCH_STEP_BYTES) {
    // A copy, because looking for the next header moves the reader's buffer.
    const block = (await bytes.read(base, SEARCH_STEP_BYTES + syntax.headerBytes)).slice();
    const end = Math.min(block.length, SEARCH_STEP_BYTES, limit - base);
    for (let at = 0; at < end; at++) {
      const header = syntax.read(block, at);
      if (!header || (sampleRate !== undefined && header.sampleRate !== sampleRate)) continue;
      const next = base + at + header.bytes;
      if (next === bytes.size) return base + at;
      const following = syntax.read(await bytes.read(next, syntax.headerBytes), 0);
      if (following?.sampleRate === header.sampleRate) return base + at;
    }
  }
  return -1;
}

/** The next frame of the same rate, or of another one if that is all that follows. */
async function findNextFrame(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
  sampleRate: number | undefined,
): Promise<number> {
  const found = await findFrame(bytes, { from, limit: bytes.size }, syntax, sampleRate);
  if (found === from || sampleRate === undefined) return found;
  const limit = found < 0 ? bytes.size : found;
  for (let at = from; at < limit; ) {
    const other = await findFrame(bytes, { from: at, limit }, syntax);
    if (other < 0) return found;
    if (await startsFrames(bytes, other, syntax)) return other;
    at = other + 1;
  }
  return found;
}

/** All whole frames from `from` on, skipping what is between them. Memory does not grow with the file. */
export async function* frames(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
  gaps = new Gaps(),
): AsyncGenerator<Frame, void, undefined> {
  let position = from;
  let timestamp = 0;
  let sampleRate: number | undefined;
  while (position < bytes.size) {
    // Between the files of a joined one: no sound was there, whatever its pictures look like.
    position = await behindTags(bytes, position);
    let header = syntax.read(await bytes.read(position, syntax.headerBytes), 0);
    if (header && sampleRate !== undefined && header.sampleRate !== sampleRate) {
      // Files that were joined change their rate; bytes that only look like a header have no frames behind them.
      header = await startsFrames(bytes, position, syntax);
    }
    if (!header) {
      const found = await findNextFrame(bytes, position + 1, syntax, sampleRate);
      if (found < 0) return;
      header = syntax.read(await bytes.read(found, syntax.headerBytes), 0);
      if (!header) return;
      timestamp += gaps.skip(found - (await behindZeros(bytes, position, found)), header);
      position = found;
    }
    const data = await bytes.read(position, header.bytes);
    if (data.length < header.bytes) return;
    yield { position, header, timestamp, data };
    sampleRate = header.sampleRate;
    gaps.pass(header);
    timestamp += header.samples / header.sampleRate;
    position += header.bytes;
  }
}

/** Zeros are what programs fill up with between the parts of a file, which players skip. */
async function behindZeros(bytes: ByteReader, from: number, to: number): Promise<number> {
  for (let base = from; base < to; base += SEARCH_STEP_BYTES) {
    const part = await bytes.read(base, Math.min(SEARCH_STEP_BYTES, to - base));
    const at = part.findIndex((byte) => byte !== 0);
    if (at >= 0) return base + at;
  }
  return to;
}

/** The packets of a track, and what was skipped between them, unless `hasAllFrames`. */
export function frameTrack(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
  hasAllFrames = false,
): Required<Pick<AudioTrack, 'packets' | 'skipped'>> {
  let gaps = new Gaps(hasAllFrames);
  return {
    packets: () => {
      gaps = new Gaps(hasAllFrames);
      return framePackets(bytes, from, syntax, gaps);
    },
    skipped: () => gaps.skipped,
  };
}

async function* framePackets(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
  gaps: Gaps,
): AsyncGenerator<AudioPacket, void, undefined> {
  for await (const { data, timestamp, header } of frames(bytes, from, syntax, gaps)) {
    yield { data, timestamp, duration: header.samples / header.sampleRate };
  }
}

/**
 * Seconds of audio from `from` on. Exact up to 96 MiB and a million frames; above that, estimated from the bytes per
 * second at 48 evenly spaced positions, so that an upload does not read a gigabyte.
 */
export async function frameStreamDuration(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
): Promise<number> {
  return (await countFrames(bytes, from, syntax))?.seconds ?? estimatedDuration(bytes, from, syntax);
}

/** The frames of a file and their time, with that of lost ones; null if there are too many to look at each. */
export async function countFrames(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
): Promise<{ seconds: number; count: number } | null> {
  if (bytes.size - from > EXACT_DURATION_BYTES) return null;
  let seconds = 0;
  let count = 0;
  for await (const { timestamp, header } of frames(bytes, from, syntax)) {
    seconds = timestamp + header.samples / header.sampleRate;
    if (++count > EXACT_DURATION_FRAMES) return null;
  }
  return { seconds, count };
}

/** Seconds of audio from `from` on, by the bytes per second at 48 evenly spaced positions. */
export async function estimatedDuration(
  bytes: ByteReader,
  from: number,
  syntax: FrameSyntax,
): Promise<number> {
  let sampledBytes = 0;
  let sampledSeconds = 0;
  for (let place = 0; place < SAMPLED_PLACES; place++) {
    const start = from + Math.floor(((bytes.size - from) * place) / SAMPLED_PLACES);
    const found = await findFrame(bytes, { from: start, limit: start + SEARCH_STEP_BYTES }, syntax);
    if (found < 0) continue;
    let count = 0;
    for await (const { header } of frames(bytes, found, syntax)) {
      sampledBytes += header.bytes;
      sampledSeconds += header.samples / header.sampleRate;
      if (++count === SAMPLED_FRAMES) break;
    }
  }
  return sampledBytes === 0 ? 0 : ((bytes.size - from) * sampledSeconds) / sampledBytes;
}
