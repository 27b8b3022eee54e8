import { describe, expect, it } from 'vitest';
import { captionPaint, withoutRoom } from '../../../src/client/recordings/cuts/paint-captions.ts';
import { captionStyle } from '../../../src/contract/transcripts/corrected-transcript.ts';
import { turnOffScreen } from '../../../src/document/cues/edit-cues.ts';
import { setCuesByHand } from '../../../src/document/cues/set-cues.ts';
import { shownCues, shownStyle } from '../../../src/document/formats/export-view.ts';
import { changed, documentOf } from '../../fakes/corrected-document.ts';

const WIDE = { width: 640, height: 360 };
const TALL = { width: 360, height: 640 };
/** Words of 0.4 s, one each half second. */
const talk = documentOf({ text: 'Good morning everyone, how are you today?', at: 1, speaker: 0 });
const hebrew = documentOf({ text: 'בוקר טוב Google לכולם', at: 1, language: 'he' });
type Colour = (red: number, green: number, blue: number) => boolean;
const isAccent: Colour = (red, green, blue) => red > 200 && green > 150 && blue < 90;
const isWhite: Colour = (red, green, blue) => red > 200 && green > 200 && blue > 200;

function contextOf({ width, height }: typeof WIDE): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = '#456';
  context.fillRect(0, 0, width, height);
  return context;
}

/** What a document's captions look like at a time: where a colour is, in pixels; null if nowhere. */
function painted(
  document: typeof talk,
  style: Parameters<typeof captionStyle.parse>[0],
  seconds: number,
  size = WIDE,
) {
  const styled = { ...document, caption_style: captionStyle.parse(style) };
  const context = contextOf(size);
  captionPaint(context, size, { cues: shownCues(styled, {}), style: shownStyle(styled) })(seconds);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return (isColour: Colour) => {
    const [xs, ys]: [number[], number[]] = [[], []];
    for (let pixel = 0; pixel < size.width * size.height; pixel++) {
      const [red = 0, green = 0, blue = 0] = data.subarray(4 * pixel, 4 * pixel + 3);
      if (!isColour(red, green, blue)) continue;
      xs.push(pixel % size.width);
      ys.push(Math.floor(pixel / size.width));
    }
    if (xs.length < 10) return null;
    const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
    const [top, bottom] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
    return { left, right, top, bottom, middle: xs.reduce((sum, x) => sum + x, 0) / xs.length };
  };
}

describe('captions painted into a picture', () => {
  it.each(['highlight', 'pop', 'box'] as const)(
    'show the spoken word alone, and none in silence: %s',
    (look) => {
      const first = painted(talk, { look }, 1.2)(isAccent);
      const second = painted(talk, { look }, 1.7)(isAccent);
      expect(first?.middle).toBeLessThan(second?.left ?? 0);
      expect(painted(talk, { look }, 1.45)(isAccent)).toBeNull();
      expect(painted(talk, { look }, 1.45)(isWhite)).not.toBeNull();
    },
  );

  it('fill the words that were said, and a part of the spoken one', () => {
    const early = painted(talk, { look: 'fill' }, 1.6)(isAccent);
    const late = painted(talk, { look: 'fill' }, 1.85)(isAccent);
    expect(late?.left).toBe(early?.left);
    expect(late?.right).toBeGreaterThan(early?.right ?? 0);
  });

  it('go from right to left in Hebrew, around a foreign name', () => {
    const places = [1.2, 1.7, 2.2, 2.7].map(
      (time) => painted(hebrew, { look: 'highlight' }, time)(isAccent)?.middle ?? 0,
    );
    expect(places.toSorted((a, b) => b - a)).toEqual(places);
    expect(new Set(places).size).toBe(4);
  });

  it.each([
    [WIDE, 0.05, 0.05],
    [TALL, 0.06, 0.35],
  ])('stay within the margins of %o', (size, side, below) => {
    for (const words of [0, 1, 5]) {
      const box = painted(talk, { look: 'pop', words, size: 'large' }, 1.7, size);
      for (const place of [box(isWhite), box(isAccent)]) {
        if (!place) continue;
        expect(place.left).toBeGreaterThanOrEqual(size.width * side - 1);
        expect(place.right).toBeLessThanOrEqual(size.width * (1 - side) + 1);
        expect(place.bottom).toBeLessThanOrEqual(size.height * (1 - below) + 1);
      }
    }
  });

  it('have the colour of their speaker', () => {
    const two = documentOf(
      { text: 'Good morning.', at: 1, speaker: 0 },
      { text: 'And you.', at: 5, speaker: 1 },
    );
    expect(
      painted(two, { colours: true }, 1.2)((red, green, blue) => red > 200 && green > 200 && blue < 90),
    ).toBeNull();
    expect(
      painted(two, { colours: true }, 5.2)((red, green, blue) => red > 200 && green > 200 && blue < 90),
    ).not.toBeNull();
  });

  it('lean to the right where who speaks is not in the picture', () => {
    const upright = changed(documentOf({ text: 'Hill', at: 1 }), setCuesByHand);
    const slanted = changed(upright, (by) => turnOffScreen(by, by.cues?.[0]?.id ?? ''));
    const [plain, leaning] = [upright, slanted].map((said) => painted(said, {}, 1.2)(isWhite));
    expect(leaning?.right).toBeGreaterThan((plain?.right ?? 0) + 1);
    expect(leaning?.bottom).toBe(plain?.bottom);
  });

  it('that would be too small to be read are found, and lose no word', () => {
    const style = captionStyle.parse({ size: 'large' });
    const long = {
      startMs: 0,
      endMs: 1000,
      rows: Array.from({ length: 30 }, () => 'All of these words are in one caption.'),
    };
    const small = { width: 160, height: 90 };
    expect(withoutRoom(contextOf(small), small, { cues: [long], style })).toEqual([long]);
    const cues = shownCues(talk, {}).slice();
    expect(withoutRoom(contextOf(WIDE), WIDE, { cues, style })).toEqual([]);
    const flat = { width: 640, height: 64 };
    expect(withoutRoom(contextOf(flat), flat, { cues, style }), 'letters of three pixels').toEqual(cues);
  });
});
