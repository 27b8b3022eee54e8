import {
  type EncodedPacket,
  type InputVideoTrack,
  NullTarget,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import type { Placed } from './cut-sound.ts';
import { captionPaint, type PaintedCaptions } from './paint-captions.ts';

/** Called with the time of the cut that is being encoded, seconds. */
export type OnTime = (seconds: number) => void;
type Painter = (sample: VideoSample) => VideoSample;

/** How pictures are encoded anew. */
export const encodingTo = (codec: VideoCodec) =>
  ({ codec, quality: QUALITY_HIGH, sizeChangeBehavior: 'contain' }) as const;

/** Paints the captions of its time into a picture. */
export async function captionPainter(
  picture: InputVideoTrack,
  captions: PaintedCaptions,
): Promise<Painter | undefined> {
  const size = { width: await picture.getDisplayWidth(), height: await picture.getDisplayHeight() };
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d', { alpha: false });
  const paint = context && captionPaint(context, size, captions);
  return paint
    ? (sample) => {
        sample.draw(context, 0, 0, size.width, size.height);
        paint(sample.timestamp);
        return new VideoSample(canvas, { timestamp: sample.timestamp, duration: sample.duration });
      }
    : undefined;
}

/** Encodes the pictures of a part. They begin and end with its sound, so that both remain together over any number of cuts. */
export async function encodePictures(
  picture: InputVideoTrack,
  { part, at, to }: Placed,
  {
    pictures,
    onTime,
    painter,
  }: { pictures: VideoSampleSource; onTime: OnTime; painter?: Painter | undefined },
): Promise<void> {
  let isFirst = true;
  for await (const sample of new VideoSampleSink(picture).samples(part.start, part.end)) {
    const shown = painter?.(sample) ?? sample;
    try {
      const begin = at + Math.max(0, sample.timestamp - part.start);
      if (begin >= to) break;
      onTime(begin);
      shown.setTimestamp(begin);
      shown.setDuration(Math.min(sample.duration, to - begin));
      await pictures.add(shown, { keyFrame: isFirst });
      isFirst = false;
    } finally {
      sample.close();
      if (shown !== sample) shown.close();
    }
  }
}

/** The same for the beginning of a part whose other pictures are copied. */
export async function encodeBeginning(
  picture: InputVideoTrack,
  placed: Placed,
  {
    codec,
    add,
    onTime,
  }: { codec: VideoCodec; add: (packet: EncodedPacket) => Promise<void>; onTime: OnTime },
): Promise<void> {
  let added = Promise.resolve();
  const pictures = new VideoSampleSource({
    ...encodingTo(codec),
    onEncodedPacket: (packet) => {
      added = added.then(() => add(packet));
    },
  });
  // Its packets are all that is used of it.
  const output = new Output({ format: new WebMOutputFormat(), target: new NullTarget() });
  output.addVideoTrack(pictures);
  await output.start();
  try {
    await encodePictures(picture, placed, { pictures, onTime });
    await output.finalize();
    await added;
  } catch (error) {
    await output.cancel();
    throw error;
  }
}
