import { type ByteSource, joinSources, sliceSource } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader } from '../byte-reader.ts';
import { undecodable } from '../media-errors.ts';
import { openWithMediabunny } from '../mp4/mediabunny-track.ts';
import { withNamedStreams } from './private-streams.ts';
import { clockFallsBack } from './transport-stream-clock.ts';
import { foreignAudio } from './transport-stream-codecs.ts';
import { findJoint } from './transport-stream-joint.ts';
import { PACKET_BYTES, SYNC } from './transport-stream-packets.ts';

/** Consecutive packets that show where the stream resumes. */
const PROOF_PACKETS = 4;
const READ_PACKETS = 1024;

/** How packets are in a file: each may follow a time of four bytes (Blu-ray, cameras). */
interface PacketLayout {
  length: number;
  lead: number;
}
const PLAIN: PacketLayout = { length: PACKET_BYTES, lead: 0 };
const WITH_TIMES: PacketLayout = { length: PACKET_BYTES + 4, lead: 4 };

/**
 * MPEG-TS, read by mediabunny, which needs every packet in its place: a damaged stream is repaired first. It also reads one set of streams
 * only: where others follow, another file was joined. Where the same ones begin anew, it reads on, but has no duration.
 */
export async function openTransportStream(whole: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const bytes = await fromFirstPacket(whole);
  const joinedAt = await findJoint(bytes);
  if (joinedAt === null) {
    const track = await openStream(bytes, trackNumber);
    return (await clockFallsBack(bytes)) ? { ...track, info: { ...track.info, duration: null } } : track;
  }
  const first = await openStream(new ByteReader(sliceSource(bytes.source, 0, joinedAt)), trackNumber);
  return {
    ...first,
    info: { ...first.info, duration: null },
    joinedAt: () => whole.size - bytes.size + joinedAt,
  };
}

async function fromFirstPacket(bytes: ByteReader): Promise<ByteReader> {
  const layout = await layoutOf(bytes);
  const start = (await bytes.read(layout.lead, 1))[0] === SYNC ? 0 : await findPackets(bytes, 1, layout);
  return start === 0 ? bytes : new ByteReader(sliceSource(bytes.source, start, bytes.size));
}

async function openStream(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  try {
    return await openWithMediabunny(bytes.source, trackNumber);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unprocessable_audio') throw error;
    const foreign = await foreignAudio(bytes);
    if (foreign) throw undecodable(foreign);
    const named = await withNamedStreams(bytes);
    if (named) return openStream(new ByteReader(named), trackNumber);
    return openWithMediabunny(await intactTransportStream(bytes), trackNumber);
  }
}

/**
 * An MPEG transport stream (ISO/IEC 13818-1) without what is between its packets: damaged packets, and lost or
 * inserted bytes. Reads the whole file piece by piece; the result refers to it and takes no memory.
 */
async function intactTransportStream(bytes: ByteReader): Promise<ByteSource> {
  const layout = await layoutOf(bytes);
  const parts: ByteSource[] = [];
  let position = 0;
  while (position + layout.length <= bytes.size) {
    const run = await runOfPackets(bytes, position, layout);
    if (run > position) parts.push(sliceSource(bytes.source, position, run));
    position = await findPackets(bytes, run + 1, layout);
  }
  return joinSources(parts);
}

/** A file may begin within a packet. */
async function layoutOf(bytes: ByteReader): Promise<PacketLayout> {
  const head = await bytes.read(0, PROOF_PACKETS * WITH_TIMES.length);
  const begins = ({ length }: PacketLayout) =>
    head
      .subarray(0, length)
      .some((_, at) => [0, 1, 2, 3].every((packet) => head[at + packet * length] === SYNC));
  return !begins(PLAIN) && begins(WITH_TIMES) ? WITH_TIMES : PLAIN;
}

/** End of the consecutive packets from `start` on. */
async function runOfPackets(
  bytes: ByteReader,
  start: number,
  { length, lead }: PacketLayout,
): Promise<number> {
  for (let base = start; base < bytes.size; base += READ_PACKETS * length) {
    const part = await bytes.read(base, READ_PACKETS * length);
    for (let at = 0; at < part.length; at += length) {
      if (part[at + lead] !== SYNC || at + length > part.length) return base + at;
    }
  }
  return bytes.size;
}

/** The first position at or after `from` with several consecutive packets, or as many as fit. */
async function findPackets(bytes: ByteReader, from: number, { length, lead }: PacketLayout): Promise<number> {
  const step = READ_PACKETS * length;
  for (let base = from; base < bytes.size; base += step) {
    const part = await bytes.read(base, step + PROOF_PACKETS * length + lead);
    for (let at = part.indexOf(SYNC, lead); at >= 0 && at < step + lead; at = part.indexOf(SYNC, at + 1)) {
      let proof = 1;
      while (proof < PROOF_PACKETS && part[at + proof * length] === SYNC) proof++;
      const isAtEnd = base + at - lead + proof * length >= bytes.size;
      if (proof === PROOF_PACKETS || isAtEnd) return base + at - lead;
    }
  }
  return bytes.size;
}
