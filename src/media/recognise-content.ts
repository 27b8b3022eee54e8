import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { msg } from '../lib/errors/msg.ts';
import type { ByteReader } from './byte-reader.ts';
import foreign from './foreign-content.json' with { type: 'json' };
import { streamSegment, undecodable, unsupportedMedia } from './media-errors.ts';
import { withFileType } from './mp4/before-file-types.ts';
import { AC3_SYNTAX } from './mpeg/ac3.ts';
import { ADTS_SYNTAX } from './mpeg/adts.ts';
import type { FrameHeader } from './mpeg/frame-header.ts';
import { type FrameSyntax, findFrame, startsFrames } from './mpeg/frame-stream.ts';
import { MP3_SYNTAX } from './mpeg/mp3.ts';
import { PACKET_BYTES, SYNC } from './mpeg/transport-stream-packets.ts';
import { WAVE_KINDS } from './pcm/wav.ts';

type Container =
  | 'wav'
  | 'aiff'
  | 'au'
  | 'avi'
  | 'caf'
  | 'flac'
  | 'matroska'
  | 'mediabunny'
  | 'mpeg-ps'
  | 'mpeg-ts'
  | 'ogg'
  | 'wave64';
/** The reader for a file. */
export type Content =
  | { kind: Container }
  | { kind: 'mp3' | 'adts' | 'ac3'; start: number; first: FrameHeader }
  | { kind: 'behind-others'; start: number }
  /** MP4 or QuickTime without a type in front, as mediabunny requires it. */
  | { kind: 'untyped'; typed: ByteSource };

/** Signatures at a byte offset (by default 0), one character per byte, and what they identify. */
interface Signature {
  mark: string;
  name: string;
  at?: number;
}

const FOREIGN_AUDIO: Signature[] = foreign.audio;

const NO_AUDIO: Signature[] = foreign.others;

const CONTAINERS: { mark: string; at?: number; and?: Omit<Signature, 'name'>; kind: Container }[] = [
  ...WAVE_KINDS.map((mark) => ({ mark, and: { mark: 'WAVE', at: 8 }, kind: 'wav' as const })),
  { mark: 'RIFF', and: { mark: 'AVI ', at: 8 }, kind: 'avi' },
  { mark: 'FORM', and: { mark: 'AIF', at: 8 }, kind: 'aiff' },
  { mark: '\0\0\x01\xba', kind: 'mpeg-ps' },
  { mark: '.snd', kind: 'au' },
  { mark: 'riff\x2e\x91', kind: 'wave64' },
  { mark: 'caff', kind: 'caf' },
  { mark: 'fLaC', kind: 'flac' },
  { mark: 'OggS', kind: 'ogg' },
  { mark: '\x1a\x45\xdf\xa3', kind: 'matroska' },
  { mark: 'ftyp', at: 4, kind: 'mediabunny' },
  { mark: 'styp', at: 4, kind: 'mediabunny' },
  { mark: 'moof', at: 4, kind: 'mediabunny' },
  { mark: 'sidx', at: 4, kind: 'mediabunny' },
];
/** Begins a piece of a recording that a program took from a stream. */
const MATROSKA_CLUSTER = '\x1f\x43\xb6\x75';
/** How a file begins that was stored with something before it: a line, a mark of text, the headers of a response or of a form. */
const BEHIND_OTHERS: { mark: string; follows?: Omit<Signature, 'name'> }[] = [
  ...WAVE_KINDS.map((mark) => ({ mark, follows: { mark: 'WAVE', at: 8 } })),
  { mark: 'FORM', follows: { mark: 'AIF', at: 8 } },
  { mark: 'caff\0\x01\0\0' },
  { mark: 'fLaC\0\0\0\x22' },
  { mark: 'OggS\0\x02' },
  { mark: '\x1a\x45\xdf\xa3' },
  { mark: '\0\0\0', follows: { mark: 'ftyp', at: 4 } },
];
/** With one of these in front of `ftyp`, the places in a file count from its start. */
const LEADING_BOX = /^(?:free|skip|wide|mdat|moov|uuid|pnot)/;
const HEAD_BYTES = 4096;
/** Packets in a row that show a transport stream where the file does not begin with one. */
const PROOF_PACKETS = 12;
/** How far into a file the first frame of MP3, AAC or AC-3 is looked for: file starts are often damaged or tagged. */
const SEARCH_BYTES = 256 * 1024;

const FRAME_FORMATS: { kind: 'mp3' | 'adts' | 'ac3'; syntax: FrameSyntax }[] = [
  { kind: 'adts', syntax: ADTS_SYNTAX },
  { kind: 'mp3', syntax: MP3_SYNTAX },
  { kind: 'ac3', syntax: AC3_SYNTAX },
];

