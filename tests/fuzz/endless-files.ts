import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../src/lib/seeded-random.ts';

type Bytes = readonly number[] | Uint8Array;

const fixture = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/containers', name)));
const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

/** A head, then a pattern up to this size. */
function filled(size: number, head: Bytes, pattern: Bytes): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = pattern[at % pattern.length] ?? 0;
  bytes.set(head);
  return bytes;
}

const MATROSKA = [0x1a, 0x45, 0xdf, 0xa3, 0x80];

/** Files whose every few bytes look like the start of something that has to be followed far away, with their names. */
export function endlessFiles(size: number): [string, Uint8Array<ArrayBuffer>][] {
  const random = seededRandom(7);
  const noise = Array.from({ length: 65_521 }, () => Math.floor(random() * 256));
  const of = (head: Bytes, pattern: Bytes) => filled(size, head, pattern);
  return [
    ['tags behind tags', of([], [...ascii('ID3'), 4, 0, 0, 0, 0, 0, 0, 0])],
    ['blocks of Matroska that lead astray', of(MATROSKA, [0xa3, 0x42, 0x34, 0xa3, 0x43])],
    ['empty elements of Matroska', of(MATROSKA, [0xec, 0x80])],
    ['noise in Matroska', of(MATROSKA, noise)],
    ['pages of Ogg inside each other', of([], [...ascii('OggS'), 0, 0, ...new Array(20).fill(1), 255])],
    ['empty chunks of CAF', of([...ascii('caff'), 0, 1, 0, 0], [...ascii('free'), ...new Array(8).fill(0)])],
    [
      'empty chunks of WAV',
      of([...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVELIST')], [...new Array(4).fill(0), ...ascii('LIST')]),
    ],
    ['empty boxes of MP4', of([0, 0, 0, 8, ...ascii('ftyp')], [0, 0, 0, 8, ...ascii('free')])],
    ['fragments of MP4 without end', fragments(size)],
    ['headers of MP3', of([1], [0xff, 0xf3, 0x14, 0xc4, 0xff, 0xf3, 0x14, 0xc4, 0])],
    ['tiny frames of AAC', of([], [0xff, 0xf1, 0x50, 0x40, 0x01, 0x1f, 0xfc, 0])],
    ['noise behind a FLAC header', of(flacHead(), [...noise, 0xff, 0xf8])],
    ['headers of FLAC frames', of(flacHead(), flacFrameHeader())],
    ['noise behind the mark of a transport stream', of([], [0x47, ...noise.slice(0, 187)])],
    ['tables of a transport stream', of([], fixture('long.mpegts').subarray(0, 3 * 188))],
  ];
}

/** The index of a fragmented file and its first fragment again and again, without samples. */
function fragments(size: number): Uint8Array<ArrayBuffer> {
  const file = fixture('fragmented.mp4');
  const at = Buffer.from(file).indexOf('moof') - 4;
  const length = new DataView(file.buffer).getUint32(at);
  const bytes = filled(size, [], file.subarray(at, at + length));
  const whole = new Uint8Array(size);
  whole.set(file.subarray(0, at));
  whole.set(bytes.subarray(0, size - at), at);
  return whole;
}

/** A FLAC header that does not say how long the stream is. */
function flacHead(): Uint8Array {
  const head = fixture('flac.flac').slice(0, 42);
  head.fill(0, 22, 26);
  head[21] = (head[21] ?? 0) & 0xf0;
  return head;
}

function flacFrameHeader(): Uint8Array {
  const file = fixture('flac.flac');
  const at = file.findIndex((byte, index) => index >= 42 && byte === 0xff && file[index + 1] === 0xf8);
  return file.subarray(at, at + 6);
}
