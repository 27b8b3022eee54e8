import { parseText } from 'media-captions';
import { expect, it } from 'vitest';
import { readSrt, readVtt } from '../../../tests/accuracy/cue-rules.ts';
import { sampleDocument } from '../../../tests/readers/sample-document.ts';
import { serialize } from '../serialize.ts';
import { spokenParagraphs } from '../spoken-paragraphs.ts';

const about = { id: 'i', revision: 0, edited_at: null };
const document = sampleDocument();
const write = (format: 'srt' | 'vtt' | 'ass') =>
  String(serialize(document, format, about, { names: true }).content);
const words = spokenParagraphs(document)
  .map(({ text }) => text)
  .join(' ');
const letters = (text: string) => [...text].filter((sign) => /[\p{L}\p{N}]/u.test(sign)).sort();

it('are read by media-captions: every word, over a day, with voices', async () => {
  const vtt = await readVtt(write('vtt'));
  expect(letters(vtt.flatMap(({ rows }) => rows).join(' '))).toEqual(letters(words));
  // It leaves references in the names of voices as they are; browsers resolve them there too.
  expect(new Set(vtt.map(({ voice }) => voice))).toEqual(
    new Set(['Ada &lt;b&gt;&amp; Co', '=cmd|"x"!A1', 'עדה']),
  );
  expect(vtt.at(-1)?.startMs).toBe(90_000_000);
  const srt = await readSrt(write('srt'));
  expect(srt.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
    vtt.map(({ startMs, endMs }) => [startMs, endMs]),
  );
  const ass = await parseText(write('ass'), { type: 'ass', strict: true });
  expect(ass.errors).toEqual([]);
  expect(ass.cues.map(({ startTime }) => Math.round(startTime * 100))).toEqual(
    vtt.map(({ startMs }) => Math.round(startMs / 10)),
  );
});
