import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../../tests/fixtures/open-container.ts';
import { seededRandom } from '../../lib/seeded-random.ts';

async function read(...parts: Uint8Array<ArrayBuffer>[]) {
  const { info, packets, startTimestamp, skipped } = await open(...parts);
  let end = 0;
  for await (const packet of packets()) end = packet.timestamp + packet.duration;
  return { seconds: end - startTimestamp, stated: info.duration ?? 0, skipped: skipped?.() };
}

const draw = seededRandom(3);
const noise = Uint8Array.from({ length: 9000 }, () => Math.floor(draw() * 256));
const text = Buffer.from('HTTP/1.1 200 OK\r\nicy-metaint:16000\r\n'.repeat(250));

const halves = (file: Buffer<ArrayBuffer>) => {
  const middle = file.length >> 1;
  return [file.subarray(0, middle), file.subarray(middle)] as const;
};

/** Without the frame that declares how many follow. */
function withoutInfo(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const info = file.indexOf('Info');
  expect(info).toBeGreaterThan(0);
  return file.subarray(file.indexOf(file.subarray(info - 21, info - 19), info));
}

describe('bytes that were inserted between frames', () => {
  it.each([
    ['noise, MP3 whose frames are counted', fixture('long.mp3'), noise],
    ['text, MP3 whose frames are counted', fixture('long.mp3'), text],
    ['noise, MP3 of one bit rate', withoutInfo(fixture('long.mp3')), noise],
    ['noise, AC-3', fixture('long.ac3'), noise],
  ])('have no time, and are told of: %s', async (_, file, inserted) => {
    const whole = await read(file);
    const [before, behind] = halves(file);
    const { seconds, stated, skipped } = await read(before, inserted, behind);
    expect(Math.abs(seconds - whole.seconds)).toBeLessThan(0.1);
    expect(Math.abs(stated - whole.stated)).toBeLessThan(0.1);
    expect(skipped?.seconds).toBe(0);
    expect(skipped?.bytes).toBeGreaterThan(inserted.length - 1000);
    expect(whole.skipped).toEqual({ bytes: 0, seconds: 0 });
  });

  it('cannot be told from lost frames in AAC, but are told of', async () => {
    const [before, behind] = halves(fixture('long.aac'));
    const { skipped } = await read(before, noise, behind);
    expect(skipped?.bytes).toBeGreaterThan(7000);
    expect(skipped?.seconds).toBeGreaterThan(0.5);
  });
});

it.each([
  ['long.mp3', 0.1],
  // The time of frames of many lengths is estimated.
  ['long.aac', 0.4],
  ['long.ac3', 0.1],
])('frames that were overwritten keep their time: %s', async (name, doubt) => {
  const file = fixture(name);
  const whole = await read(file);
  file.set(noise, file.length >> 1);
  const { seconds, stated, skipped } = await read(file);
  expect(Math.abs(seconds - whole.seconds)).toBeLessThan(doubt);
  expect(Math.abs(stated - whole.stated)).toBeLessThan(doubt);
  expect(skipped?.seconds).toBeGreaterThan(0.5);
});
