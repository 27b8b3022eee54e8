import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BlobSource, type EncodedPacket, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import type { Part } from './cut-sound.ts';
import { cutVideo } from './cut-video.ts';
import { planCut } from './cut-way.ts';

const recordingOf = (name: string) => new Blob([readFileSync(`tests/fixtures/video/${name}`)]);

/** All pictures of a file, in the order of decoding, and how it is played. */
async function readVideo(file: Blob) {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('There is no picture.');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    verifyKeyPackets: true,
  }))
    packets.push(packet);
  const sound = await input.getPrimaryAudioTrack();
  return {
    packets,
    rotation: await track.getRotation(),
    config: await track.getDecoderConfig(),
    seconds: (await sound?.computeDuration()) ?? Number.NaN,
  };
}

/** The type of the first picture, or of what is said of it, in a packet of H.265. */
const typeOf = (data: Uint8Array) => ((data[4] ?? 0) >> 1) & 63;
/** A packet as it was: one that follows others than it did says so in a byte of its own. */
function withoutLink(data: Uint8Array): Buffer {
  const copy = Buffer.from(data);
  if (typeOf(data) === 18) copy[4] = 21 << 1;
  return copy;
}

const { signal } = new AbortController();
/** From a picture between two key frames, to one that others wait for. */
const PARTS: Part[] = [
  { start: 0, end: 0.97 },
  { start: 4.3, end: 5.61 },
];

describe('parts that begin with key frames', () => {
  it.each([
    { name: 'short_gop.mp4', from: 4, extension: '.mp4' },
    { name: 'long_gop.mp4', from: 4, extension: '.mp4' },
    { name: 'open_gop.mp4', from: 4, extension: '.mp4' },
    { name: 'vp9.webm', from: 4, extension: '.webm' },
  ])('$name is copied picture by picture, without an encoder', async ({ name, from, extension }) => {
    const file = recordingOf(name);
    const plan = await planCut(file, PARTS, []);
    // Node has neither a decoder nor an encoder.
    expect(plan).toMatchObject({ exact: null, canPaint: false });
    const parts = plan.moved?.parts ?? [];
    expect(parts.map(({ start }) => start)).toEqual([expect.closeTo(0, 1), expect.closeTo(from, 1)]);
    expect(parts.map(({ end }) => end)).toEqual(PARTS.map(({ end }) => end));
    expect(plan.moved?.most).toBeCloseTo(4.3 - from, 1);

    const cut = await cutVideo(file, parts, { signal });
    expect(cut.extension).toBe(extension);
    const [given, made] = [await readVideo(file), await readVideo(cut.blob)];
    expect(made.rotation).toBe(given.rotation);
    expect(made.config?.description).toEqual(given.config?.description);
    expect(Math.abs(made.seconds - parts.reduce((sum, { start, end }) => sum + end - start, 0))).toBeLessThan(
      0.05,
    );
    const second = made.packets.findIndex((packet, index) => index > 0 && packet.type === 'key');
    const at = made.packets[second]?.timestamp ?? Number.NaN;
    const timeOf = (packet: EncodedPacket, index: number) =>
      packet.timestamp + (index < second ? 0 : from - at);
    // Each is a picture of then: those that are only needed by others move by up to four.
    for (const [index, packet] of made.packets.entries()) {
      const isIt = given.packets.some(
        ({ data, type, timestamp }) =>
          type === packet.type &&
          Math.abs(timeOf(packet, index) - timestamp) < 0.17 &&
          withoutLink(data).equals(withoutLink(packet.data)),
      );
      expect(isIt, `${index}`).toBe(true);
    }
    // None is missing, and all are in their places but for those that are needed after the end.
    const kept = given.packets.filter(({ timestamp }) =>
      parts.some(({ start, end }) => timestamp >= start && timestamp < end - 0.05),
    );
    const times = made.packets.map((packet, index) => timeOf(packet, index));
    for (const { timestamp } of kept) {
      expect(
        times.some((time) => Math.abs(time - timestamp) < 0.03),
        `${timestamp} is missing`,
      ).toBe(true);
    }
    expect(made.packets.length - kept.length).toBeLessThanOrEqual(2 * 4);
  });

  it('of H.265 tell decoders that the pictures before them are others now', async () => {
    const parts = [
      { start: 0, end: 0.97 },
      { start: 4, end: 5 },
    ];
    const { blob } = await cutVideo(recordingOf('open_gop.mp4'), parts, { signal });
    const keys = (await readVideo(blob)).packets.filter(({ type }) => type === 'key');
    expect(keys.map(({ data }) => typeOf(data))).toEqual([20, 18]);
  });

  it('are only those that forget what was before them', async () => {
    const { exact, moved } = await planCut(recordingOf('recovery_points.mp4'), PARTS, []);
    expect(exact).toBeNull();
    expect(moved?.parts).toEqual([{ start: 0, end: 5.61 }]);
  });

  it('become one where no key frame lies in what was cut out', async () => {
    const { moved } = await planCut(
      recordingOf('long_gop.mp4'),
      [
        { start: 0, end: 1 },
        { start: 3, end: 3.5 },
        { start: 5, end: 6 },
      ],
      [],
    );
    expect(moved).toEqual({
      parts: [
        { start: 0, end: 3.5 },
        { start: 4, end: 6 },
      ],
      most: 1,
      lost: 1,
    });
  });

  it('leave out what is hidden, with what lies between it and the next key frame', async () => {
    const parts = [
      { start: 0, end: 1 },
      { start: 2.5, end: 3.7 },
      { start: 5.5, end: 6 },
    ];
    const { moved } = await planCut(recordingOf('short_gop.mp4'), parts, [
      { start: 2.2, end: 2.4 },
      { start: 4.1, end: 4.2 },
      { start: 5.2, end: 5.4 },
    ]);
    // After 5.5 s there is no key frame.
    expect(moved).toEqual({
      parts: [
        { start: 0, end: 1 },
        { start: 3, end: 3.7 },
      ],
      most: 0.5,
      lost: 0,
    });
  });

  it('are copied at once where they begin with them already', async () => {
    const { exact } = await planCut(
      recordingOf('long_gop.mp4'),
      [
        { start: 0, end: 2.2 },
        { start: 4.02, end: 5 },
      ],
      [],
    );
    expect(exact).toBe('copied');
  });
});
