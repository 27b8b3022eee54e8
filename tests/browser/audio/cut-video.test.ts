import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  CanvasSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  VideoSampleSink,
  WebMOutputFormat,
} from 'mediabunny';
import { describe, expect, it, vi } from 'vitest';
import { cutVideo } from '../../../src/client/recordings/cuts/cut-video.ts';
import { planCut } from '../../../src/client/recordings/cuts/cut-way.ts';
import { captionStyle } from '../../../src/contract/transcripts/corrected-transcript.ts';
import { sweepExportFiles } from '../../../src/storage/recordings/export-file.ts';
import { fixture } from './audio-worker.ts';

const RATE = 48_000;
const SECONDS = 4;
const FRAMES = 20;
/** Lightness of the picture at a time, 0 to 255: each second is lighter than the one before. */
const lightnessAt = (seconds: number) => 40 + 50 * seconds;

/** A recording of which each picture shows its time by its lightness. */
async function makeRecording({
  hasSound,
  codec = 'vp8',
}: {
  hasSound: boolean;
  codec?: VideoCodec;
}): Promise<Blob> {
  const canvas = new OffscreenCanvas(160, 120);
  const context = canvas.getContext('2d');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const pictures = new CanvasSource(canvas, { codec, quality: QUALITY_HIGH, keyFrameInterval: 1 });
  const sound = new AudioSampleSource({ codec: 'opus', bitrate: 64_000 });
  output.addVideoTrack(pictures);
  if (hasSound) output.addAudioTrack(sound);
  await output.start();
  for (let frame = 0; frame < SECONDS * FRAMES; frame++) {
    const time = frame / FRAMES;
    const light = Math.round(lightnessAt(time));
    if (context) context.fillStyle = `rgb(${light} ${light} ${light})`;
    context?.fillRect(0, 0, 160, 120);
    await pictures.add(time, 1 / FRAMES);
  }
  if (hasSound) {
    const data = Float32Array.from({ length: SECONDS * RATE }, (_, index) => Math.sin(index / 20) / 4);
    const sample = new AudioSample({
      data,
      format: 'f32',
      numberOfChannels: 1,
      sampleRate: RATE,
      timestamp: 0,
    });
    await sound.add(sample);
    sample.close();
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'video/webm' });
}

/** What each picture says, by its time. */
async function packetsOf(video: Blob): Promise<EncodedPacket[]> {
  const input = new Input({ source: new BlobSource(video), formats: ALL_FORMATS });
  const picture = await input.getPrimaryVideoTrack();
  return picture ? Array.fromAsync(new EncodedPacketSink(picture).packets()) : [];
}

/** The time that each picture shows, by its own time; and how long the sound is. */
async function readCut(video: Blob) {
  const input = new Input({ source: new BlobSource(video), formats: ALL_FORMATS });
  const picture = await input.getPrimaryVideoTrack();
  if (!picture) throw new Error('There is no picture.');
  const shown: { at: number; time: number; hasCaption: boolean }[] = [];
  const context = new OffscreenCanvas(160, 120).getContext('2d', { willReadFrequently: true });
  for await (const sample of new VideoSampleSink(picture).samples()) {
    if (context) sample.draw(context, 0, 0);
    const light = context?.getImageData(80, 60, 1, 1).data[0] ?? Number.NaN;
    // The letters are whiter than any picture.
    const { data = [] } = context?.getImageData(0, 60, 160, 60) ?? {};
    const hasCaption = data.some((value, at) => at % 4 === 1 && value > 225);
    shown.push({ at: sample.timestamp, time: (light - 40) / 50, hasCaption });
    sample.close();
  }
  const sound = await input.getPrimaryAudioTrack();
  return { shown, seconds: sound ? await sound.computeDuration() : null };
}

const PARTS = [
  { start: 0.55, end: 1.3 },
  { start: 2.5, end: 3.25 },
];
const { signal } = new AbortController();

