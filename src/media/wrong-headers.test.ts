import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../tests/fixtures/open-container.ts';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { decodePcm } from '../engine/audio/decoders/pcm-decoder.ts';
import type { AudioTrack } from './audio-track.ts';
import { alacNumbers } from './mp4/alac-cookie.ts';
import { oggCodec } from './ogg/ogg-codec.ts';

async function secondsOf(track: AudioTrack): Promise<number> {
  let seconds = 0;
  for await (const { duration } of track.packets()) seconds += duration;
  return seconds;
}

/** A WAV file of one second at 8 kHz. */
function wav(tag: number, bits: number, blockBytes: number, samples: Uint8Array, dataBytes = samples.length) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(tag, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000 * blockBytes, 28);
  header.writeUInt16LE(blockBytes, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return open(new Uint8Array(Buffer.concat([header, samples])));
}

const tone = Float64Array.from({ length: 8000 }, (_, index) => Math.sin(index / 3) * 0.5);
const int16 = new Uint8Array(Int16Array.from(tone, (value) => value * 32_767).buffer);

describe('WAV', () => {
  it('is read by its bits where a web recorder states a wrong block size', async () => {
    const { info } = await wav(1, 16, 4, int16);
    expect(info).toMatchObject({ codec: 'pcm-s16', duration: 1 });
  });

  it('is read by its block size where samples of 24 bits lie in four bytes', async () => {
    const { info } = await wav(
      1,
      24,
      4,
      new Uint8Array(Int32Array.from(tone, (value) => value * 2 ** 30).buffer),
    );
    expect(info).toMatchObject({ codec: 'pcm-s32', duration: 1 });
  });

  it('is read where samples are integers of 64 bits, as numerical programs write them', async () => {
    const samples = BigInt64Array.from(tone, (value) => BigInt(Math.round(value * 2 ** 30)) << 32n);
    const { info } = await wav(1, 64, 8, new Uint8Array(samples.buffer));
    expect(info).toMatchObject({ codec: 'pcm-s64', duration: 1 });
  });

  it('is read to its end where its size is that of a first part', async () => {
    expect((await wav(1, 16, 2, int16, 4000)).info.duration).toBe(1);
  });

  it('ends where another chunk begins', async () => {
    const list = new Uint8Array(
      Buffer.concat([int16.subarray(0, 8000), Buffer.from('LIST'), Buffer.alloc(3000)]),
    );
    expect((await wav(1, 16, 2, list, 8000)).info.duration).toBe(0.5);
  });

  it.each([
    ['32', 2 ** 15],
    ['64', 2 ** 15],
    ['32', 2 ** 31],
  ])('of %s-bit floats in the scale of integers is brought to full scale: %d', async (bits, scale) => {
    const scaled = tone.map((value) => value * scale);
    const samples = new Uint8Array((bits === '32' ? Float32Array.from(scaled) : scaled).buffer);
    const track = await wav(3, Number(bits), Number(bits) / 8, samples);
    if (track.coding.kind !== 'pcm') throw new Error('It is not PCM.');
    const { value: packet } = await track.packets().next();
    const [plane] = decodePcm(packet?.data ?? new Uint8Array(), track.coding.format, 1);
    expect(Math.max(...(plane?.subarray(0, 100) ?? []))).toBeCloseTo(0.5, 2);
  });

  it('of floats with some damaged values keeps its own scale', async () => {
    const damaged = Float32Array.from(tone, (value, index) => (index % 500 === 0 ? 1e20 : value));
    const { coding } = await wav(3, 32, 4, new Uint8Array(damaged.buffer));
    expect(coding).toEqual({
      kind: 'pcm',
      format: { encoding: 'float', bytesPerSample: 4, littleEndian: true },
    });
  });
});

/** A checksum as FLAC has them: of 8 bits over a header, of 16 over a frame. */
function crc(bytes: readonly number[], width: 8 | 16, polynomial: number): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) sum = sum & (1 << (width - 1)) ? (sum << 1) ^ polynomial : sum << 1;
    sum &= 2 ** width - 1;
  }
  return sum;
}

/** FLAC at 8 kHz in frames of 576 samples that all have one value. */
function flacOfSmallFrames(count: number): Uint8Array<ArrayBuffer> {
  const file = [...Buffer.from('fLaC'), 0x80, 0, 0, 34, 2, 0x40, 2, 0x40, 0, 0, 0, 0, 0, 0];
  file.push(0x01, 0xf4, 0x00, 0xf0, 0, 0, 0, 0, ...Array<number>(16).fill(0));
  for (let index = 0; index < count; index++) {
    const number = [...Buffer.from(String.fromCodePoint(index))];
    const header = [0xff, 0xf8, 0x24, 0x08, ...number];
    const frame = [...header, crc(header, 8, 0x07), 0, 0, 0];
    const sum = crc(frame, 16, 0x8005);
    file.push(...frame, sum >> 8, sum & 255);
  }
  return Uint8Array.from(file);
}

