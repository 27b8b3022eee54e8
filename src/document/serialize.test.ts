import { describe, expect, test } from 'vitest';
import { documentOf } from '../../tests/fakes/corrected-document.ts';
import { textOfExport } from '../../tests/fakes/text-of-export.ts';
import { TRANSCRIPT_FORMATS, type TranscriptFormat } from '../contract/transcripts/transcript-formats.ts';
import { transcriptJson } from '../contract/transcripts/transcript-json.ts';
import { applyChange } from './edits/change.ts';
import { renameSpeaker } from './edits/edit-speakers.ts';
import { setText } from './edits/edit-text.ts';
import type { ExportOptions } from './formats/export-options.ts';
import { serialize } from './serialize.ts';
import { markRange } from './words/mark-words.ts';

const about = { id: crypto.randomUUID(), revision: 3, edited_at: '2026-01-01T00:00:00.000Z' };
const talk = documentOf(
  { text: 'My secret word is swordfish.', at: 0, speaker: 0 },
  { text: 'Really uhm?', at: 4, speaker: 1 },
);
const edits = [
  (from: typeof talk) => renameSpeaker(from, 's0', 'Ada & Co'),
  (from: typeof talk) => setText(from, 0, 'My silly secret word is swordfish.'),
  (from: typeof talk) =>
    markRange(from, { from: { paragraph: 0, word: 5 }, end: { paragraph: 0, word: 6 } }, 'redacted', true),
  (from: typeof talk) =>
    markRange(from, { from: { paragraph: 1, word: 1 }, end: { paragraph: 1, word: 2 } }, 'struck', true),
];
const edited = edits.reduce((document, edit) => {
  const change = edit(document);
  return change ? applyChange(document, change).document : document;
}, talk);

/** With a template for the format that needs one; the others have no use for it. */
const written = (document: typeof talk, format: TranscriptFormat, options: ExportOptions = {}) =>
  textOfExport(serialize(document, format, about, { template: '{{speaker}}: {{text}}', ...options }).content);

describe('serialize', () => {
  test('writes text with speakers by number or name', () => {
    expect(written(edited, 'txt')).toBe('Speaker 1: My silly secret word is\n\nSpeaker 2: Really\n');
    expect(written(edited, 'txt', { names: true })).toBe(
      'Ada & Co: My silly secret word is\n\nSpeaker 2: Really\n',
    );
    expect(written(documentOf({ text: 'Alone.', at: 0 }), 'txt')).toBe('Alone.\n');
  });

  test('writes captions of the corrected words', () => {
    expect(written(edited, 'vtt', { names: true })).toContain('<v Ada &amp; Co>My silly secret word is');
    expect(written(edited, 'srt')).toMatch(
      /^1\n00:00:00,000 --> [^\n]+\nMy silly secret word is\n\n2\n00:00:0\d,\d{3} --> [^\n]+\nReally\n$/,
    );
  });

  test('writes the API’s JSON', () => {
    const answer = transcriptJson.parse(JSON.parse(written(edited, 'json', { names: true })));
    expect(answer).toMatchObject({
      ...about,
      full_transcript: 'My silly secret word is Really',
      languages: ['en'],
      speakers: [
        { speaker: 0, name: 'Ada & Co' },
        { speaker: 1, name: null },
      ],
    });
    expect(answer.utterances.map(({ speaker, speaker_name }) => [speaker, speaker_name])).toEqual([
      [0, 'Ada & Co'],
      [1, 'Speaker 2'],
    ]);
    const unnamed = JSON.parse(written(edited, 'json'));
    expect(unnamed.utterances[0]).not.toHaveProperty('speaker_name');
  });

  // Chapters have no words.
  test.each(TRANSCRIPT_FORMATS.filter((format) => format !== 'chapters'))(
    '%s has nothing that was struck or redacted',
    (format) => {
      const text = written(edited, format, { names: true });
      expect(text).not.toMatch(/swordfish|uhm/);
      // RTTM has no words: the turn ends before the one that was redacted.
      expect(text).toContain(format === 'rttm' ? ' 0.000 1.900 ' : 'Really');
      expect(written(talk, format)).toContain(format === 'rttm' ? ' 0.000 2.400 ' : 'swordfish');
    },
  );

  test.each(TRANSCRIPT_FORMATS)('%s of cues set by hand shows the words of now', (format) => {
    const words = { id: 'c0', channel: 0, speaker: 's0', rows: null };
    const cues = [
      { ...words, start: 0.2, end: 1.8, from: 0, until: 1.1 },
      { ...words, start: 2, end: 3, from: 1.1, until: 3.9 },
    ];
    const text = written({ ...edited, cues }, format);
    if (format === 'srt') {
      expect(text).toBe(
        '1\n00:00:00,200 --> 00:00:01,800\nMy silly secret word\n\n2\n00:00:02,000 --> 00:00:03,000\nis\n',
      );
    }
    expect(text).not.toMatch(/swordfish|uhm/);
  });

  test.each(['srt', 'vtt', 'ass', 'ttml'] as const)(
    '%s leaves out rows by hand with what is redacted',
    (format) => {
      const cue = { id: 'c0', channel: 0, speaker: 's0', start: 0, end: 3, from: 0, until: 3.9 };
      const withRows = (...rows: string[]) => written({ ...edited, cues: [{ ...cue, rows }] }, format);
      expect(withRows('My word: “SwordFish’s”')).toContain('My silly secret word is');
      expect(withRows('My word: “SwordFish’s”')).not.toMatch(/fish/i);
      expect(withRows('My word is secret')).toContain('My word is secret');
    },
  );

  test('writes nothing but what the format needs for a transcript without words', () => {
    const empty = documentOf();
    const texts = Object.fromEntries(TRANSCRIPT_FORMATS.map((format) => [format, written(empty, format)]));
    expect(texts).toMatchObject({
      txt: '',
      srt: '',
      vtt: 'WEBVTT\n',
      md: '',
      rttm: '',
      audacity: '',
      template: '',
    });
    expect(texts.csv).toBe('\ufeffstart,end,speaker,channel,language,confidence,text\r\n');
  });
});
