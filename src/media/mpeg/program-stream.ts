import { joinSources, keepPieces, sliceSource } from '../../lib/bytes/byte-source.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import { ByteReader, viewOf } from '../byte-reader.ts';
import { chooseTrack } from '../choose-track.ts';
import { damaged, noAudioInFile, undecodable } from '../media-errors.ts';
import { openFrames } from '../pcm/coded-wav.ts';
import { pcmTrack } from '../pcm/pcm-track.ts';

const NAMES = { container: 'mpeg-ps', extension: 'mpg', type: 'video/mpeg' };
const CODE = { end: 0xb9, pack: 0xba, system: 0xbb, private: 0xbd, sound: 0xc0, picture: 0xe0, other: 0xf0 };
const SEARCH_BYTES = 64 * 1024;
/** Room for the usual header of a packet and for the longest one, each with what a DVD puts before its sound. */
const HEADER_BYTES = 9 + 10 + 7;
const LONG_HEADER_BYTES = 9 + 255 + 7;
const PTS_HZ = 90_000;
/** Where the first times are: later ones may begin anew. */
const START_BYTES = 1024 * 1024;
/** Most time between the starts of pictures and sound. */
const MOST_LATE_SECONDS = 10;
/** Packets of sound are between those of pictures: this much is read at a time. */
const PIECE_BYTES = 1024 * 1024;

/** Streams that DVDs call private, by the first byte of their packets: how many bytes precede the sound. */
const PRIVATE = [
  { from: 0x80, to: 0x87, kind: 'ac3', skip: 4 },
  { from: 0x88, to: 0x8f, kind: 'DTS', skip: 4 },
  { from: 0xa0, to: 0xa7, kind: 'pcm', skip: 7 },
] as const;
const PCM_RATES = [48_000, 96_000, 44_100, 32_000];

interface Sound {
  kind: 'mpeg' | (typeof PRIVATE)[number]['kind'];
  parts: { start: number; length: number }[];
  /** Seconds of the clock at its first packet. */
  from: number | null;
  /** Of PCM: width, rate and channels of its samples. */
  shape: number;
  isScrambled: boolean;
}

/**
 * MPEG program streams (ISO/IEC 11172-1 and 13818-1), as MPG and VOB: the packets of one sound as if they were a file of their own.
 * Reads the whole file piece by piece. Throws 415 and 422.
 */
export async function openProgramStream(bytes: ByteReader, trackNumber?: number): Promise<AudioTrack> {
  const { sounds, from } = await readSounds(bytes);
  const [any] = sounds;
  if (!any) throw damaged(msg`The file has no audio track.`);
  const candidates = sounds.flatMap((sound, index) =>
    refusalOf(sound) ? [] : [{ sound, number: index + 1, isPreferred: true, seconds: null }],
  );
  if (candidates.length === 0) throw undecodable(refusalOf(any) ?? '');
  const { chosen, choice } = chooseTrack(candidates, sounds.length, trackNumber);
  const { sound } = chosen;
  const kept = keepPieces(bytes.source, { pieceBytes: PIECE_BYTES });
  const sources = sound.parts.map(({ start, length }) => sliceSource(kept, start, start + length));
  const track = await openSound(new ByteReader(joinSources(sources)), sound);
  const late = from === null || sound.from === null ? 0 : sound.from - from;
  const isLate = late > 0 && late < MOST_LATE_SECONDS;
  return { ...track, startTimestamp: track.startTimestamp - (isLate ? late : 0), ...(choice && { choice }) };
}

async function openSound(content: ByteReader, { kind, shape }: Sound): Promise<AudioTrack> {
  if (kind === 'pcm') {
    return pcmTrack(content, {
      ...NAMES,
      format: { encoding: 'signed', bytesPerSample: 2, littleEndian: false },
      numberOfChannels: (shape & 7) + 1,
      sampleRate: PCM_RATES[(shape >> 4) & 3] ?? 0,
      dataStart: 0,
      dataBytes: content.size,
    });
  }
  const track =
    kind === 'ac3'
      ? await openFrames(content, 'ac3')
      : ((await openFrames(content, 'mp3')) ?? (await openFrames(content, 'adts')));
  if (!track) throw noAudioInFile();
  return { ...track, info: { ...track.info, ...NAMES } };
}

