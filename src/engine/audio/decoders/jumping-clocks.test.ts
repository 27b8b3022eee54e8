import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../../../tests/fixtures/open-container.ts';
import type { AudioTrack } from '../../../media/audio-track.ts';
import { longestDuration } from '../../../media/plausible-duration.ts';
import type { PcmBlock } from './pcm-block.ts';
import { placeOnTimeline } from './timeline.ts';

const RATE = 16_000;
const JUMP = 1800;

/** Places where the signature is. */
function placesOf(file: Buffer, signature: Buffer | string): number[] {
  const places: number[] = [];
  for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 1)) places.push(at);
  return places;
}
const laterHalf = (places: number[]): number[] => places.slice(Math.ceil(places.length / 2));

/** Pages state the time of their end in samples (RFC 3533). */
function jumpInOgg(file: Buffer<ArrayBuffer>, rate: number): Buffer<ArrayBuffer> {
  for (const page of laterHalf(placesOf(file, 'OggS'))) {
    file.writeBigInt64LE(file.readBigInt64LE(page + 6) + BigInt(JUMP * rate), page + 6);
  }
  return file;
}

/** Each fragment states the time of its first sample. */
function jumpInFragments(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const timescale = file.readUInt32BE(file.indexOf('mdhd') + 16);
  for (const box of laterHalf(placesOf(file, 'tfdt'))) {
    const isLong = file[box + 4] === 1;
    const at = isLong ? box + 12 : box + 8;
    file.writeUInt32BE(file.readUInt32BE(at) + JUMP * timescale, at);
  }
  return file;
}

/** Clusters state their time, which takes more bytes half an hour later. The size of a cluster is not believed. */
function jumpInMatroska(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const times = laterHalf(placesOf(file, Buffer.from('1f43b675', 'hex'))).map((at) => file.indexOf(0xe7, at));
  const parts: Buffer[] = [];
  let from = 0;
  for (const at of times) {
    const length = (file[at + 1] ?? 0) & 0x7f;
    const element = Buffer.from([0xe7, 0x84, 0, 0, 0, 0]);
    element.writeUInt32BE(file.readUIntBE(at + 2, length) + JUMP * 1000, 2);
    parts.push(file.subarray(from, at), element);
    from = at + 2 + length;
  }
  return Buffer.concat([...parts, file.subarray(from)]);
}

async function* soundOf(track: AudioTrack): AsyncGenerator<PcmBlock, void, undefined> {
  for await (const { timestamp, duration } of track.packets()) {
    yield { timestamp, sampleRate: RATE, planes: [new Float32Array(Math.round(duration * RATE))] };
  }
}

/** Seconds of the recording, each packet decoded to silence of its length. */
async function secondsOf(file: Uint8Array<ArrayBuffer>): Promise<number> {
  const track = await open(file);
  const { startTimestamp, info, isByClock } = track;
  let samples = 0;
  for await (const { planes } of placeOnTimeline(soundOf(track), {
    startTimestamp,
    duration: isByClock ? null : info.duration,
    longest: longestDuration(info, file.length),
  })) {
    samples += planes[0]?.length ?? 0;
  }
  track.dispose();
  return samples / RATE;
}

describe('a clock that jumps half an hour in the middle of a recording', () => {
  it.each([
    ['long.ogg', (file: Buffer<ArrayBuffer>) => jumpInOgg(file, 48_000)],
    ['long_vorbis.ogg', (file: Buffer<ArrayBuffer>) => jumpInOgg(file, 16_000)],
    ['long.webm', jumpInMatroska],
    ['partly_fragmented.m4a', jumpInFragments],
  ])('does not become silence: %s', async (name, jump) => {
    const whole = await secondsOf(fixture(name));
    const jumped = jump(fixture(name));
    expect(jumped.equals(fixture(name))).toBe(false);
    expect(await secondsOf(jumped)).toBeCloseTo(whole, 0);
  });
});
