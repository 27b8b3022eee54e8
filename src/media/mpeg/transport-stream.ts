import { type ByteSource, joinSources, sliceSource } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader } from '../byte-reader.ts';
import { undecodable } from '../media-errors.ts';
import { openWithMediabunny } from '../mp4/mediabunny-track.ts';
import { clockFallsBack } from './transport-stream-clock.ts';
import { foreignAudio } from './transport-stream-codecs.ts';
import { findJoint } from './transport-stream-joint.ts';
import { PACKET_BYTES, SYNC } from './transport-stream-packets.ts';

/** Consecutive packets that show where the stream resumes. */
const PROOF_PACKETS = 4;
const READ_BYTES = PACKET_BYTES * 1024;

/**
 * MPEG-TS, read by mediabunny, which needs every packet in its place: a damaged stream is repaired first. It also knows one set of streams
 * only: where others follow, another file was joined. Where the same ones begin anew, it reads on, but knows no duration.
 */
export async function openTransportStream(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const joinedAt = await findJoint(bytes);
  if (joinedAt === null) {
    const track = await openStream(bytes, trackNumber);
    return (await clockFallsBack(bytes)) ? { ...track, info: { ...track.info, duration: null } } : track;
  }
  const first = await openStream(new ByteReader(sliceSource(bytes.source, 0, joinedAt)), trackNumber);
  return { ...first, info: { ...first.info, duration: null }, joinedAt: () => joinedAt };
}

async function openStream(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  try {
    return await openWithMediabunny(bytes.source, trackNumber);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable_audio') throw error;
    const foreign = await foreignAudio(bytes);
    if (foreign) throw undecodable(foreign);
    return openWithMediabunny(await intactTransportStream(bytes), trackNumber);
  }
}

/**
 * An MPEG transport stream (ISO/IEC 13818-1) without what lies between its packets: damaged packets, and lost or
 * inserted bytes. Reads the whole file piece by piece; the result refers to it and takes no memory.
 */
async function intactTransportStream(bytes: ByteReader): Promise<ByteSource> {
  const parts: ByteSource[] = [];
  let position = 0;
  while (position + PACKET_BYTES <= bytes.size) {
    const run = await runOfPackets(bytes, position);
    if (run > position) parts.push(sliceSource(bytes.source, position, run));
    position = await findPackets(bytes, run + 1);
  }
  return joinSources(parts);
}

/** End of the consecutive packets from `start` on. */
async function runOfPackets(bytes: ByteReader, start: number): Promise<number> {
  for (let base = start; base < bytes.size; base += READ_BYTES) {
    const part = await bytes.read(base, READ_BYTES);
    for (let at = 0; at < part.length; at += PACKET_BYTES) {
      if (part[at] !== SYNC || at + PACKET_BYTES > part.length) return base + at;
    }
  }
  return bytes.size;
}

/** The first position at or after `from` with several consecutive packets, or as many as fit. */
async function findPackets(bytes: ByteReader, from: number): Promise<number> {
  for (let base = from; base < bytes.size; base += READ_BYTES) {
    const part = await bytes.read(base, READ_BYTES + PROOF_PACKETS * PACKET_BYTES);
    for (let at = part.indexOf(SYNC); at >= 0 && at < READ_BYTES; at = part.indexOf(SYNC, at + 1)) {
      let proof = 1;
      while (proof < PROOF_PACKETS && part[at + proof * PACKET_BYTES] === SYNC) proof++;
      if (proof === PROOF_PACKETS || base + at + proof * PACKET_BYTES >= bytes.size) return base + at;
    }
  }
  return bytes.size;
}
