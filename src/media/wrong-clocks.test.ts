import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../tests/fixtures/open-container.ts';
import type { AudioTrack } from './audio-track.ts';

async function packetsOf(track: AudioTrack): Promise<{ count: number; end: number }> {
  let count = 0;
  let end = 0;
  for await (const { timestamp, duration } of track.packets()) {
    count++;
    end = timestamp + duration;
  }
  return { count, end };
}

describe('MP4 whose samples last a thousand times too long', () => {
  it.each(['alac.m4a', 'aac.m4a', 'long.m4a'])('is read by what its codec can be: %s', async (name) => {
    const sound = await open(fixture(name));
    const file = fixture(name);
    const table = file.indexOf('stts') + 4;
    const entries = file.readUInt32BE(table + 4);
    for (let entry = 0; entry < entries; entry++) {
      const at = table + 8 + entry * 8 + 4;
      file.writeUInt32BE(file.readUInt32BE(at) * 1000, at);
    }
    const stretched = await open(file);
    const { count, end } = await packetsOf(sound);
    const found = await packetsOf(stretched);
    expect(found.count).toBe(count);
    expect(found.end).toBeCloseTo(end, 1);
    expect(stretched.info.duration).toBeCloseTo(sound.info.duration ?? 0, 1);
  });
});

describe('a track with two sample descriptions', () => {
  /** The file with its description twice, the second for all samples but the first. Its index is behind its one chunk of samples. */
  function described(name: string, change: (entry: Buffer) => void): Buffer<ArrayBuffer> {
    const file = fixture(name);
    const boxAt = (box: string) => file.indexOf(box) - 4;
    const [stsd, stsc, stco, stsz] = ['stsd', 'stsc', 'stco', 'stsz'].map(boxAt) as [
      number,
      number,
      number,
      number,
    ];
    const entry = Buffer.from(file.subarray(stsd + 16, stsd + file.readUInt32BE(stsd)));
    change(entry);
    const samples = file.readUInt32BE(stsc + 20);
    const insertions: [number, Buffer][] = [
      [stsd + 16 + entry.length, entry],
      [stsc + 28, numbers(2, samples - 1, 2)],
      [stco + 20, numbers(file.readUInt32BE(stco + 16) + file.readUInt32BE(stsz + 20))],
    ];
    file.writeUInt32BE(1, stsc + 20);
    for (const table of [stsd, stsc, stco]) file.writeUInt32BE(2, table + 12);
    for (const box of ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'stsc', 'stco']) {
      const at = boxAt(box);
      const end = at + file.readUInt32BE(at);
      const inside = insertions.filter(([place]) => place > at && place <= end);
      const added = inside.reduce((sum, [, { length }]) => sum + length, 0);
      file.writeUInt32BE(end - at + added, at);
    }
    const parts: Buffer[] = [];
    let from = 0;
    for (const [at, bytes] of insertions.toSorted(([a], [b]) => a - b)) {
      parts.push(file.subarray(from, at), bytes);
      from = at;
    }
    return Buffer.concat([...parts, file.subarray(from)]);
  }

  function numbers(...values: number[]): Buffer {
    const bytes = Buffer.alloc(4 * values.length);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
    return bytes;
  }

  it.each(['long_alac.m4a', 'long.m4a'])('is read where both mean the same: %s', async (name) => {
    const { info } = await open(fixture(name));
    expect((await open(described(name, () => undefined))).info).toEqual(info);
  });

  it.each(['long_alac.m4a', 'long.m4a'])('is read in two parts where they differ: %s', async (name) => {
    const whole = await packetsOf(await open(fixture(name)));
    const track = await open(described(name, (entry) => entry.writeUInt32BE(12_000 * 65_536, 32)));
    expect((await packetsOf(track)).count).toBe(1);
    const rest: { count: number; end: number }[] = [];
    for await (const part of track.recoded?.() ?? []) rest.push(await packetsOf(part));
    expect(rest).toEqual([{ count: whole.count - 1, end: whole.end }]);
  });
});

describe('transport streams with the same streams, joined by appending', () => {
  it.each(['aac.mpegts', 'long.mpegts'])('are read to the end, and state no duration: %s', async (name) => {
    const file = fixture(name);
    const { count } = await packetsOf(await open(file));
    const track = await open(file, file, file);
    expect(track.info.duration).toBeNull();
    expect((await packetsOf(track)).count).toBe(3 * count);
  });

  it('are told from one with a clock that runs on', async () => {
    expect((await open(fixture('long.mpegts'))).info.duration).toBeGreaterThan(5);
  });
});
