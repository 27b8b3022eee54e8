import { type ByteSource, blobSource, joinSources, sliceSource } from '../../lib/bytes/byte-source.ts';
import type { ByteReader } from '../byte-reader.ts';
import { AC3_SYNTAX } from './ac3.ts';
import { ADTS_SYNTAX } from './adts.ts';
import { MP3_SYNTAX } from './mp3.ts';
import { PRIVATE_TYPE, programsOf, sectionOf, streamsOf } from './transport-stream-codecs.ts';
import { PACKET_BYTES, SYNC } from './transport-stream-packets.ts';

const SEARCH_BYTES = PACKET_BYTES * 4096;
const PAT_PID = 0;
/** What is before the descriptors of a stream; the first byte is its type. */
const STREAM_HEADER_BYTES = 5;
/** Stream types (ISO/IEC 13818-1, ATSC A/53). */
const TYPE = { mp3: 3, aac: 15, ac3: 129, eac3: 135 } as const;

/** Streams that may hold sound under a type that says little: private ones, and E-AC-3 of Blu-ray. */
const UNNAMED = new Set([PRIVATE_TYPE, 132, 161]);

/**
 * A transport stream whose table names its private sound, as some programs write AAC and MP3; null if there is none.
 */
export async function withNamedStreams(bytes: ByteReader): Promise<ByteSource | null> {
  const head = (await bytes.read(0, Math.min(bytes.size, SEARCH_BYTES))).slice();
  const programs = new Set<number>();
  /** Place of the type of each stream. */
  let unnamed = new Map<number, number>();
  for (const packet of packetsIn(head)) {
    const pid = (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0);
    const place = unnamed.get(pid);
    const type = place === undefined ? null : typeOfSound(packet);
    if (place !== undefined && type !== null) return withByte(bytes.source, place, type);
    const section = pid === PAT_PID || programs.has(pid) ? sectionOf(packet) : null;
    if (section && pid === PAT_PID) for (const program of programsOf(section)) programs.add(program);
    else if (section && unnamed.size === 0) unnamed = placesOfTypes(section, head.byteOffset);
  }
  return null;
}

function* packetsIn(head: Uint8Array): Generator<Uint8Array> {
  for (
    let at = head.indexOf(SYNC);
    at >= 0 && at + PACKET_BYTES <= head.length;
    at = head.indexOf(SYNC, at)
  ) {
    yield head.subarray(at, at + PACKET_BYTES);
    at += PACKET_BYTES;
  }
}

const placesOfTypes = (section: Uint8Array, start: number): Map<number, number> =>
  new Map(
    streamsOf(section)
      .filter(({ type }) => UNNAMED.has(type))
      .map(({ pid, descriptors }) => [pid, descriptors.byteOffset - start - STREAM_HEADER_BYTES]),
  );

/** By the first frame of a piece of sound (ISO/IEC 13818-1, 2.4.3.6) that begins in a packet. */
function typeOfSound(packet: Uint8Array): number | null {
  const [, second = 0, , fourth = 0, adaptation = 0] = packet;
  if ((second & 0x40) === 0) return null;
  const start = 4 + (fourth & 0x20 ? 1 + adaptation : 0);
  const [zero, none, one] = packet.subarray(start, start + 3);
  if (zero !== 0 || none !== 0 || one !== 1) return null;
  const sound = packet.subarray(start + 9 + (packet[start + 8] ?? 0));
  if (ADTS_SYNTAX.read(sound, 0)) return TYPE.aac;
  if (MP3_SYNTAX.read(sound, 0)) return TYPE.mp3;
  if (!AC3_SYNTAX.read(sound, 0)) return null;
  return (sound[5] ?? 0) >> 3 > 10 ? TYPE.eac3 : TYPE.ac3;
}

const withByte = (source: ByteSource, place: number, byte: number): ByteSource =>
  joinSources([
    sliceSource(source, 0, place),
    blobSource(new Blob([Uint8Array.of(byte)])),
    sliceSource(source, place + 1),
  ]);
