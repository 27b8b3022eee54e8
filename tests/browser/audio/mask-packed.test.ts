import {
  ALL_FORMATS,
  type AudioCodec,
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BlobSource,
  BufferTarget,
  CanvasSource,
  canEncodeAudio,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QUALITY_HIGH,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, it } from 'vitest';
import { maskSound } from '../../../src/client/recordings/cuts/mask-sound.ts';

const RATE = 48_000;
const SECONDS = 3;
const FRAMES = 20;
/** Of the sound, which the tone of a mask is far from. */
const HERTZ = 300;
const WORD = { start: 1, end: 1.5 };
const { signal } = new AbortController();

/** A hum, and a grey picture where one is wanted. */
async function makeRecording(format: OutputFormat, codec: AudioCodec, hasPicture: boolean): Promise<Blob> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const canvas = new OffscreenCanvas(160, 120);
  const pictures = new CanvasSource(canvas, { codec: 'vp8', quality: QUALITY_HIGH, keyFrameInterval: 1 });
  const sound = new AudioSampleSource({ codec, bitrate: 96_000 });
  if (hasPicture) output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  for (let frame = 0; hasPicture && frame < SECONDS * FRAMES; frame++) {
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = `rgb(${frame} 0 0)`;
    context?.fillRect(0, 0, 160, 120);
    await pictures.add(frame / FRAMES, 1 / FRAMES);
  }
  const turn = (2 * Math.PI * HERTZ) / RATE;
  const data = Float32Array.from({ length: SECONDS * RATE }, (_, at) => Math.sin(at * turn) / 2);
  const sample = new AudioSample({
    data,
    format: 'f32',
    numberOfChannels: 1,
    sampleRate: RATE,
    timestamp: 0,
  });
  await sound.add(sample);
  sample.close();
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer(0)]);
}

const open = (file: Blob) => new Input({ source: new BlobSource(file), formats: ALL_FORMATS });

/** The sound, sample by sample from second 0. */
async function soundOf(file: Blob): Promise<Float32Array> {
  const track = await open(file).getPrimaryAudioTrack();
  const all = new Float32Array((SECONDS + 1) * RATE);
  if (track)
    for await (const sample of new AudioSampleSink(track).samples()) {
      const data = new Float32Array(sample.numberOfFrames * sample.numberOfChannels);
      sample.copyTo(data, { planeIndex: 0, format: 'f32' });
      const at = Math.round(sample.timestamp * RATE);
      if (at >= 0)
        all.set(
          data.filter((_, index) => index % sample.numberOfChannels === 0).subarray(0, all.length - at),
          at,
        );
      sample.close();
    }
  return all;
}

/** How strong a frequency is in a stretch, 0 to 1. */
function strength(pcm: Float32Array, hertz: number, start: number, end: number): number {
  const part = pcm.subarray(start * RATE, end * RATE);
  const turn = (2 * Math.PI * hertz) / RATE;
  const inPhase = part.reduce((sum, sample, at) => sum + sample * Math.cos(turn * at), 0);
  const across = part.reduce((sum, sample, at) => sum + sample * Math.sin(turn * at), 0);
  return (2 * Math.hypot(inPhase, across)) / part.length;
}

const picturesOf = async (file: Blob) => {
  const track = await open(file).getPrimaryVideoTrack();
  const packets = track ? await Array.fromAsync(new EncodedPacketSink(track).packets()) : [];
  return packets.map(({ timestamp, data }) => [timestamp.toFixed(2), data.join()]);
};

it.for([
  ['a video of VP8 and Opus', () => new WebMOutputFormat(), 'opus', true, '.mkv'],
  ['a video in MP4', () => new Mp4OutputFormat(), 'opus', true, '.mp4'],
  ['Opus in Ogg', () => new OggOutputFormat(), 'opus', false, '.ogg'],
  ['AAC in MP4', () => new Mp4OutputFormat(), 'aac', false, '.mp4'],
] as const)(
  '%s keeps its length and its picture, and a word in it is a tone',
  async ([, format, codec, withPicture, named], { skip }) => {
    if (!(await canEncodeAudio(codec, { numberOfChannels: 1, sampleRate: RATE })))
      skip(`This browser cannot write ${codec}.`);
    const recording = await makeRecording(format(), codec, withPicture);
    const { blob, extension } = await maskSound(recording, [WORD], { mask: 'tone', signal, withPicture });
    expect(extension).toBe(named);
    const pcm = await soundOf(blob);
    for (const [start, end] of [
      [0.2, 0.8],
      [1.7, 2.8],
    ] as const) {
      expect(strength(pcm, HERTZ, start, end)).toBeCloseTo(0.5, 1);
      expect(strength(pcm, 1000, start, end)).toBeLessThan(0.01);
    }
    // Nothing of the word is left.
    expect(strength(pcm, HERTZ, 1, 1.5)).toBeLessThan(0.01);
    expect(strength(pcm, 1000, 1, 1.5)).toBeCloseTo(0.1, 1);
    expect(await open(blob).computeDuration()).toBeCloseTo(await open(recording).computeDuration(), 1);
    expect(await picturesOf(blob)).toEqual(await picturesOf(recording));
  },
);
