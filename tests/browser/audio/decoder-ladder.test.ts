import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DecodeFile } from '../../../src/engine/audio/decoders/page-decoder.ts';
import { fixture } from './audio-worker.ts';
import { compareSounds, decodedPcm } from './decoded-pcm.ts';

/** What a page of the app lends to its worker, without the worker. */
const decodeFile: DecodeFile = async (file, { numberOfChannels, sampleRate }) => {
  const context = new OfflineAudioContext({ numberOfChannels, sampleRate, length: 1 });
  const decoded = await context.decodeAudioData(file);
  const planes = Array.from({ length: decoded.numberOfChannels }, (_, channel) =>
    decoded.getChannelData(channel),
  );
  return { sampleRate: decoded.sampleRate, planes };
};

/** A browser whose decoder accepts everything and never responds, like WebKit's for some codecs. */
class DeafDecoder extends EventTarget {
  static isConfigSupported = async () => ({ supported: true });
  state = 'configured';
  decodeQueueSize = 0;
  configure(): void {
    this.state = 'configured';
  }
  decode(): void {
    this.decodeQueueSize++;
  }
  flush(): Promise<void> {
    return new Promise(() => undefined);
  }
  close(): void {
    this.state = 'closed';
  }
}

/** One that accepts everything and then rejects it, as if it were damaged. */
class RefusingDecoder extends DeafDecoder {
  readonly #error: (error: Error) => void;
  constructor({ error }: { error: (error: Error) => void }) {
    super();
    this.#error = error;
  }
  override decode(): void {
    queueMicrotask(() => this.#error(new Error('Decoding failed.')));
  }
}

const OPEN = [
  'cbr.mp3',
  'vbr.mp3',
  'mpeg2.mp3',
  'layer2.mp2',
  'long.mp3',
  'flac.flac',
  'flac.ogg',
  'long.flac',
  'opus.ogg',
  'opus.webm',
  'opus.mkv',
  'long.ogg',
  'vorbis.ogg',
  'vorbis.webm',
  'long_vorbis.ogg',
];
const AAC = ['aac.aac', 'aac.m4a', 'aac.mov', 'aac.mpegts', 'long.m4a', 'video.mp4', 'eight_channels.m4a'];

async function expectAlike(name: string): Promise<void> {
  const file = await fixture(name);
  const native = await decodedPcm(file);
  vi.stubGlobal('AudioDecoder', undefined);
  const other = await decodedPcm(file, decodeFile);
  expect(other).toHaveLength(native.length);
  const [reference = new Float32Array()] = native;
  const [sound = new Float32Array()] = other;
  expect(Math.abs(sound.length - reference.length) / 16_000).toBeLessThan(0.06);
  const { likeness, lag } = compareSounds(reference.subarray(0, 80_000), sound.subarray(0, 80_000));
  expect(likeness).toBeGreaterThan(0.97);
  expect(Math.abs(lag)).toBeLessThan(0.01);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('without WebCodecs', () => {
  it.each(OPEN)('%s is decoded in WebAssembly, as the browser itself would', expectAlike);
  it.each(AAC)("%s is decoded by the page's own decoder, as WebCodecs would", expectAlike);

  it('AAC is refused with its name and a way out where there is no page to decode it', async () => {
    vi.stubGlobal('AudioDecoder', undefined);
    await expect(decodedPcm(await fixture('aac.m4a'))).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/cannot decode AAC.*Convert the recording/),
    });
  });
});

describe('a decoder of the browser that does not do what it says', () => {
  it.each(['cbr.mp3', 'flac.flac', 'opus.ogg', 'vorbis.webm'])(
    'and refuses every packet of %s leaves it to the next one, which knows damage from a missing codec',
    async (name) => {
      const file = await fixture(name);
      const [reference] = await decodedPcm(file);
      vi.stubGlobal('AudioDecoder', RefusingDecoder);
      const [sound] = await decodedPcm(file);
      expect(sound?.length).toBeGreaterThan(0.95 * (reference?.length ?? 0));
    },
  );

  it('and refuses AAC leaves it to the page; without one it is never called damage', async () => {
    const file = await fixture('aac.m4a');
    vi.stubGlobal('AudioDecoder', RefusingDecoder);
    expect((await decodedPcm(file, decodeFile))[0]?.length).toBeGreaterThan(16_000);
    await expect(decodedPcm(file)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  it('is not asked in WebKit, whose decoder can end the whole page, where there is another', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15',
    );
    const asked = vi.fn();
    class CrashingDecoder extends DeafDecoder {
      constructor() {
        super();
        asked();
      }
    }
    const files = [await fixture('cbr.mp3'), await fixture('opus.webm'), await fixture('aac.m4a')];
    vi.stubGlobal('AudioDecoder', CrashingDecoder);
    for (const file of files) {
      expect((await decodedPcm(file, decodeFile))[0]?.length).toBeGreaterThan(16_000);
    }
    const refusing = () => Promise.reject(new Error('Decoding failed'));
    await expect(decodedPcm(await fixture('eight_channels.m4a'), refusing)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/cannot decode AAC with 8 channels.*Convert the recording/),
    });
    expect(asked).not.toHaveBeenCalled();
  });

  it('and answers nothing for 20 s is left for the next one', async () => {
    const file = await fixture('cbr.mp3');
    const [reference] = await decodedPcm(file);
    vi.stubGlobal('AudioDecoder', DeafDecoder);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isDone = false;
    const decoding = decodedPcm(file).finally(() => {
      isDone = true;
    });
    // Whenever it begins to wait: timers that were advanced before would leave it the real 20 s.
    while (!isDone) await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect((await decoding)[0]?.length).toBeGreaterThan(0.95 * (reference?.length ?? 0));
  });
});