describe('FLAC', () => {
  it('is opened where it has very many small frames', async () => {
    const track = await open(flacOfSmallFrames(1500));
    expect(track.info.duration).toBeCloseTo((1500 * 576) / 8000, 6);
    expect(await secondsOf(track)).toBeCloseTo((1500 * 576) / 8000, 6);
  });

  const original = fixture('flac.flac');
  const changed = (offset: number, bytes: number[]) => {
    const file = Buffer.from(original);
    file.set(bytes, 8 + offset);
    return new Uint8Array(file);
  };

  it('keeps frames that are longer than its header states', async () => {
    const whole = await open(new Uint8Array(original));
    const other = await open(changed(7, [0, 2, 0]));
    expect(await secondsOf(other)).toBeCloseTo(await secondsOf(whole), 6);
  });

  it('counts by the blocks it has, whatever sizes its header states', async () => {
    const track = await open(changed(0, [0, 16, 255, 255]));
    let last = 0;
    for await (const { timestamp, duration } of track.packets()) last = timestamp + duration;
    expect(last).toBeCloseTo(1.325, 3);
    expect(track.info.duration).toBeCloseTo(1.325, 3);
  });

  it('is as long as its frames, whatever number of samples it states', async () => {
    expect((await open(changed(14, [0xff, 0xff, 0xff, 0xff]))).info.duration).toBeCloseTo(1.325, 3);
  });
});

describe('MP3', () => {
  const original = fixture('cbr.mp3');

  it('is counted where its header states a hundred times as many frames', async () => {
    const file = Buffer.from(original);
    const at = file.indexOf('Info');
    file.writeUInt32BE(file.readUInt32BE(at + 8) * 100, at + 8);
    const [stated, counted] = [await open(new Uint8Array(original)), await open(new Uint8Array(file))];
    expect(counted.info.duration).toBeCloseTo(stated.info.duration ?? 0, 1);
  });

  it('is read through where another file was joined to it, of another rate too', async () => {
    const [one, other] = [
      await open(new Uint8Array(original)),
      await open(new Uint8Array(fixture('mpeg2.mp3'))),
    ];
    const joined = await open(new Uint8Array(original), new Uint8Array(fixture('mpeg2.mp3')));
    const whole = (await secondsOf(one)) + (await secondsOf(other));
    expect(await secondsOf(joined)).toBeCloseTo(whole, 1);
    expect(joined.info.duration).toBeCloseTo(whole, 1);
  });
});

describe('MP4', () => {
  it('is as long as its packets where its header says that nobody knew', async () => {
    const file = fixture('aac.m4a');
    for (const name of ['mvhd', 'mdhd']) file.set([255, 255, 255, 255], file.indexOf(name) + 20);
    const { info } = await open(new Uint8Array(file));
    expect(info.duration).toBeCloseTo((await open(new Uint8Array(fixture('aac.m4a')))).info.duration ?? 0, 1);
  });

  it('is played as its edit list says', async () => {
    const file = fixture('aac.m4a');
    const whole = await open(new Uint8Array(file));
    expect(whole.edits).toBeUndefined();
    const list = file.indexOf('elst') + 4;
    const [count, duration] = [file.readUInt32BE(list + 4), file.readUInt32BE(list + 8)];
    expect(count).toBe(1);
    file.writeUInt32BE(Math.round(duration / 2), list + 8);
    const { info, edits } = await open(new Uint8Array(file));
    expect(info.duration).toBeCloseTo((whole.info.duration ?? 0) / 2, 1);
    expect(edits).toEqual([{ from: 0, seconds: info.duration }]);
  });

  it('has the rate of the settings of ALAC, for which a sample entry has no room above 65,535 Hz', () => {
    const settings = new Uint8Array(24);
    settings[9] = 2;
    new DataView(settings.buffer).setUint32(20, 96_000);
    expect(alacNumbers(settings)).toEqual({ numberOfChannels: 2, sampleRate: 96_000 });
  });
});