function refusalOf({ kind, shape, isScrambled }: Sound): string | null {
  if (isScrambled) return 'Encrypted';
  if (kind === 'DTS') return kind;
  return kind === 'pcm' && shape >> 6 !== 0 ? 'DVD PCM of more than 16 bits' : null;
}

/** All sounds in the order in which they begin, and the first time of any stream. */
async function readSounds(bytes: ByteReader): Promise<{ sounds: Sound[]; from: number | null }> {
  const sounds = new Map<number, Sound>();
  let from: number | null = null;
  for (let at = 0; at + 4 <= bytes.size; ) {
    let head = await bytes.read(at, HEADER_BYTES);
    if ((head[8] ?? 0) > 10) head = await bytes.read(at, LONG_HEADER_BYTES);
    const code = startCode(head, 0);
    const isStream = code === CODE.private || (code >= CODE.sound && code < CODE.other);
    const packet = isStream ? readPacket(head) : null;
    if (at < START_BYTES && packet?.time != null) from = Math.min(from ?? packet.time, packet.time);
    const next = at + lengthOf(head, code);
    const sound = packet && soundOf(head, code, packet.start);
    if (packet && sound) {
      const known = sounds.get(sound.id) ?? { ...sound, parts: [], from: packet.time, ...packet };
      sounds.set(sound.id, known);
      const start = at + packet.start + sound.skip;
      const length = Math.min(next, bytes.size) - start;
      if (length > 0) known.parts.push({ start, length });
    }
    at = next > at ? next : await nextStartCode(bytes, at + 1);
  }
  return { sounds: [...sounds.values()].filter(({ parts }) => parts.length > 0), from };
}

/** The last byte of a start code; −1 if there is none. */
const startCode = (bytes: Uint8Array, at: number): number =>
  bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1 ? (bytes[at + 3] ?? -1) : -1;

/** Bytes of a pack's header, or of a packet; 0 if there is none. */
function lengthOf(head: Uint8Array, code: number): number {
  if (code === CODE.end) return 4;
  if (code === CODE.pack) return ((head[4] ?? 0) & 0xc0) === 0x40 ? 14 + ((head[13] ?? 0) & 7) : 12;
  return code >= CODE.system && head.length >= 6 ? 6 + viewOf(head).getUint16(4) : 0;
}

/** Where a packet's content begins, its time, and whether it is scrambled. */
function readPacket(head: Uint8Array) {
  const [sixth = 0, flags = 0, length = 0] = head.subarray(6, 9);
  if ((sixth & 0xc0) === 0x80) {
    const time = flags & 0x80 ? timeAt(head, 9) : null;
    return { start: 9 + length, time, isScrambled: (sixth & 0x30) !== 0 };
  }
  let at = 6;
  while (head[at] === 0xff && at < 22) at++;
  if (((head[at] ?? 0) & 0xc0) === 0x40) at += 2;
  const kind = (head[at] ?? 0) >> 4;
  const time = kind === 2 || kind === 3 ? timeAt(head, at) : null;
  return { start: at + (kind === 3 ? 10 : kind === 2 ? 5 : 1), time, isScrambled: false };
}

/** A time stamp (ISO/IEC 13818-1, 2.4.3.7) in seconds. */
export function timeAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = bytes.subarray(at, at + 5);
  return (((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1)) / PTS_HZ;
}

function soundOf(head: Uint8Array, code: number, start: number) {
  if (code >= CODE.sound && code < CODE.picture)
    return { id: code, kind: 'mpeg' as const, skip: 0, shape: 0 };
  const id = head[start] ?? 0;
  const found = code === CODE.private && PRIVATE.find(({ from, to }) => id >= from && id <= to);
  return found ? { id, kind: found.kind, skip: found.skip, shape: head[start + 5] ?? 0 } : null;
}

/** The next pack or packet behind damage; the end of the file if there is none. */
async function nextStartCode(bytes: ByteReader, from: number): Promise<number> {
  for (let base = from; base + 4 <= bytes.size; base += SEARCH_BYTES) {
    const part = await bytes.read(base, SEARCH_BYTES + 3);
    for (let at = part.indexOf(1, 2); at >= 0 && at < part.length - 1; at = part.indexOf(1, at + 1)) {
      if (startCode(part, at - 2) >= CODE.pack) return base + at - 2;
    }
  }
  return bytes.size;
}
