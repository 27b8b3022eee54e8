import { parseText } from 'media-captions';
import { expect, it } from 'vitest';
import { readSrt, readVtt } from '../../../tests/accuracy/cue-rules.ts';
import { changed, documentOf } from '../../../tests/fakes/corrected-document.ts';
import { readPassages } from '../../../tests/fakes/shown-import.ts';
import { sampleDocument } from '../../../tests/readers/sample-document.ts';
import { captionStyle } from '../../contract/transcripts/corrected-transcript.ts';
import type { ImportedPassage } from '../../contract/transcripts/imported-transcript.ts';
import { turnOffScreen } from '../cues/edit-cues.ts';
import { setCuesByHand } from '../cues/set-cues.ts';
import { importedDocument } from '../import/imported-document.ts';
import { serialize } from '../serialize.ts';
import { spokenParagraphs } from '../spoken-paragraphs.ts';
import { playerCues } from './player-cues.ts';

const about = { id: 'i', revision: 0, edited_at: null };
const document = sampleDocument();
const write = (format: 'srt' | 'vtt' | 'ass') =>
  String(serialize(document, format, about, { names: true }).content);
const words = spokenParagraphs(document)
  .map(({ text }) => text)
  .join(' ');
const offScreenIn = (passages: readonly ImportedPassage[]) =>
  importedDocument({
    passages,
    from: { name: 'a', format: 'srt', notes: [] },
    machine: null,
    duration: 20,
    language: 'en',
  }).cues?.map(({ off_screen }) => off_screen);
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

it.each([
  'He said <b>bold</b>, <i>, <v Ada> and <00:01>.',
  'Write &nbsp; or &lt;b&gt; or &#65; or &amp;amp; & so on; R&D.',
  'Then {b} and {/i} and {y:b} and {\\an8} in {braces}.',
  'A path is C:\\News\\home or \\N or \\h.',
  'a < b > c <3 (so) ‹yes› “no”',
])('keep a text that looks like markup until it is imported again: %s', (text) => {
  const said = documentOf({ text, at: 1 });
  for (const format of ['srt', 'vtt'] as const) {
    const { content } = serialize(said, format, about, { names: true });
    const read = readPassages(`a.${format}`, String(content)).passages.map((passage) => passage.text);
    expect(read.join(' ')).toBe(text);
  }
});

it('have no control characters, line ends or halves of characters in names', () => {
  const said = documentOf({ text: 'Hello.', at: 1, speaker: 0 });
  const speakers = said.speakers.map((speaker) => ({ ...speaker, name: 'A\u0000d\na\ud83d \u202e' }));
  const named = { ...said, speakers };
  for (const format of ['srt', 'vtt', 'ass'] as const) {
    const { content } = serialize(named, format, about, { names: true, speakers: true });
    expect(String(content)).toContain('Ad a\ufffd');
    expect(String(content)).not.toMatch(/\p{Cs}|\u202e/u);
    expect(String(content)).not.toContain('\u0000');
  }
  const empty = { ...said, speakers: speakers.map((speaker) => ({ ...speaker, name: '\u0000' })) };
  const vtt = String(serialize(empty, 'vtt', about, { names: true }).content);
  expect(vtt).toContain('\nHello.\n');
});

it.each([
  ['a.ass', '{\\i1}all{\\i0}', true],
  ['a.ass', '{\\an8}{\\i1}all', true],
  ['a.ass', '{\\i1}all{\\i0}\\N{\\i1}of it{\\i}', true],
  ['a.ass', '{\\i1}half{\\i0} of it', false],
  ['a.ass', '{\\iclip(1,1,2,2)}none', false],
  ['a.srt', '{\\i1}all{\\i0}', true],
  ['a.srt', '<I>all</I>', true],
  ['a.srt', '<i>half</i> of it', false],
])('are off-screen in %s if %s', (name, text, expected) => {
  const [rows, plain] = [
    `Dialogue: 0,0:00:01.00,0:00:02.00,${text}\n`,
    'Dialogue: 0,0:00:03.00,0:00:04.00,no\n',
  ];
  const ass = `[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Text\n${rows}${plain}`;
  const srt = `1\n00:00:01,000 --> 00:00:02,000\n${text}\n\n2\n00:00:03,000 --> 00:00:04,000\nno\n`;
  const { passages } = readPassages(name, name === 'a.ass' ? ass : srt);
  expect(offScreenIn(passages)).toEqual([expected || undefined, undefined]);
});

it.each([
  [null, true],
  ['netflix', true],
  ['dcmp', true],
  ['bbc', false],
  ['ebu', false],
  ['youtube', false],
])(
  'have speech from outside the picture in italics where the guide asks for them: %s, %s',
  (guide, slanted) => {
    const two = documentOf({ text: 'Come in.', at: 1 }, { text: 'Who is there?', at: 9 });
    const styled = { ...two, caption_style: captionStyle.parse({ guide }) };
    const marked = changed(styled, setCuesByHand, (by) => turnOffScreen(by, by.cues?.[0]?.id ?? ''));
    const expected = {
      srt: '\n<i>Come in.</i>\n',
      vtt: '\n<i>Come in.</i>\n',
      ass: ',{\\i1}Come in.\n',
      ttml: '<span style="text italic">Come in.</span>',
    };
    for (const format of ['srt', 'vtt', 'ass', 'ttml'] as const) {
      const text = String(serialize(marked, format, about).content);
      expect(text.includes(expected[format]), format).toBe(slanted);
      expect(text, format).toMatch(/[\n,>]Who is there\?/);
      if (format === 'ttml') continue;
      const read = readPassages(`a.${format}`, text).passages;
      expect(offScreenIn(read), `${format} again`).toEqual([slanted || undefined, undefined]);
      // Where most of a file is in italics, they are its look.
      expect(offScreenIn(read.slice(0, 1))).toEqual([undefined]);
    }
    expect(playerCues(marked, {}).map(({ text }) => text.startsWith('<i>'))).toEqual([slanted, false]);
    const upright = changed(marked, (by) => turnOffScreen(by, by.cues?.[0]?.id ?? ''));
    expect(String(serialize(upright, 'srt', about).content)).not.toContain('<i>');
  },
);