describe('a transport stream', () => {
  /** A packet with a table section. */
  function table(pid: number, section: number[]): Uint8Array<ArrayBuffer> {
    const packet = new Uint8Array(188).fill(255);
    packet.set([0x47, 0x40 | (pid >> 8), pid & 255, 0x10, 0, ...section]);
    return packet;
  }
  const programs = table(0, [0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xe1, 0x00, 0, 0, 0, 0]);
  const ofStream = (type: number, descriptors: number[]) => {
    const length = 18 + descriptors.length;
    const stream = [type, 0xe1, 0x01, 0xf0, descriptors.length, ...descriptors];
    return table(0x100, [2, 0xb0, length, 0, 1, 0xc1, 0, 0, 0xe1, 0x01, 0xf0, 0, ...stream, 0, 0, 0, 0]);
  };

  it.each([
    ['AAC in LATM', 0x11, []],
    ['TrueHD', 0x83, []],
    ['Opus in MPEG-TS', 6, [5, 4, ...Buffer.from('Opus')]],
  ])('is refused by the name of its codec: %s', async (name, type, descriptors) => {
    const filler = table(0x1fff, []);
    const file = [programs, ofStream(type, descriptors), ...Array.from({ length: 20 }, () => filler)];
    await expect(open(...file)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining(name),
    });
  });
});

describe('Ogg files that are chained', () => {
  it.each(['opus.ogg', 'vorbis.ogg', 'flac.ogg'])('end where the next one begins: %s', async (name) => {
    const one = new Uint8Array(fixture(name));
    const track = await open(one, one);
    expect(track.info.duration).toBeNull();
    expect(await secondsOf(track)).toBeCloseTo(await secondsOf(await open(one)), 6);
    expect(track.joinedAt?.()).toBe(one.length);
  });

  it('are one file where nothing is chained', async () => {
    const track = await open(new Uint8Array(fixture('opus.ogg')));
    await secondsOf(track);
    expect(track.joinedAt?.()).toBeNull();
  });
});

describe('Ogg Vorbis', () => {
  it('has room for a cover among its comments', () => {
    const identification = Buffer.concat([Buffer.from('\x01vorbis'), Buffer.alloc(23, 1)]);
    const comment = Buffer.concat([Buffer.from('\x03vorbis'), Buffer.alloc(500_000, 7)]);
    const setup = Buffer.concat([Buffer.from('\x05vorbis'), Buffer.alloc(100, 9)]);
    const codec = oggCodec([identification, comment, setup]);
    if (!codec || typeof codec === 'string') throw new Error('It was not recognised.');
    const { description } = codec.config;
    const lacing = 1 + 1 + (Math.floor(comment.length / 255) + 1);
    expect(description?.byteLength).toBe(lacing + identification.length + comment.length + setup.length);
  });
});

describe('files joined by appending', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'endWhereNext'))(
    'end where the next one begins, and state no duration: %s and %s',
    async (one, other) => {
      const first = new Uint8Array(fixture(one));
      const track = await open(first, new Uint8Array(fixture(other)));
      expect(track.info.duration).toBeNull();
      expect(await secondsOf(track)).toBeCloseTo(await secondsOf(await open(first)), 6);
      expect(track.joinedAt?.()).toBe(first.length);
    },
  );

  it('are noticed in browser recordings, which state neither size nor duration', async () => {
    const recording = live(new Uint8Array(fixture('long.webm')));
    const alone = await open(recording);
    expect(alone.info.duration).toBeCloseTo(6.92, 1);
    expect((await open(recording, recording)).info.duration).toBeNull();
  });
});

/** A WebM file with the size of its segment and its duration unknown. */
function live(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(file);
  const segment = bytes.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4;
  bytes.set([1, 255, 255, 255, 255, 255, 255, 255], segment);
  // An element of the same length that says nothing.
  const duration = bytes.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  bytes.set([0xec, 0x89], duration);
  return new Uint8Array(bytes);
}

it('keeps the last frame of FLAC before a tag', async () => {
  const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
  const whole = await open(new Uint8Array(fixture('flac.flac')));
  const tagged = await open(new Uint8Array(fixture('flac.flac')), new Uint8Array(tag));
  expect(await secondsOf(tagged)).toBe(await secondsOf(whole));
});

describe('AIFF', () => {
  it.each([8, 24, 32])('of 16 bits is read by its bytes where its header says %i bits', async (bits) => {
    const file = Buffer.from(fixture('pcm_s16.aiff'));
    const { info } = await open(file);
    file.writeUInt16BE(bits, file.indexOf('COMM') + 8 + 6);
    expect((await open(file)).info).toEqual(info);
  });
});

describe('CAF files joined by appending', () => {
  it.each(['pcm_s16.caf', 'alac.caf'])('say where the second begins: %s', async (name) => {
    const first = fixture(name);
    const track = await open(first, first);
    expect(track.joinedAt?.()).toBe(first.length);
    expect(track.info.duration).toBeNull();
    expect(await secondsOf(track)).toBeCloseTo(await secondsOf(await open(first)), 3);
  });
});