/** Identifies a file by its content alone. Throws 415, naming the format, if it cannot be decoded. */
export async function recogniseContent(bytes: ByteReader): Promise<Content> {
  const head = await bytes.read(0, HEAD_BYTES);
  const text = latin1(head);
  const has = ({ mark, at }: Omit<Signature, 'name'>) => text.startsWith(mark, at ?? 0);
  const foreign = FOREIGN_AUDIO.find(has);
  if (foreign) throw undecodable(foreign.name);
  const other = NO_AUDIO.find(has);
  if (other) throw unsupportedMedia(msg`The content is not audio: it is ${other.name}.`);
  const container = CONTAINERS.find(({ mark, at, and }) => has({ mark, at }) && (!and || has(and)));
  if (container) return { kind: container.kind };
  if (text.startsWith(MATROSKA_CLUSTER)) throw streamSegment();
  if (isTransportStream(head)) return { kind: 'mpeg-ts' };
  const readable = looksLikeText(head);
  const beginsWithBox = LEADING_BOX.test(text.slice(4, 8));
  const typed = beginsWithBox && !readable ? await withFileType(bytes) : null;
  if (typed) return { kind: 'untyped', typed };
  const start = beginsWithBox ? null : placeBehindOthers(text);
  if (start !== null) return { kind: 'behind-others', start };
  const framed = readable ? null : await recogniseFrames(bytes);
  if (framed) return framed;
  if (isLatm(head)) throw undecodable('AAC in LATM');
  if (isFreeFormat(head)) throw undecodable('Free-format MPEG');
  if (readable) throw unsupportedMedia(msg`The content is text, not audio, whatever the file name says.`);
  return { kind: 'mediabunny' };
}

/** Where the first signature is that is not at the start. */
function placeBehindOthers(text: string): number | null {
  const places = BEHIND_OTHERS.flatMap(({ mark, follows }) => {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      if (!follows || text.startsWith(follows.mark, at + (follows.at ?? 0))) return [at];
    }
    return [];
  });
  return places.length > 0 ? Math.min(...places) : null;
}

async function recogniseFrames(bytes: ByteReader): Promise<Content | null> {
  for (const { kind, syntax } of FRAME_FORMATS) {
    const first = await startsFrames(bytes, 0, syntax);
    if (first) return { kind, start: 0, first };
  }
  const limit = Math.min(bytes.size, SEARCH_BYTES);
  for (const { kind, syntax } of FRAME_FORMATS) {
    let start = await findFrame(bytes, { from: 0, limit }, syntax);
    while (start >= 0) {
      const first = await startsFrames(bytes, start, syntax);
      if (first) return { kind, start, first };
      start = await findFrame(bytes, { from: start + 1, limit }, syntax);
    }
  }
  return null;
}

/** Packets from the file's start on, or more of them behind the rest of one, as where a broadcast was cut into pieces. */
function isTransportStream(head: Uint8Array): boolean {
  const packets = (offset: number, length: number, count: number) =>
    Array.from({ length: count }).every((_, index) => head[offset + index * length] === SYNC);
  if (packets(0, PACKET_BYTES, 3) || packets(4, PACKET_BYTES + 4, 3)) return true;
  return [PACKET_BYTES, PACKET_BYTES + 4].some((length) =>
    head.subarray(0, length).some((_, at) => packets(at, length, PROOF_PACKETS)),
  );
}

/** AAC in LOAS frames (ISO/IEC 14496-3, 1.7.2): eleven bits of a mark, and a length. */
function isLatm(head: Uint8Array): boolean {
  let at = 0;
  for (let frame = 0; frame < 3; frame++) {
    const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
    if (first !== 0x56 || (second & 0xe0) !== 0xe0) return false;
    at += 3 + (((second & 0x1f) << 8) | third);
  }
  return true;
}

/** MPEG audio whose frames do not say how long they are: two of one header at a distance that two others have, too. */
function isFreeFormat(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || third >> 4 !== 0) return false;
  const begins = (at: number) =>
    head[at] === first && head[at + 1] === second && (head[at + 2] ?? 0xff) >> 4 === 0;
  for (let length = 24; length * 3 < head.length; length++) {
    if (begins(length) && [2, 3].every((frame) => [0, 1].some((padding) => begins(length * frame + padding))))
      return true;
  }
  return false;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
}

/** Valid UTF-8 without control characters except white space. */
function looksLikeText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false;
  const whole = head.length < HEAD_BYTES ? head : head.subarray(0, HEAD_BYTES - 4);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(whole, { stream: true });
    return true;
  } catch {
    return false;
  }
}
