import { fromXML, generateISD, renderHTML } from 'imsc/dist/imsc.all.min.js';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { captionPaint } from '../../../src/client/recordings/cuts/paint-captions.ts';
import { captionStyle } from '../../../src/contract/transcripts/corrected-transcript.ts';
import type { CaptionLook } from '../../../src/contract/transcripts/transcript-formats.ts';
import { shownCues, shownStyle } from '../../../src/document/formats/export-view.ts';
import { serialize } from '../../../src/document/serialize.ts';
import { documentOf } from '../../fakes/corrected-document.ts';
import { correlation, inkProfile, SCRIPT_ROWS } from '../../fakes/script-rows.ts';
import { makeVideo } from '../ui/make-video.ts';

const SIZE = { width: 960, height: 540 };
const about = { id: 'i', revision: 0, edited_at: null };
type Document = ReturnType<typeof documentOf>;

afterEach(() => document.body.replaceChildren());

/** A black picture of the size of a video, in the page. */
function stage(content: Node): HTMLElement {
  const element = document.createElement('div');
  element.style = `position:fixed;inset:0 auto auto 0;width:${SIZE.width}px;height:${SIZE.height}px;background:#000;color:#fff`;
  element.append(content);
  document.body.replaceChildren(element);
  return element;
}

/** Where an element has ink, as it is on the screen. */
async function profileOf(element: HTMLElement): Promise<number[]> {
  await page.viewport(1000, 600);
  const base64 = await page.elementLocator(element).screenshot({ save: false });
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, 0, 0);
  const { width, height } = picture;
  return inkProfile({ data: context.getImageData(0, 0, width, height).data, width, height, depth: 4 });
}

/** The row as the browser lays it out in an element of a direction. */
function plainRow(text: string, direction: string, font: string): HTMLElement {
  const row = document.createElement('div');
  row.dir = direction;
  row.style.cssText = `font:${font};text-align:center;margin-top:200px;unicode-bidi:isolate`;
  row.textContent = text;
  return stage(row);
}

/** The video's own captions. */
async function shownTrack(
  said: Document,
  look: CaptionLook,
): Promise<{ element: HTMLElement; font: string }> {
  const font = '32px "DejaVu Sans", sans-serif';
  const style = document.createElement('style');
  style.textContent = `::cue { font: ${font}; background: #000; }`;
  const video = document.createElement('video');
  Object.assign(video, { ...SIZE, muted: true, src: URL.createObjectURL(await makeVideo()) });
  const track = document.createElement('track');
  const file = String(serialize(said, 'vtt', about, { look }).content);
  track.src = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
  const loaded = new Promise((resolve) => {
    track.onload = resolve;
  });
  video.append(track);
  track.track.mode = 'showing';
  const both = document.createElement('div');
  both.append(style, video);
  const element = stage(both);
  await loaded;
  await video.play();
  video.pause();
  expect(track.track.activeCues).toHaveLength(1);
  return { element, font };
}

/** TTML as the reference renderer of IMSC shows it. */
async function shownTtml(said: Document, look: CaptionLook): Promise<{ element: HTMLElement; font: string }> {
  const holder = document.createElement('div');
  holder.style.cssText = 'position:absolute;inset:0';
  const element = stage(holder);
  const faults: string[] = [];
  const note = (message: string) => {
    faults.push(message);
    return false;
  };
  const onFault = { info: () => false, warn: note, error: note, fatal: note };
  const read = fromXML(String(serialize(said, 'ttml', about, { look }).content), onFault);
  // Behind the last word: the file with a spoken word has another colour for it.
  const at = read?.getMediaTimeEvents().find((time) => time > 0) ?? 0;
  renderHTML(generateISD(read, at / 2, onFault), holder, null, SIZE.height, SIZE.width, false, onFault);
  expect(faults).toEqual([]);
  const family = [...holder.querySelectorAll('span')].map((one) => getComputedStyle(one).fontFamily).at(-1);
  return { element, font: `32px ${family}` };
}

/** Captions as they are painted into a video. */
async function painted(said: Document, look: CaptionLook): Promise<{ element: HTMLElement; font: string }> {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  const element = stage(canvas);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  const styled = { ...said, caption_style: captionStyle.parse({ look, accent: '#ffffff' }) };
  captionPaint(context, SIZE, { cues: shownCues(styled, {}), style: shownStyle(styled) })(0.45);
  return { element, font: '32px system-ui, sans-serif' };
}

/** Whether this machine has a font for a text: otherwise all its letters are the same box. */
function hasFont(text: string): boolean {
  const pictures = [...text].slice(0, 2).map((letter) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 });
    const context = canvas.getContext('2d');
    if (context) context.font = '30px sans-serif';
    context?.fillText(letter, 5, 32);
    return canvas.toDataURL();
  });
  return pictures[0] !== pictures[1];
}
const rows = SCRIPT_ROWS.filter(({ text }) => hasFont(text));
for (const { language } of SCRIPT_ROWS.filter((row) => !rows.includes(row)))
  console.warn(`Left out: no font has the letters of ${language}.`);

/** Where the browser has a row's ink, in a direction; measured once. */
const known = new Map<string, Promise<number[]>>();
function laidOut(...row: Parameters<typeof plainRow>): Promise<number[]> {
  const key = row.join(' ');
  const profile = known.get(key) ?? profileOf(plainRow(...row));
  known.set(key, profile);
  return profile;
}

describe.each([
  ['WebVTT in the browser’s player', shownTrack, 'plain'],
  ['WebVTT word by word', shownTrack, 'highlight'],
  ['TTML', shownTtml, 'plain'],
  ['TTML word by word', shownTtml, 'highlight'],
  ['a picture that is painted', painted, 'plain'],
  ['a picture that is painted word by word', painted, 'fill'],
] as const)('in %s, the row', (_, show, look) => {
  it.each(rows.filter(({ direction }) => look === 'plain' || direction === 'rtl'))(
    'of $language is as the browser lays it out: $text',
    async ({ language, text, direction }) => {
      const { element, font } = await show(documentOf({ text, at: 0, language }), look);
      const shown = await profileOf(element);
      const right = correlation(shown, await laidOut(text, direction, font));
      expect(right).toBeGreaterThan(0.8);
      if (direction === 'ltr') return;
      expect(right).toBeGreaterThan(correlation(shown, await laidOut(text, 'ltr', font)) + 0.2);
    },
  );
});
