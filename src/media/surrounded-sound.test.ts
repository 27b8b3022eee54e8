import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../tests/fixtures/open-container.ts';
import type { AudioTrack } from './audio-track.ts';

async function secondsOf(track: AudioTrack): Promise<number> {
  let end = 0;
  for await (const { timestamp, duration } of track.packets()) end = timestamp + duration;
  return end;
}

/** An ID3v2 tag with a picture in which frames seem to begin. */
function tag(length: number, stated = length): Uint8Array<ArrayBuffer> {
  const sevenBits = [21, 14, 7, 0].map((shift) => (stated >> shift) & 127);
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...sevenBits]);
  return new Uint8Array(
    Buffer.concat([
      header,
      Buffer.alloc(length, Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(97)])),
    ]),
  );
}

const chunk = (name: string, content: Uint8Array): Buffer<ArrayBuffer> => {
  const header = Buffer.alloc(8);
  header.write(name, 0);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
};

describe('what was stored before a file', () => {
  const before: Record<string, Uint8Array<ArrayBuffer> | string> = {
    'a line': '\r\n',
    'a mark of text': Uint8Array.of(0xef, 0xbb, 0xbf),
    'the headers of a response': 'HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\n\r\n',
    zeros: new Uint8Array(300),
  };
  const names = ['pcm_s16.wav', 'rf64.wav', 'pcm_s16.aiff', 'alac.caf', 'flac.flac', 'opus.ogg', 'opus.webm'];
  const files = [...names, 'aac.m4a', 'long_faststart.m4a'];
  const cases = Object.keys(before).flatMap((what) => files.map((name) => [what, name] as const));

  it.each(cases)('takes nothing from its sound: %s before %s', async (what, name) => {
    const { info } = await open(before[what] ?? '', fixture(name));
    expect(info).toEqual((await open(fixture(name))).info);
  });

  it('does not hide the place of a file that is joined', async () => {
    const file = fixture('pcm_s16.wav');
    expect((await open(tag(100), file, file)).joinedAt?.()).toBe(110 + file.length);
    expect((await open('\r\n', file, file)).joinedAt?.()).toBe(2 + file.length);
  });
});

describe('tags', () => {
  it.each(['cbr.mp3', 'aac.aac'])('between two files take no time: %s', async (name) => {
    const file = fixture(name);
    const joined = await secondsOf(await open(file, tag(40_000), file));
    expect(joined).toBe(await secondsOf(await open(file, file)));
  });

  it('that state more than the file has do not hide its sound', async () => {
    const file = fixture('cbr.mp3');
    expect((await open(tag(0, 2 ** 27), file)).info).toEqual((await open(file)).info);
  });
});

describe('WAV with samples in several chunks', () => {
  it('is read to its end', async () => {
    const first = new Uint8Array(8000).fill(1);
    const second = new Uint8Array(4000).fill(2);
    const format = Buffer.from([1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]);
    const chunks = [chunk('data', first), chunk('LIST', Buffer.alloc(6)), chunk('data', second)];
    const content = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), ...chunks]);
    const track = await open(chunk('RIFF', content));
    expect(track.info.duration).toBe(0.75);
    const samples: number[] = [];
    for await (const { data } of track.packets()) samples.push(...data);
    expect(samples).toEqual([...first, ...second]);
  });
});

describe('a file that was cut off', () => {
  it.each(['pcm_s16.wav', 'pcm_f32.wav', 'pcm_s16.aiff', 'opus.mkv'])(
    'lacks the bytes that it states: %s',
    async (name) => {
      const file = fixture(name);
      const half = Math.floor(file.length / 2);
      expect((await open(file.subarray(0, half))).missingBytes).toBe(file.length - half);
      expect((await open(file)).missingBytes ?? 0).toBe(0);
    },
  );

  it.each([0, 2 ** 31 - 4096, 2 ** 31 + 36, 2 ** 32 - 1])(
    'is not one whose size was never filled in: %d',
    async (size) => {
      const file = fixture('pcm_s16.wav');
      file.writeUInt32LE(size, 4);
      file.writeUInt32LE(size, file.indexOf('data') + 4);
      expect((await open(file)).missingBytes ?? 0).toBe(0);
    },
  );
});

describe('a transport stream', () => {
  /** The same with all times of its sound moved. */
  function moved(file: Buffer<ArrayBuffer>, ticks: number): Buffer<ArrayBuffer> {
    const changed = Buffer.from(file);
    for (let packet = 0; packet < changed.length; packet += 188) {
      const start = 4 + ((changed[packet + 3] ?? 0) & 0x20 ? 1 + (changed[packet + 4] ?? 0) : 0);
      const pes = changed.subarray(packet + start, packet + 188);
      const isSound = pes.readUIntBE(0, 3) === 1 && ((pes[3] ?? 0) & 0xe0) === 0xc0;
      if (((changed[packet + 1] ?? 0) & 0x40) === 0 || !isSound) continue;
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = pes.subarray(9, 14);
      const time = ((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1);
      const now = (time + ticks) % 2 ** 33;
      const bits = (shift: number, mask: number) => Math.floor(now / 2 ** shift) & mask;
      pes.set([(a & 0xf1) | (bits(30, 7) << 1), bits(22, 255), (bits(15, 127) << 1) | 1], 9);
      pes.set([bits(7, 255), (bits(0, 127) << 1) | 1], 12);
    }
    return changed;
  }

  it('begins with its first sound where its clock is about to begin anew', async () => {
    const file = fixture('long.mpegts');
    const usual = await open(file);
    const late = await open(moved(file, 2 ** 33 - 90_000 * 2));
    const lead = async (track: AudioTrack) => {
      for await (const { timestamp } of track.packets()) return timestamp - track.startTimestamp;
      return null;
    };
    expect(await lead(late)).toBeCloseTo((await lead(usual)) ?? Number.NaN, 3);
  });
});

describe('codecs that a container names by those of another one', () => {
  it('are read where a Matroska track has the format of a WAVE file', async () => {
    const { matroskaCodec } = await import('./matroska/matroska-codec.ts');
    const codecPrivate = Uint8Array.from([7, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0, 0, 0]);
    const numbers = { sampleRate: 8000, numberOfChannels: 1, bitDepth: 8 };
    expect(matroskaCodec({ codecId: 'A_MS/ACM', codecPrivate, ...numbers })).toMatchObject({
      name: 'ulaw',
      sampleRate: 8000,
    });
  });

  it.each([
    [56, 'AMR'],
    [88, 'AMR-WB'],
  ])('are refused by their name: format tag %i', async (tag, name) => {
    const { matroskaCodec } = await import('./matroska/matroska-codec.ts');
    const codecPrivate = Uint8Array.from([tag, 0, 1, 0, 0x40, 0x1f, 0, 0, 0, 0, 0, 0, 1, 0, 16, 0, 0, 0]);
    const numbers = { sampleRate: 8000, numberOfChannels: 1, bitDepth: 16 };
    expect(() => matroskaCodec({ codecId: 'A_MS/ACM', codecPrivate, ...numbers })).toThrow(
      `${name} audio cannot be decoded`,
    );
  });
});
