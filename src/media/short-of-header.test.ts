import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../tests/fixtures/open-container.ts';

/** Sun AU, 16 bits, whose header declares so many bytes of sound. */
function sunAudio(stated: number, bytes: number): Buffer<ArrayBuffer> {
  const header = Buffer.from('.snd\0\0\0\x18\0\0\0\0\0\0\0\x03\0\0\x3e\x80\0\0\0\x01', 'latin1');
  header.writeUInt32BE(stated, 8);
  return Buffer.concat([header, Buffer.alloc(bytes, 7)]);
}

describe('a file with less sound than its header tells of', () => {
  it.each(['long.flac', 'long.mp3'])('is read, and the length that was told is known: %s', async (name) => {
    const file = fixture(name);
    const whole = await open(file);
    const half = await open(file.subarray(0, file.length / 2));
    expect(whole.statedSeconds).toBeUndefined();
    expect(half.info.duration).toBeLessThan(4);
    expect(half.statedSeconds).toBeCloseTo(whole.info.duration ?? 0, 0);
  });

  it('has the bytes counted that are missing', async () => {
    const caf = fixture('pcm_s16.caf');
    expect((await open(caf)).missingBytes).toBeUndefined();
    expect((await open(caf.subarray(0, -5000))).missingBytes).toBe(5000);
    expect((await open(sunAudio(32_000, 32_000))).missingBytes).toBeUndefined();
    expect((await open(sunAudio(32_000, 20_000))).missingBytes).toBe(12_000);
  });
});

it('zeros between the parts of an MP3 are no lost sound', async () => {
  const file = fixture('long.mp3');
  const middle = file.length >> 1;
  const { info } = await open(file.subarray(0, middle), new Uint8Array(30_000), file.subarray(middle));
  expect(info.duration).toBeCloseTo((await open(file)).info.duration ?? 0, 1);
});

it('sound that a transport stream only calls private is read by its frames', async () => {
  const file = fixture('aac.mpegts');
  const { info } = await open(fixture('aac.mpegts'));
  let changed = 0;
  for (let at = 0; at < file.length; at += 188) {
    // The map of the program, behind its pointer: the type of its only stream.
    if ((file.readUInt16BE(at + 1) & 0x1fff) !== 0x1000 || file[at + 17] !== 15) continue;
    file[at + 17] = 6;
    changed += 1;
  }
  expect(changed).toBeGreaterThan(0);
  expect((await open(file)).info).toEqual(info);
});

describe('packets of a transport stream with a time before each', () => {
  /** As Blu-ray and cameras write them. */
  function withTimes(file: Buffer): Buffer<ArrayBuffer> {
    const packets: Buffer[] = [];
    for (let at = 0; at < file.length; at += 188)
      packets.push(Buffer.alloc(4, at), file.subarray(at, at + 188));
    return Buffer.concat(packets);
  }
  /** The sound is called private, as in Blu-ray's packets of some programs. */
  const unnamed = (file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => {
    for (let at = 0; at < file.length; at += 188) {
      if ((file.readUInt16BE(at + 1) & 0x1fff) === 0x1000 && file[at + 17] === 15) file[at + 17] = 6;
    }
    return file;
  };
  const whole = withTimes(unnamed(fixture('long.mpegts')));
  const middle = whole.length >> 1;

  it.each([
    ['has lost bytes', Buffer.concat([whole.subarray(0, middle), whole.subarray(middle + 55)])],
    ['begins within a packet', whole.subarray(100)],
    [
      'has packets without their mark',
      Buffer.concat([whole.subarray(0, middle), Buffer.alloc(900), whole.subarray(middle + 900)]),
    ],
  ])('are read where the file %s', async (_, file) => {
    const { info } = await open(file);
    expect(info).toMatchObject({ container: 'mpeg-ts', codec: 'aac' });
    expect(info.duration).toBeCloseTo((await open(fixture('long.mpegts'))).info.duration ?? 0, 0);
  });

  it('are found behind the rest of one without times, too', async () => {
    expect((await open(fixture('long.mpegts').subarray(100))).info.codec).toBe('aac');
  });
});

it('a format chunk of WAVE that ends before the number of bits is enough for telephone codecs', async () => {
  const file = fixture('alaw_8khz.wav');
  const at = file.indexOf('fmt ');
  const length = file.readUInt32LE(at + 4);
  const short = Buffer.concat([
    file.subarray(0, at + 8),
    file.subarray(at + 8, at + 22),
    file.subarray(at + 8 + length),
  ]);
  short.writeUInt32LE(14, at + 4);
  expect((await open(short)).info).toEqual((await open(file)).info);
});

it('MPEG audio of a free bit rate is named', async () => {
  const frame = Buffer.alloc(321);
  frame.set([0xff, 0xfb, 0x00, 0x64]);
  await expect(open(Buffer.concat(Array<Buffer>(20).fill(frame)))).rejects.toMatchObject({
    code: 'unsupported_media',
    message: expect.stringContaining('Free-format MPEG audio cannot be decoded'),
  });
});

it('a file that was cut off before its first sound is not called intact', async () => {
  await expect(open(fixture('long.flac').subarray(0, 200))).rejects.toThrow(
    'The file contains no audio: it is empty, or was cut off before its first sound.',
  );
});
