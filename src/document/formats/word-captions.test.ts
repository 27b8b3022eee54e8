import { describe, expect, it } from 'vitest';
import { checkWellFormed } from '../../../tests/fakes/check-well-formed.ts';
import { changed, documentOf } from '../../../tests/fakes/corrected-document.ts';
import { readPassages } from '../../../tests/fakes/shown-import.ts';
import { CAPTION_LOOKS, type TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { writeCue } from '../cues/edit-cues.ts';
import { setCuesByHand } from '../cues/set-cues.ts';
import { serialize } from '../serialize.ts';
import type { ExportOptions } from './export-options.ts';
import { shownCues, shownStyle } from './export-view.ts';

const about = { id: 'i', revision: 0, edited_at: null };
/** Words of 0.4 s, one each half second. */
const talk = documentOf(
  { text: 'Good morning everyone, how are you?', at: 1, speaker: 0 },
  { text: 'Very well {thanks}.', at: 5, speaker: 1 },
);
const write = (format: TranscriptFormat, options: ExportOptions = {}, document = talk) =>
  String(serialize(document, format, about, options).content);
const spoken = talk.paragraphs.flatMap(({ words }) =>
  words.map(({ word, start, end }) => ({ word, start, end })),
);

describe('captions word by word', () => {
  it('give ASS the hundredths of every word, with the pauses between them', () => {
    const [first = ''] = write('ass', { look: 'fill' }).match(/^Dialogue.*Good.*$/m) ?? [];
    expect(first).toContain('{\\kf40}Good {\\k10}{\\kf40}morning');
  });

  it.each(['highlight', 'fill', 'pop', 'box'] as const)('have their words’ times in ASS with %s', (look) => {
    const found: { word: string; start: number; end: number }[] = [];
    for (const [, start = '', text = ''] of write('ass', { look }).matchAll(
      /^Dialogue: 0,([^,]+),[^{]*(.*)$/gm,
    )) {
      const [hours = 0, minutes = 0, seconds = 0] = start.split(':').map(Number);
      let at = hours * 3600 + minutes * 60 + seconds;
      for (const [, tag, length, , rest = ''] of text.matchAll(/\{\\(kf?)(\d+)([^}]*)\}([^{]*)/g)) {
        const until = at + Number(length) / 100;
        const word = rest.replaceAll('\\N', ' ').trim();
        if (word !== '' && !(tag === 'k' && look === 'fill')) found.push({ word, start: at, end: until });
        at = until;
      }
    }
    expect(found.map(({ word }) => word)).toEqual(
      spoken.map(({ word }) => word.trim().replace('{', '(').replace('}', ')')),
    );
    for (const [index, { start, end }] of found.entries()) {
      expect(Math.abs(start - (spoken[index]?.start ?? 0))).toBeLessThanOrEqual(0.02);
      expect(Math.abs(end - (spoken[index]?.end ?? 0))).toBeLessThanOrEqual(0.02);
    }
  });

  it('show a box in ASS by the border of the word, with letters that can be read on it', () => {
    const text = write('ass', { look: 'box' });
    expect(text).toMatch(/Style: Default,.*,3,3,0,2,/);
    expect(text).toContain('{\\k40\\1c&H000000&\\t(500,500,\\3c&H00D4FF&\\3a&H00&)');
  });

  it('have stamps in WebVTT that rise within their cue, and colours of voices', () => {
    const text = write('vtt', { look: 'highlight' });
    expect(text).toContain('Good <00:00:01.500>morning <00:00:02.000>everyone,');
    const coloured = { ...talk, caption_style: { ...shownStyle(talk), colours: true } };
    expect(write('vtt', {}, coloured)).toMatch(
      /<v Speaker 1><c\.white>Good[\s\S]*<v Speaker 2><c\.yellow>Very/,
    );
    expect(write('ass', {}, coloured)).toMatch(/,white,Speaker 1,[\s\S]*,yellow,Speaker 2,/);
    expect(write('ttml', {}, coloured)).toContain('<span style="yellow">Very');
  });

  it('animate spans in TTML, which is then IMSC', () => {
    const text = write('ttml', { look: 'highlight' });
    checkWellFormed(text);
    expect(text).toContain('profile/imsc1/text');
    expect(text).not.toContain('ebu:tt:distribution');
    expect(text).toContain(
      '<span style="text">morning<set begin="00:00:00.500" end="00:00:00.900" tts:color="#ffd400ff"/></span>',
    );
  });

  it.each([1, 2, 3, 5])('show %i words at a time, each from its first word on', (words) => {
    const cues = shownCues(talk, { words });
    expect(cues.flatMap(({ rows }) => rows.join(' ').split(' '))).toEqual(
      spoken.map(({ word }) => word.trim()),
    );
    for (const [index, { startMs, endMs, rows }] of cues.entries()) {
      expect(rows.join(' ').split(' ').length).toBeLessThanOrEqual(words);
      expect(spoken.some(({ start }) => Math.abs(start * 1000 - startMs) <= 20)).toBe(true);
      expect(endMs).toBeLessThanOrEqual(cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY);
    }
  });

  it('lose no word of captions set by hand, whose rows differ from the words', () => {
    const byHand = changed(talk, setCuesByHand);
    const id = byHand.cues?.[0]?.id ?? '';
    const written = changed(byHand, (document) =>
      writeCue(document, id, ['Good morning', 'to everyone, how are you?']),
    );
    const shown = shownCues(written, { words: 2 })
      .flatMap(({ rows }) => rows)
      .join(' ');
    expect(shown).toBe('Good morning to everyone, how are you? Very well {thanks}.');
  });

  it('cut a script without spaces between its words, and join them without a space', () => {
    const japanese = documentOf({
      text: '今日は天気がいいですね。散歩に行きましょう。',
      at: 1,
      language: 'ja',
    });
    const rows = shownCues(japanese, { words: 3 }).flatMap((cue) => cue.rows);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.join('')).toBe('今日は天気がいいですね。散歩に行きましょう。');
  });

  it.each(CAPTION_LOOKS)('are imported with every word once: %s', (look) => {
    for (const format of ['vtt', 'ass', 'ttml'] as const) {
      const read = readPassages(`a.${format}`, write(format, { look }))
        .passages.map(({ text }) => text)
        .join(' ');
      expect(read.replaceAll(/[(){}]/g, ''), format).toBe(
        'Good morning everyone, how are you? Very well thanks.',
      );
    }
  });
});

describe('rows from right to left', () => {
  const hebrew = documentOf({ text: 'YouTube הוא אתר מוכר מאוד!', at: 1, language: 'he' });
  const english = documentOf({ text: 'The word שלום is Hebrew.', at: 1 });

  it.each([
    ['he', 'YouTube הוא אתר מוכר מאוד!', true],
    ['ar', 'Berlin كانت ٣٥ مئوية؟', true],
    // A half-space inside a word, digits and marks of its own, and a row whose digits are before a foreign name.
    ['fa', '۵۰۰ Google می‌آید، درست است؟', true],
    ['fa', '«کتاب‌ها» ۱۲٫۵٪ گران شد؛ بله.', false],
    ['fa', '۵۰۰!', true],
  ] as const)(
    'in %s are embedded in SRT, and marked in ASS and VTT where no letter of theirs is first: %s',
    (language, text, isMarked) => {
      const said = documentOf({ text, at: 1, language });
      const mark = isMarked ? '\u200f' : '';
      expect(write('srt', {}, said)).toContain(`\u202b${text}\u202c`);
      expect(write('ass', {}, said)).toContain(`,,${mark}${text}`);
      expect(write('ass', {}, said)).toMatch(/^Style: Default,.*,-1$/m);
      expect(write('vtt', {}, said)).toContain(`\n${mark}${text}\n`);
      expect(write('vtt', { look: 'highlight' }, said)).toMatch(new RegExp(`\n${mark}${text.slice(0, 2)}`));
      expect(write('ttml', {}, said)).toMatch(/tts:direction="rtl"/);
      expect(write('ttml', {}, said).replaceAll(/<[^>]*>/g, '')).toContain(text);
    },
  );

  it('are none in a text of another direction, and few in a mixed one', () => {
    expect(['srt', 'ass', 'vtt'].map((format) => write(format as 'srt', {}, english)).join('')).not.toMatch(
      /[\u200f\u202b]/u,
    );
    const later = (at: number) => documentOf({ text: 'The word שלום is Hebrew.', at }).paragraphs;
    const last = documentOf({ text: 'YouTube הוא אתר מוכר מאוד!', at: 40, language: 'he' });
    const mixed = { ...english, paragraphs: [...later(1), ...later(20), ...last.paragraphs] };
    expect(write('ttml', {}, mixed)).toMatch(
      /<p xml:id="cue\d" style="fromRight"[^>]*><span style="text">YouTube/,
    );
  });

  it.each(['srt', 'vtt', 'ass', 'ttml'] as const)('are imported as they were said: %s', (format) => {
    const read = readPassages(`a.${format}`, write(format, { look: 'highlight' }, hebrew)).passages;
    expect(read.map(({ text }) => text).join(' ')).toBe('YouTube הוא אתר מוכר מאוד!');
  });
});