describe('the video of a recording, cut', () => {
  it.each([
    { hasSound: true },
    { hasSound: false },
    { hasSound: true, codec: 'vp9' as const },
    // Its pictures are encoded all.
    { hasSound: true, codec: 'av1' as const },
  ])('shows the pictures of its parts at the times of their sound: %o', async (made) => {
    const told: number[] = [];
    const { blob, extension } = await cutVideo(await makeRecording(made), PARTS, {
      signal,
      onProgress: (fraction) => told.push(fraction),
    });
    expect(extension).toMatch(/^\.(mp4|webm)$/);
    expect(blob.type).toMatch(/^video\/(mp4|webm)/);
    const { shown, seconds } = await readCut(blob);
    // 15 pictures a part, and one that began before it.
    expect(shown.length).toBeGreaterThanOrEqual(30);
    expect(shown.length).toBeLessThanOrEqual(32);
    for (const { at, time } of shown) {
      const meant = at < 0.74 ? 0.55 + at : 2.5 + at - 0.75;
      expect(Math.abs(time - meant), `${at.toFixed(2)} s shows ${time.toFixed(2)} s`).toBeLessThan(0.15);
    }
    if (made.hasSound) expect(Math.abs((seconds ?? 0) - 1.5)).toBeLessThan(0.06);
    else expect(seconds).toBeNull();
    expect(told.at(-1)).toBeGreaterThan(0.9);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it.each(['vp8', 'vp9'] as const)(
    'has the very pictures of %s from the first key frame of each part on',
    async (codec) => {
      const recording = await makeRecording({ hasSound: true, codec });
      expect((await planCut(recording, PARTS, [])).exact).toBe('joined');
      const { blob, extension } = await cutVideo(recording, PARTS, { signal });
      expect(extension).toBe('.webm');
      const [given, made] = [await packetsOf(recording), await packetsOf(blob)];
      // The first part has a key frame at 1 s, the second at 3 s.
      const copied = given.filter(
        ({ timestamp }) => (timestamp > 0.99 && timestamp < 1.24) || (timestamp > 2.99 && timestamp < 3.19),
      );
      expect(copied).toHaveLength(9);
      const rest = made.map(({ data }) => data.join());
      for (const { data, timestamp } of copied) expect(rest, `${timestamp}`).toContain(data.join());
      // 30 pictures in all, of which the others were encoded.
      expect(made.length - copied.length).toBeGreaterThanOrEqual(18);
      expect(made.length - copied.length).toBeLessThanOrEqual(24);
    },
  );

  it('needs no encoder where its parts begin with key frames', async () => {
    const recording = await makeRecording({ hasSound: true });
    const encoder = globalThis.VideoEncoder;
    Reflect.deleteProperty(globalThis, 'VideoEncoder');
    try {
      const { exact, canPaint, moved } = await planCut(recording, PARTS, []);
      expect({ exact, canPaint }).toEqual({ exact: null, canPaint: false });
      expect(moved?.most).toBeCloseTo(0.55, 2);
      const { blob } = await cutVideo(recording, moved?.parts ?? [], { signal });
      const { shown, seconds } = await readCut(blob);
      // From 0 to 1.3 s, and from 2 to 3.25 s.
      for (const { at, time } of shown) {
        const meant = at < 1.29 ? at : 2 + at - 1.3;
        expect(Math.abs(time - meant), `${at.toFixed(2)} s shows ${time.toFixed(2)} s`).toBeLessThan(0.15);
      }
      expect(Math.abs((seconds ?? 0) - 2.55)).toBeLessThan(0.06);
    } finally {
      globalThis.VideoEncoder = encoder;
    }
  });

  it('has captions in the picture while their words are said, wherever the cut has put them', async () => {
    const captions = {
      cues: [{ startMs: 2600, endMs: 3000, rows: ['Good morning', 'everybody'] }],
      style: captionStyle.parse({ size: 'large' }),
    };
    const { blob } = await cutVideo(await makeRecording({ hasSound: true }), PARTS, { signal, captions });
    const { shown } = await readCut(blob);
    expect(shown.length).toBeGreaterThanOrEqual(30);
    // 2.6 s is 0.1 s into the second part, which begins after 0.75 s.
    for (const { at, hasCaption } of shown) expect(hasCaption, `${at}`).toBe(at > 0.84 && at < 1.24);
  });

  it('is written on the disk, and removed by a later visit or if it fails', async () => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry('exports', { recursive: true }).catch(() => undefined);
    const names = async () => {
      const folder = await root.getDirectoryHandle('exports', { create: true });
      return Array.fromAsync(folder.keys());
    };
    const { blob } = await cutVideo(await makeRecording({ hasSound: true }), PARTS, { signal });
    expect(await names()).toHaveLength(1);
    await sweepExportFiles(Date.now());
    // A download may still be copied from it.
    expect((await readCut(blob)).shown.length).toBeGreaterThanOrEqual(30);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60_000 });
    await sweepExportFiles(Date.now()).finally(() => vi.useRealTimers());
    expect(await names()).toEqual([]);
    const leaving = new AbortController();
    const onProgress = () => leaving.abort();
    const cutting = cutVideo(await makeRecording({ hasSound: true }), PARTS, {
      signal: leaving.signal,
      onProgress,
    });
    await expect(cutting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await names()).toEqual([]);
  });

  it('is made in memory where the browser keeps no files of pages', async () => {
    vi.spyOn(navigator.storage, 'getDirectory').mockRejectedValue(new DOMException('', 'SecurityError'));
    try {
      const { blob } = await cutVideo(await makeRecording({ hasSound: false }), PARTS, { signal });
      expect((await readCut(blob)).shown.length).toBeGreaterThanOrEqual(30);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('ends as soon as nobody waits for it', async () => {
    const leaving = new AbortController();
    const cutting = cutVideo(await makeRecording({ hasSound: true }), PARTS, {
      signal: leaving.signal,
      onProgress: () => leaving.abort(),
    });
    await expect(cutting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is refused without a picture, and says so where the browser has no encoder', async () => {
    const sound = new Blob([await fixture('long.m4a')]);
    await expect(cutVideo(sound, PARTS, { signal })).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining('no picture'),
    });
    const recording = await makeRecording({ hasSound: true });
    const encoder = globalThis.VideoEncoder;
    Reflect.deleteProperty(globalThis, 'VideoEncoder');
    try {
      await expect(cutVideo(recording, PARTS, { signal })).rejects.toMatchObject({
        code: 'unsupported_media',
        message: expect.stringContaining('This browser cannot write video.'),
      });
    } finally {
      globalThis.VideoEncoder = encoder;
    }
  });
});
