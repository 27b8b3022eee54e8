import { expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { SOUND_KINDS } from '../../contract/transcripts/sound-kind.ts';
import { serialize } from '../serialize.ts';
import { exportView } from './export-view.ts';
import type { SoundSpan } from './sound-labels.ts';
import names from './sound-names.json' with { type: 'json' };

const about = { id: 'x', revision: 0, edited_at: null };
const document = documentOf({ text: 'Good evening.', at: 5 }, { text: 'Thank you.', at: 20 });
const sounds: SoundSpan[] = [
  { kind: 'applause', start: 15, end: 18 },
  { kind: 'music', start: 0, end: 4 },
  { kind: 'rain', start: 40, end: 44 },
];
const text = (options: object) => String(serialize(document, 'txt', about, options).content);

it('stand where they were, in texts for which they were asked for', () => {
  expect(text({ sounds })).toMatch(
    /^\[music\]\n\n.*Good evening\.\n\n\[applause\]\n\n.*Thank you\.\n\n\[rain\]\n$/u,
  );
  expect(text({})).not.toContain('[');
});

it('are in the language of the text, for captions too', () => {
  for (const [language, first] of [
    ['de', '[Musik]'],
    ['pl', '[music]'],
  ] as const) {
    const other = { ...document, paragraphs: document.paragraphs.map((one) => ({ ...one, language })) };
    expect(exportView(other, about, { sounds }).sounds[0]?.label).toBe(first);
    expect(exportView(other, about, { sounds }).cues()[0]?.rows).toEqual([first]);
  }
});

it('have captions of their own, or are above the words with which they begin', () => {
  const talk = documentOf({ text: 'Good evening to all of you.', at: 5 }, { text: 'Thank you.', at: 20 });
  const heard: SoundSpan[] = [
    { kind: 'music', start: 1, end: 12 },
    { kind: 'applause', start: 5.1, end: 5.3 },
    { kind: 'dog', start: 12, end: 12.4 },
    { kind: 'doorbell', start: 12.2, end: 14 },
  ];
  const srt = (options: object) =>
    String(serialize(talk, 'srt', about, { sounds: heard, ...options }).content);
  const rows = (text: string) =>
    text
      .trim()
      .split('\n\n')
      .map((cue) => cue.split('\n').slice(1).join(' '));
  expect(rows(srt({}))).toEqual([
    '00:00:01,000 --> 00:00:04,920 [music]',
    expect.stringMatching(/^00:00:05.* \[applause\] Good evening to all of you\.$/),
    '00:00:12,000 --> 00:00:12,834 [dog barks]',
    '00:00:12,914 --> 00:00:14,000 [doorbell rings]',
    expect.stringMatching(/ Thank you\.$/),
  ]);
  expect(srt({ sounds: [] })).not.toContain('[');
  const words = srt({ words: 1 })
    .replaceAll(/\[[^\]]*\]\n/g, '')
    .match(/^[A-Za-z.]+$/gm);
  expect(words?.join(' ')).toBe('Good evening to all of you. Thank you.');
  for (const format of ['vtt', 'ass', 'ttml'] as const)
    for (const look of ['highlight', 'fill', 'box'] as const) {
      const { content } = serialize(talk, format, about, { sounds: heard, look });
      expect(String(content).match(/\[(?:music|applause|dog barks|doorbell rings)\]/g), format).toHaveLength(
        4,
      );
    }
});

it('have a name in each of the five languages', () => {
  expect(Object.keys(names)).toEqual(['en', 'de', 'fr', 'es', 'it']);
  for (const [language, own] of Object.entries(names))
    expect(Object.keys(own), language).toEqual([...SOUND_KINDS]);
});
