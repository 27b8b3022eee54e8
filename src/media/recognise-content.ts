import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { msg } from '../lib/errors/msg.ts';
import type { ByteReader } from './byte-reader.ts';
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

const FOREIGN_AUDIO: Signature[] = [
  { mark: '\x30\x26\xb2\x75\x8e\x66\xcf\x11', name: 'WMA' },
  { mark: '#!AMR-WB', name: 'AMR-WB' },
  { mark: '#!AMR', name: 'AMR' },
  { mark: '.RMF', name: 'RealAudio' },
  { mark: '.ra\xfd', name: 'RealAudio' },
  { mark: 'wvpk', name: 'WavPack' },
  { mark: 'MAC ', name: "Monkey's" },
  { mark: 'MPCK', name: 'Musepack' },
  { mark: 'MP+', name: 'Musepack' },
  { mark: 'TTA1', name: 'True Audio' },
  { mark: 'DSD ', name: 'DSD' },
  { mark: 'FRM8', name: 'DSD' },
  { mark: 'Creative Voice File', name: 'Creative VOC' },
  { mark: '\x7f\xfe\x80\x01', name: 'DTS' },
  { mark: '\xfe\x7f\x01\x80', name: 'DTS' },
  { mark: 'MS_VOICE', name: 'Sony MSV or DVF' },
  { mark: '#!SILK', name: 'SILK' },
  { mark: '\x02#!SILK', name: 'SILK' },
  { mark: '#!EVRC', name: 'EVRC' },
  { mark: '#!iLBC', name: 'iLBC' },
  { mark: 'QLCM', at: 8, name: 'QCELP' },
  { mark: '\x02dss', name: 'DSS dictation' },
  { mark: '\x03dss', name: 'DSS dictation' },
  { mark: '\x03ds2', name: 'DSS dictation' },
  { mark: '\x01ds2', name: 'DSS dictation' },
  { mark: 'NIST_1A', name: 'NIST SPHERE' },
  { mark: '8SVX', at: 8, name: '8SVX' },
  { mark: 'ajkg', name: 'Shorten' },
  { mark: '\xf8\x72\x6f\xba', at: 4, name: 'TrueHD' },
  { mark: '\xf8\x72\x6f\xbb', at: 4, name: 'MLP' },
  { mark: 'ea3', name: 'ATRAC' },
  { mark: 'EA3', name: 'ATRAC' },
  { mark: 'MMMD', name: 'SMAF' },
  { mark: '\x57\x90\x75\x36', at: 4, name: 'Audible' },
  { mark: 'ftypaax', at: 4, name: 'Audible' },
  { mark: '\xb7\xd8\x00\x20', name: 'Windows TV' },
  { mark: 'OFR ', name: 'OptimFROG' },
  { mark: 'TWIN', name: 'TwinVQ' },
  { mark: '.SoX', name: 'SoX' },
  { mark: 'XoS.', name: 'SoX' },
  { mark: '\x64\xa3\x01\x00', name: 'IRCAM' },
  { mark: '\x00\x01\xa3\x64', name: 'IRCAM' },
  { mark: '\xc0\xde\xc2', name: 'Codec 2' },
  { mark: 'FSSD', at: 65, name: 'HCOM' },
  { mark: 'nut/multimedia container', name: 'NUT' },
  { mark: '\x06\x0e\x2b\x34', name: 'MXF' },
  { mark: 'FLV\x01', name: 'Flash video' },
  { mark: 'FWS', name: 'Flash' },
  { mark: 'CWS', name: 'Flash' },
  { mark: '\0\0\x01\xb3', name: 'MPEG video' },
];

const NO_AUDIO: Signature[] = [
  { mark: '\x89PNG', name: 'a picture' },
  { mark: '\xff\xd8\xff', name: 'a picture' },
  { mark: 'GIF8', name: 'a picture' },
  { mark: 'WEBP', at: 8, name: 'a picture' },
  { mark: 'ftypavif', at: 4, name: 'a picture' },
  { mark: 'ftyphei', at: 4, name: 'a picture' },
  { mark: 'ftypcrx', at: 4, name: 'a picture' },
  { mark: 'II*\0', name: 'a picture' },
  { mark: 'MM\0*', name: 'a picture' },
  { mark: '8BPS', name: 'a picture' },
  { mark: 'jP  \r\n', at: 4, name: 'a picture' },
  { mark: 'JXL \r\n', at: 4, name: 'a picture' },
  { mark: '\0\0\x01\0', name: 'a picture' },
  { mark: '%PDF-', name: 'a PDF document' },
  { mark: '\xd0\xcf\x11\xe0', name: 'an Office document' },
  { mark: 'AUDY', at: 68, name: 'an Audacity project: export it as WAV in Audacity' },
  { mark: 'SQLite format 3', name: 'a database' },
  { mark: 'bplist0', name: 'a property list' },
  { mark: 'PK\x03\x04', name: 'an archive: unpack it first' },
  { mark: 'PK\x05\x06', name: 'an archive without files' },
  { mark: 'BZh', name: 'an archive: unpack it first' },
  { mark: '\xfd7zXZ', name: 'an archive: unpack it first' },
  { mark: '\x28\xb5\x2f\xfd', name: 'an archive: unpack it first' },
  { mark: 'ustar', at: 257, name: 'an archive: unpack it first' },
  { mark: '\x1f\x8b', name: 'an archive: unpack it first' },
  { mark: '7z\xbc\xaf', name: 'an archive: unpack it first' },
  { mark: 'Rar!', name: 'an archive: unpack it first' },
  { mark: 'MThd', name: 'a MIDI file, which contains notes, not recorded sound' },
  { mark: 'RMID', at: 8, name: 'a MIDI file, which contains notes, not recorded sound' },
  { mark: 'sfbk', at: 8, name: 'a SoundFont, which contains instruments' },
  { mark: 'Extended Module: ', name: 'tracker music, which contains notes' },
  { mark: 'IMPM', name: 'tracker music, which contains notes' },
  { mark: 'SCRM', at: 44, name: 'tracker music, which contains notes' },
  { mark: '#EXTM3U', name: 'a playlist, which only links to recordings' },
  { mark: '[playlist]', name: 'a playlist, which only links to recordings' },
  { mark: '\x7fELF', name: 'a program' },
  { mark: 'MZ\x90\0', name: 'a program' },
  { mark: '\0asm', name: 'a program' },
];

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
