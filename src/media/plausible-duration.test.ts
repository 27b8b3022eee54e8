import { describe, expect, it } from 'vitest';
import { fixture } from '../../tests/fixtures/open-container.ts';
import { blobSource } from '../lib/bytes/byte-source.ts';
import type { AudioTrack } from './audio-track.ts';
import { openAudio } from './open-audio.ts';

const MILLION_SECONDS = 1_000_000;
const SIZE = 300_000;

/** A fixture, longer by silence that no reader looks at, with other bytes at a place behind a name. */
function changed(name: string, mark: string, offset: number, bytes: Uint8Array): Blob {
  const file = fixture(name);
  const at = file.indexOf(mark, 0, 'latin1');
  if (at < 0) throw new Error(`There is no ${mark} in ${name}.`);
  file.set(bytes, at + mark.length + offset);
  return new Blob([file]);
}

function number(write: (view: DataView) => void): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  write(view);
  return new Uint8Array(view.buffer);
}

const uint32 = (value: number) => number((view) => view.setUint32(0, value)).subarray(0, 4);
const uint64 = (value: bigint) => number((view) => view.setBigUint64(0, value));
const float64 = (value: number) => number((view) => view.setFloat64(0, value));

const padded = (blob: Blob) => new Blob([blob, new Uint8Array(Math.max(0, SIZE - blob.size))]);
const durationOf = async (blob: Blob) => (await openAudio(blobSource(blob))).info.duration;

describe('a duration that the bytes of a file cannot hold', () => {
  it.each([
    ['MP4', changed('aac.m4a', 'mdhd', 12, uint64((1000n << 32n) | 1_000_000_000n))],
    ['Matroska', changed('opus.webm', '\x44\x89\x88', 0, float64(1000 * MILLION_SECONDS))],
    ['MP3', changed('cbr.mp3', 'Info', 4, uint32((MILLION_SECONDS * 44_100) / 1152))],
    ['FLAC', changed('flac.flac', 'fLaC', 18, uint32(0xffffffff))],
    ['CAF', changed('alac.caf', 'pakt', 16, uint64(16_000n * 1_000_000n))],
  ])('is not believed, and the sound is opened: %s', async (_, blob) => {
    const track = await openAudio(blobSource(padded(blob)));
    // The changed MP4 counts in thousandths of a second.
    expect(track.info.duration ?? 0).toBeLessThan(60);
    expect((await packetsOf(track)) > 0).toBe(true);
  });

  it('is not believed: Ogg', async () => {
    const blob = oggOfSilence(750, MILLION_SECONDS / 750);
    expect(blob.size).toBeLessThan(SIZE);
    expect(await durationOf(blob)).toBeNull();
  });
});

async function packetsOf(track: AudioTrack): Promise<number> {
  let count = 0;
  for await (const _ of track.packets()) count++;
  return count;
}

describe('silence that takes next to nothing', () => {
  it('passes in Ogg: Opus that sends one byte every 400 ms, for ten hours', async () => {
    expect(await durationOf(oggOfSilence(90_000, 0.4))).toBeGreaterThan(35_990);
  });

  it('passes in WebM: the same, with blocks of one byte', async () => {
    expect(await durationOf(webmOfSilence(9_000, 0.4))).toBeCloseTo(3_600, 0);
  });

  it('passes in MP3 of 8 kbit/s', async () => {
    // MPEG-2, layer III, 8 kbit/s, 16 kHz, mono: 36 bytes for 576 samples.
    const frame = new Uint8Array(36);
    frame.set([0xff, 0xf3, 0x18, 0xc4]);
    expect(await durationOf(repeated(frame, 3600 / (576 / 16_000)))).toBeCloseTo(3_600, 0);
  });

  it('passes in ADTS: frames of 13 bytes', async () => {
    // AAC, 44.1 kHz, mono.
    const frame = Uint8Array.of(0xff, 0xf1, 0x50, 0x40, 0x01, 0xbf, 0xfc, 0, 200, 0, 0, 0, 14);
    expect(await durationOf(repeated(frame, 3600 / (1024 / 44_100)))).toBeCloseTo(3_600, 0);
  });
});

function repeated(frame: Uint8Array, times: number): Blob {
  const bytes = new Uint8Array(Math.round(times) * frame.length);
  for (let at = 0; at < bytes.length; at += frame.length) bytes.set(frame, at);
  return new Blob([bytes]);
}

/** Opus in Ogg with a page for every four packets of one byte, each of which represents `seconds`. */
function oggOfSilence(packets: number, seconds: number): Blob {
  const head = new Uint8Array(19);
  head.set(new TextEncoder().encode('OpusHead'));
  head.set([1, 1], 8);
  const tags = new Uint8Array(16);
  tags.set(new TextEncoder().encode('OpusTags'));
  const parts = [oggPage([head], 0, 2), oggPage([tags], 0, 0)];
  for (let index = 0; index < packets; index += 4) {
    const granule = Math.round((index + 4) * seconds * 48_000);
    parts.push(oggPage(new Array(4).fill(Uint8Array.of(0x08)), granule, 0));
  }
  return new Blob([new Uint8Array(Buffer.concat(parts))]);
}

/** A page without a checksum, which readers accept where pages follow each other. */
function oggPage(packets: readonly Uint8Array[], granule: number, flags: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(27 + packets.length));
  for (const [index, character] of [...'OggS'].entries()) header.setUint8(index, character.charCodeAt(0));
  header.setUint8(5, flags);
  header.setBigInt64(6, BigInt(granule), true);
  header.setUint32(14, 1, true);
  header.setUint8(26, packets.length);
  for (const [index, packet] of packets.entries()) header.setUint8(27 + index, packet.length);
  return new Uint8Array(Buffer.concat([new Uint8Array(header.buffer), ...packets]));
}

/** Opus in WebM of which only the first and the blocks are written; no duration is stated. */
function webmOfSilence(packets: number, seconds: number): Blob {
  const original = fixture('opus.webm');
  const cluster = original.indexOf('\x1f\x43\xb6\x75', 0, 'latin1');
  const durationAt = original.indexOf('\x44\x89\x88', 0, 'latin1');
  // Void instead of the duration.
  original.set([0xec, 0x89], durationAt);
  const parts: Uint8Array<ArrayBuffer>[] = [new Uint8Array(original.subarray(0, cluster))];
  for (let index = 0; index < packets; index += 10) {
    const time = Math.round(index * seconds * 1000);
    const stamp = Uint8Array.of(0xe7, 0x84, time >>> 24, time >>> 16, time >>> 8, time);
    const blocks = Array.from({ length: 10 }, (_, place) => {
      const offset = Math.round(place * seconds * 1000);
      return Uint8Array.of(0xa3, 0x85, 0x81, offset >> 8, offset, 0x80, 0x08);
    });
    const content = Buffer.concat([stamp, ...blocks]);
    parts.push(
      new Uint8Array(Buffer.concat([Uint8Array.of(0x1f, 0x43, 0xb6, 0x75, 0x40, content.length), content])),
    );
  }
  return new Blob([new Uint8Array(Buffer.concat(parts))]);
}
