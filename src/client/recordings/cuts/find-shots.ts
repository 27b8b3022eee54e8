import { BlobSource, CanvasSink, EncodedPacketSink, Input, type InputVideoTrack } from 'mediabunny';
import { READ } from './cut-sound.ts';
import { openTracks } from './cut-way.ts';

/** Pictures are compared at this size: shots differ in their colours and where these are, not in what is fine. */
const [WIDTH, HEIGHT] = [32, 18];
/** Shades of each colour that are counted in a quarter of the picture. */
const SHADES = 8;
/** Share of a picture that differs from key frame to key frame where there may be a change between them. */
const MAY_CHANGE = 0.15;
/** The same from one picture to the next at a change, and by how much it is above the usual of the pictures around it. */
const CHANGES = 0.25;
const ABOVE_USUAL = 4;
/** Pictures around a change that show what is usual. */
const AROUND = 6;

interface Options {
  signal: AbortSignal;
  /** Called with the share that is done, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/**
 * The times at which the picture of a recording changes from one shot to another, in seconds. Key frames are decoded first, and the pictures
 * between two only where these differ, so that one shot between two key frames of another is not found. Throws 415 if there is no picture.
 */
export async function findShots(file: Blob, { signal, onProgress }: Options): Promise<number[]> {
  const input = new Input({ source: new BlobSource(file), formats: READ });
  try {
    const { picture } = await openTracks(input);
    const keys = await keyTimes(picture);
    const end = await picture.computeDuration();
    const pictures = new CanvasSink(picture, { width: WIDTH, height: HEIGHT, fit: 'fill', poolSize: 2 });
    const shots: number[] = [];
    let before: { shades: Float32Array; time: number } | null = null;
    let index = 0;
    for await (const key of pictures.canvasesAtTimestamps(keys)) {
      signal.throwIfAborted();
      onProgress?.(index++ / keys.length);
      if (!key) continue;
      const now = { shades: shadesOf(key.canvas), time: key.timestamp };
      if (before && difference(before.shades, now.shades) >= MAY_CHANGE)
        shots.push(...(await changesIn(picture, before.time, now.time)));
      before = now;
    }
    if (before) shots.push(...(await changesIn(picture, before.time, end)));
    return [...new Set(shots)];
  } finally {
    input.dispose();
  }
}

async function keyTimes(picture: InputVideoTrack): Promise<number[]> {
  const sink = new EncodedPacketSink(picture);
  const times: number[] = [];
  let key = await sink.getFirstKeyPacket({ metadataOnly: true });
  while (key) {
    times.push(key.timestamp);
    key = await sink.getNextKeyPacket(key, { metadataOnly: true });
  }
  return times;
}

/** Changes from the picture at `from` up to that at `to`. */
async function changesIn(picture: InputVideoTrack, from: number, to: number): Promise<number[]> {
  const steps: { time: number; by: number }[] = [];
  let before: Float32Array | null = null;
  const pictures = new CanvasSink(picture, { width: WIDTH, height: HEIGHT, fit: 'fill', poolSize: 2 });
  // The last picture is the key frame itself.
  for await (const { canvas, timestamp } of pictures.canvases(from, to + 1e-3)) {
    const shades = shadesOf(canvas);
    if (before) steps.push({ time: timestamp, by: difference(before, shades) });
    before = shades;
  }
  return steps
    .filter(({ by }, at) => {
      const around = steps.slice(Math.max(0, at - AROUND), at + AROUND + 1).map((step) => step.by);
      const usual = around.toSorted((a, b) => a - b)[Math.floor(around.length / 2)] ?? 0;
      return by >= CHANGES && by >= ABOVE_USUAL * usual;
    })
    .map(({ time }) => time);
}

/** How many pixels of each quarter have each shade of red, green and blue. */
function shadesOf(canvas: HTMLCanvasElement | OffscreenCanvas): Float32Array {
  const context = canvas.getContext('2d');
  const { data } = (context as OffscreenCanvasRenderingContext2D).getImageData(0, 0, WIDTH, HEIGHT);
  const shades = new Float32Array(4 * 3 * SHADES);
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const quarter = (pixel % WIDTH < WIDTH / 2 ? 0 : 1) + (pixel < (WIDTH * HEIGHT) / 2 ? 0 : 2);
    for (let colour = 0; colour < 3; colour++) {
      const shade = ((data[4 * pixel + colour] ?? 0) * SHADES) >> 8;
      const place = (quarter * 3 + colour) * SHADES + shade;
      shades[place] = (shades[place] ?? 0) + 1;
    }
  }
  return shades;
}

/** Share of the pixels, over all colours, that have another shade: 0 to 1. */
const difference = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, count, at) => sum + Math.abs(count - (other[at] ?? 0)), 0) / (2 * 3 * WIDTH * HEIGHT);
