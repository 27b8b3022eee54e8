import type { ByteReader } from '../byte-reader.ts';
import { timeAt } from './program-stream.ts';
import { PACKET_BYTES, SYNC } from './transport-stream-packets.ts';

/** Where a file's clock is looked at. */
const PLACES = 64;
/** Sound has a time several times a second: this much holds one at 4 Mbit/s. */
const SEARCH_BYTES = PACKET_BYTES * 1024;
/** Streams are beside each other with differences below this. */
const RESET_SECONDS = 1;

/** Whether the sound's clock falls back: then the same streams begin anew, because files were joined, and the times at the ends say nothing of the length. */
export async function clockFallsBack(bytes: ByteReader): Promise<boolean> {
  let before = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < PLACES; place++) {
    const packet = Math.floor((bytes.size * place) / PLACES / PACKET_BYTES);
    const seconds = await timeFrom(bytes, packet * PACKET_BYTES);
    if (seconds === null) continue;
    if (seconds < before - RESET_SECONDS) return true;
    before = seconds;
  }
  return false;
}

/** The first time of sound from a place on, in seconds; null if none is near. */
async function timeFrom(bytes: ByteReader, position: number): Promise<number | null> {
  const part = await bytes.read(position, SEARCH_BYTES);
  for (let at = part.indexOf(SYNC); at >= 0 && at + PACKET_BYTES <= part.length; ) {
    const seconds = soundTime(part.subarray(at, at + PACKET_BYTES));
    if (seconds !== null) return seconds;
    at = part[at + PACKET_BYTES] === SYNC ? at + PACKET_BYTES : part.indexOf(SYNC, at + 1);
  }
  return null;
}

/** The time of a packet (ISO/IEC 13818-1, 2.4.3.6) with which a piece of sound begins. */
function soundTime(packet: Uint8Array): number | null {
  const [, second = 0, , fourth = 0, adaptation = 0] = packet;
  if ((second & 0x40) === 0 || (fourth & 0x10) === 0) return null;
  const start = 4 + (fourth & 0x20 ? 1 + adaptation : 0);
  const [zero, none, one, stream = 0, , , , flags = 0] = packet.subarray(start, start + 8);
  const isSound = zero === 0 && none === 0 && one === 1 && ((stream & 0xe0) === 0xc0 || stream === 0xbd);
  if (!isSound || (flags & 0x80) === 0 || start + 14 > packet.length) return null;
  return timeAt(packet, start + 9);
}
