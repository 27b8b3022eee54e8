import { BufferTarget, CanvasSource, Output, QUALITY_HIGH, WebMOutputFormat } from 'mediabunny';
import { expect, it } from 'vitest';
import { findShots } from '../../../src/client/recordings/cuts/find-shots.ts';
import { fixture } from './audio-worker.ts';

const RATE = 20;
const [WIDTH, HEIGHT] = [160, 90];

/** What moves in a shot: stripes of its colours that pan, behind a disc that crosses the picture; it may grow dark at its end. */
interface Shot {
  seconds: number;
  hue: number;
  fadesTo?: number;
}

async function filmOf(shots: readonly Shot[], keyFrameInterval: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const pictures = new CanvasSource(canvas, { codec: 'vp8', quality: QUALITY_HIGH, keyFrameInterval });
  output.addVideoTrack(pictures);
  await output.start();
  let frame = 0;
  for (const { seconds, hue, fadesTo = hue } of shots) {
    for (let at = 0; at < seconds * RATE; at++) {
      const share = at / (seconds * RATE);
      const now = hue + (fadesTo - hue) * share;
      for (let stripe = 0; stripe * 40 < WIDTH + 80; stripe++) {
        context.fillStyle = `hsl(${now + (stripe % 2) * 40} 70% ${30 + (stripe % 2) * 30}%)`;
        context.fillRect(stripe * 40 - ((3 * at) % 80), 0, 40, HEIGHT);
      }
      context.fillStyle = `hsl(${now + 90} 60% 60%)`;
      context.beginPath();
      context.arc(WIDTH * share, HEIGHT / 2, 20, 0, 7);
      context.fill();
      await pictures.add(frame / RATE, 1 / RATE);
      frame++;
    }
  }
  await output.finalize();
  return new Blob([target.buffer ?? ''], { type: 'video/webm' });
}

const find = (file: Blob) => findShots(file, { signal: new AbortController().signal });

it.each([1, 100])(
  'changes of shots are found to the picture, key frames each %i s, but no motion or fade',
  async (interval) => {
    const film = [
      { seconds: 2.5, hue: 0 },
      { seconds: 3.35, hue: 180 },
      { seconds: 2, hue: 60, fadesTo: 260 },
      { seconds: 2, hue: 260 },
    ];
    const found = await find(await filmOf(film, interval));
    expect(found.map((time) => Math.round(time * RATE))).toEqual([50, 117]);
  },
);

it('a recording without a picture has none, and is refused', async () => {
  await expect(find(await fixture('containers/long.m4a'))).rejects.toMatchObject({
    code: 'unsupported_media',
  });
});
