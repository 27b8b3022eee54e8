import type { ByteReader } from '../byte-reader.ts';
import { PACKET_BYTES, SYNC } from './transport-stream-packets.ts';

const SEARCH_BYTES = PACKET_BYTES * 4096;
const PAT_PID = 0;

/** Audio by `stream_type` (ISO/IEC 13818-1, ATSC A/53, Blu-ray) that no browser decodes. */
const FOREIGN_TYPES: Record<number, string> = {
  17: 'AAC in LATM',
  28: 'AAC without ADTS',
  45: 'MPEG-H',
  128: 'Blu-ray PCM',
  130: 'DTS',
  131: 'TrueHD',
  133: 'DTS-HD',
  134: 'DTS-HD',
  138: 'DTS',
};
/** Private streams name their codec in a registration descriptor. */
export const PRIVATE_TYPE = 0x06;
const REGISTRATION = 0x05;
const REGISTERED: Record<string, string> = {
  Opus: 'Opus in MPEG-TS',
  BSSD: 'SMPTE 302M',
  'AC-4': 'AC-4',
  DTS1: 'DTS',
  DTS2: 'DTS',
  DTS3: 'DTS',
};

/** The name of a transport stream's audio codec, if it is one that is not decoded; null if it has none such. */
export async function foreignAudio(bytes: ByteReader): Promise<string | null> {
  const head = await bytes.read(0, Math.min(bytes.size, SEARCH_BYTES));
  const programs = new Set<number>();
  for (let at = 0; at + PACKET_BYTES <= head.length; ) {
    const packet = head.subarray(at, at + PACKET_BYTES);
    if (packet[0] !== SYNC) {
      at++;
      continue;
    }
    at += PACKET_BYTES;
    const pid = (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0);
    const section = sectionOf(packet);
    if (!section) continue;
    if (pid === PAT_PID) for (const program of programsOf(section)) programs.add(program);
    if (programs.has(pid)) {
      const name = codecIn(section);
      if (name) return name;
    }
  }
  return null;
}

/** The table section that begins in a packet, without its checksum; null if none does. */
export function sectionOf(packet: Uint8Array): Uint8Array | null {
  const [, second = 0, , fourth = 0, adaptation = 0] = packet;
  if ((second & 0x40) === 0 || (fourth & 0x10) === 0) return null;
  const payload = 4 + (fourth & 0x20 ? 1 + adaptation : 0);
  const start = payload + 1 + (packet[payload] ?? 0);
  const length = (((packet[start + 1] ?? 0) & 0x0f) << 8) | (packet[start + 2] ?? 0);
  return start + 3 < packet.length ? packet.subarray(start, Math.max(start, start + 3 + length - 4)) : null;
}

export function programsOf(section: Uint8Array): number[] {
  const programs: number[] = [];
  for (let at = 8; at + 4 <= section.length; at += 4) {
    const number = ((section[at] ?? 0) << 8) | (section[at + 1] ?? 0);
    if (number !== 0) programs.push((((section[at + 2] ?? 0) & 0x1f) << 8) | (section[at + 3] ?? 0));
  }
  return programs;
}

function codecIn(section: Uint8Array): string | null {
  for (const { type, descriptors } of streamsOf(section)) {
    const name = FOREIGN_TYPES[type] ?? (type === PRIVATE_TYPE ? registered(descriptors) : undefined);
    if (name) return name;
  }
  return null;
}

interface ElementaryStream {
  type: number;
  pid: number;
  descriptors: Uint8Array;
}

/** The streams of a program map; none of another table. */
export function streamsOf(section: Uint8Array): ElementaryStream[] {
  const streams: ElementaryStream[] = [];
  if (section[0] !== 2) return streams;
  let at = 12 + ((((section[10] ?? 0) & 0x0f) << 8) | (section[11] ?? 0));
  while (at + 5 <= section.length) {
    const length = (((section[at + 3] ?? 0) & 0x0f) << 8) | (section[at + 4] ?? 0);
    const pid = (((section[at + 1] ?? 0) & 0x1f) << 8) | (section[at + 2] ?? 0);
    streams.push({ type: section[at] ?? 0, pid, descriptors: section.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return streams;
}

function registered(descriptors: Uint8Array): string | undefined {
  for (let at = 0; at + 2 <= descriptors.length; at += 2 + (descriptors[at + 1] ?? 0)) {
    if (descriptors[at] !== REGISTRATION) continue;
    return REGISTERED[String.fromCharCode(...descriptors.subarray(at + 2, at + 6))];
  }
  return undefined;
}
