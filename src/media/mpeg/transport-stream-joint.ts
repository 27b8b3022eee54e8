import type { ByteReader } from '../byte-reader.ts';
import { programsOf, sectionOf, streamsOf } from './transport-stream-codecs.ts';
import { PACKET_BYTES, SYNC } from './transport-stream-packets.ts';

/** Tables come back several times a second: this much holds them at 20 Mbit/s. */
const SEARCH_BYTES = PACKET_BYTES * 4096;
const STEP_BYTES = PACKET_BYTES * 512;
/** Where a file is looked at. */
const PLACES = 16;
/** Halvings of a file. */
const MAX_STEPS = 64;

const PAT_PID = 0;

/** The first program of a transport stream from some place on. */
interface Program {
  /** Offset of the packet with the table that names it. */
  position: number;
  /** Kind and place of each of its streams. */
  streams: string;
}

/**
 * First byte of a transport stream with other streams joined behind the first, found by halving; null if there is none.
 */
export async function findJoint(bytes: ByteReader): Promise<number | null> {
  const first = await programFrom(bytes, 0);
  if (!first) return null;
  if (bytes.size <= SEARCH_BYTES) return nextOther(bytes, first);
  let known = first;
  for (let place = 1; place <= PLACES; place++) {
    const share = Math.floor(((bytes.size - STEP_BYTES) * place) / PLACES / PACKET_BYTES);
    const program = await programFrom(bytes, share * PACKET_BYTES);
    if (program && program.streams !== first.streams) return jointBetween(bytes, known, program.position);
    known = program ?? known;
  }
  return null;
}

async function jointBetween(bytes: ByteReader, start: Program, other: number): Promise<number | null> {
  let known = start;
  let end = other;
  for (let step = 0; step < MAX_STEPS && end - known.position > SEARCH_BYTES; step++) {
    const middle = known.position + Math.floor((end - known.position) / PACKET_BYTES / 2) * PACKET_BYTES;
    const program = await programFrom(bytes, middle);
    if (program?.streams === start.streams && program.position < end) known = program;
    else end = middle;
  }
  return nextOther(bytes, known);
}

/** Where the next program with other streams begins. */
async function nextOther(bytes: ByteReader, from: Program): Promise<number | null> {
  for (let known = from; ; ) {
    const next = await programFrom(bytes, known.position + PACKET_BYTES);
    if (!next) return null;
    if (next.streams !== from.streams) return next.position;
    known = next;
  }
}

async function programFrom(bytes: ByteReader, from: number): Promise<Program | null> {
  let position = -1;
  let pid = -1;
  for (let base = from; base < Math.min(bytes.size, from + SEARCH_BYTES); ) {
    const part = (await bytes.read(base, STEP_BYTES)).slice();
    let at = part.indexOf(SYNC);
    for (; at >= 0 && at + PACKET_BYTES <= part.length; at = part.indexOf(SYNC, at)) {
      const packet = part.subarray(at, at + PACKET_BYTES);
      const packetPid = (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0);
      const section = packetPid === PAT_PID || packetPid === pid ? sectionOf(packet) : null;
      if (section && packetPid === PAT_PID) {
        position = base + at;
        pid = programsOf(section)[0] ?? -1;
      } else if (section && pid >= 0) {
        const streams = streamsOf(section).map((stream) => `${stream.type} ${stream.pid}`);
        return { position, streams: streams.join() };
      }
      at += PACKET_BYTES;
    }
    if (part.length < PACKET_BYTES) return null;
    // The last packet may go on in the next step.
    base += at < 0 ? part.length : Math.max(1, Math.min(at, part.length));
  }
  return null;
}
