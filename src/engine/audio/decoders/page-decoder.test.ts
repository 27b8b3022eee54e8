import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AudioPacket } from '../../../media/audio-track.ts';
import { SILENT_AAC_FRAME, silent71Adts } from './aac-frames.ts';
import { DecoderGaveUp } from './decoder-gave-up.ts';
import { PacketQueue } from './packet-queue.ts';
import { type DecodeFile, decodeAacInPage } from './page-decoder.ts';

const RATE = 16_000;
const FRAME = 1024 / RATE;
const CONFIG = {
  codec: 'mp4a.40.2',
  numberOfChannels: 1,
  sampleRate: RATE,
  description: new Uint8Array([0x14, 0x08]),
};

/** Two pieces: 30 s, and a second after them. */
async function* packets(): AsyncGenerator<AudioPacket, void, undefined> {
  for (let timestamp = 0; timestamp < 31; timestamp += FRAME) {
    yield { data: Uint8Array.from(SILENT_AAC_FRAME), timestamp, duration: FRAME };
  }
}

const never: DecodeFile = () => new Promise(() => undefined);
const heard: DecodeFile = async () => ({ sampleRate: RATE, planes: [new Float32Array(31 * RATE)] });

async function blocks(decodeFile: DecodeFile): Promise<number> {
  let count = 0;
  for await (const _ of decodeAacInPage(new PacketQueue(packets()), CONFIG, decodeFile)) count += 1;
  return count;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the decoder of the page', () => {
  it('is left after 20 s without an answer, with all that it was given', async () => {
    const decoding = blocks(never).catch((error) => error);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(await Promise.race([decoding, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    const error = await decoding;
    expect(error).toBeInstanceOf(DecoderGaveUp);
    expect(error.undecoded.length).toBeCloseTo(30 / FRAME, -1);
  });

  it('skips a piece that it says nothing to once it has decoded another', async () => {
    let calls = 0;
    const decoding = blocks((...given) => (++calls === 1 ? heard(...given) : never(...given)));
    await vi.advanceTimersByTimeAsync(20_100);
    expect(await decoding).toBe(1);
    expect(calls).toBe(2);
  });

  it('gets no 7.1 channels where it refuses silence in them, since a damaged piece could end the page', async () => {
    const asked: number[] = [];
    const refusing: DecodeFile = async (file) => {
      asked.push(file.byteLength);
      throw new Error('Decoding failed');
    };
    const wide = { ...CONFIG, numberOfChannels: 8 };
    const decoding = decodeAacInPage(new PacketQueue(packets()), wide, refusing).next();
    await expect(decoding).rejects.toBeInstanceOf(DecoderGaveUp);
    expect(asked).toEqual([silent71Adts(RATE)?.byteLength]);
  });
});
