import { expect, it } from 'vitest';
import { fixture, open } from '../../../tests/fixtures/open-container.ts';

const SEGMENT = '\x18\x53\x80\x67';
const CLUSTER = '\x1f\x43\xb6\x75';
const DURATION = '\x44\x89\x88';
const SECONDS = 6.914;

/** Seven clusters of Opus, with this duration in milliseconds. */
function recording(milliseconds: number): Buffer<ArrayBuffer> {
  const file = fixture('long.webm');
  file.writeDoubleBE(milliseconds, file.indexOf(DURATION, 0, 'latin1') + DURATION.length);
  return file;
}

it.each([
  ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1],
  ...[20_000, 50_000, 1e6, 1e8, 1e10, 1e300],
])('a stated duration of %f ms does not matter', async (stated) => {
  const track = await open(recording(stated));
  expect(track.info.duration).toBeCloseTo(SECONDS, 1);
  let packets = 0;
  for await (const _packet of track.packets()) packets++;
  expect(packets).toBe(346);
});

it('a note says that a duration promised more, unless the bytes that are missing were counted', async () => {
  expect((await open(recording(50_000))).statedSeconds).toBe(50);
  expect((await open(recording(SECONDS * 1000))).statedSeconds).toBeUndefined();
  const cut = await open(recording(SECONDS * 1000).subarray(0, 10_000));
  expect(cut.statedSeconds).toBeUndefined();
  expect(cut.missingBytes).toBeGreaterThan(10_000);
});

it('nor does it where a file has hundreds of small blocks in few clusters', async () => {
  const file = recording(0);
  const headers = file.subarray(0, file.indexOf(CLUSTER, 0, 'latin1'));
  // A segment of unknown length.
  headers.set(
    Buffer.from('\x01\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    headers.indexOf(SEGMENT, 0, 'latin1') + 4,
  );
  const clusters = [0, 5000, 10_000].map((start) => {
    const blocks = Array.from({ length: 250 }, (_, index) => block(index * 20));
    return Buffer.concat([
      Buffer.from(`${CLUSTER}\xff`, 'latin1'),
      Buffer.of(0xe7, 0x82, start >> 8, start),
      ...blocks,
    ]);
  });
  const { info } = await open(Buffer.concat([headers, ...clusters]));
  expect(info.duration).toBeCloseTo(15, 1);
});

/** 20 ms of Opus in 150 bytes. */
function block(time: number): Buffer {
  const content = Buffer.alloc(154, 7);
  content.set([0x81, time >> 8, time, 0x80, 0x08]);
  return Buffer.concat([Buffer.of(0xa3, 0x40, content.length), content]);
}
