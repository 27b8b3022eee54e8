import { describe, expect, it } from 'vitest';
import { changed, documentOf, said, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { correctedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change } from '../edits/change.ts';
import { joinParagraphs, setText, splitParagraph } from '../edits/edit-text.ts';
import { markRange } from '../words/mark-words.ts';
import { oldTranslations, setTranslation } from './paragraph-translations.ts';
import { shownUtterances, translatedDocument } from './translated-document.ts';

const machine = documentOf(
  { text: 'uhm good morning.', at: 0, speaker: 0 },
  { text: 'My code is swordfish.', at: 4, speaker: 1 },
  { text: 'Thank you.', at: 12, speaker: 0 },
);
const french = [
  said({ text: 'Bonjour.', at: 0, speaker: 0, language: 'fr' }),
  said({ text: 'Mon code est espadon.', at: 4, speaker: 1, language: 'fr' }),
  said({ text: 'Merci bien.', at: 12, speaker: 0, language: 'fr' }),
];
type Document = typeof machine;
const edit = (...changes: ((from: Document) => Change | null)[]) => changed(machine, ...changes);
const correct =
  (paragraph: number, text: string) =>
  (from: Document): Change | null =>
    setTranslation(from, `p${paragraph}`, 'fr', { text, before: french[paragraph] ?? null });
const mark = (paragraph: number, word: number, kind: 'struck' | 'redacted') => (from: Document) =>
  markRange(from, { from: { paragraph, word }, end: { paragraph, word: word + 1 } }, kind, true);
const old = (document: Document) => [...oldTranslations(document, machine, 'fr')];
const texts = (document: Document) => shownUtterances(document, french, 'fr').map(({ text }) => text);

describe('a corrected translation', () => {
  it('stands in place of the machine’s, with the times of its words', () => {
    const document = edit(correct(1, 'Mon mot de passe est espadon.'));
    expect(texts(document)).toEqual(['Bonjour.', 'Mon mot de passe est espadon.', 'Merci bien.']);
    const translated = translatedDocument(document, french, 'fr');
    expect(textsOf(translated)[1]).toBe('Mon mot de passe est espadon.');
    expect(translated.paragraphs[1]?.words.at(-1)).toMatchObject({ word: ' espadon.', start: 5.5, end: 5.9 });
    expect(translated.paragraphs[1]?.speaker).toBe('s1');
    // Others, and other languages, remain as they were.
    expect(shownUtterances(document, french, 'de').map(({ text }) => text)).toContain(
      'Mon code est espadon.',
    );
  });

  it('is stored with its paragraph', () => {
    const document = edit(correct(2, 'Merci beaucoup.'));
    expect(texts(correctedTranscript.parse(JSON.parse(JSON.stringify(document))))).toContain(
      'Merci beaucoup.',
    );
  });

  it('may be empty', () => {
    expect(texts(edit(correct(2, ' ')))).toEqual(['Bonjour.', 'Mon code est espadon.']);
  });

  it('may be written where the machine has none, over the time of the original', () => {
    const document = edit((from) =>
      setTranslation(from, 'p2', 'fr', { text: 'Merci à tous.', before: null }),
    );
    const [own] = shownUtterances(document, french.slice(0, 1), 'fr').slice(1);
    expect(own).toMatchObject({ start: 12, end: 12.9, text: 'Merci à tous.' });
    expect(own?.words.every(({ start, end }) => start >= 12 && end <= 12.9 && end > start)).toBe(true);
  });

  it('goes with what is redacted or struck afterwards, and comes back translated again', () => {
    for (const kind of ['redacted', 'struck'] as const) {
      const document = edit(correct(1, 'Mon code est espadon !'), mark(1, 3, kind));
      expect(texts(document), kind).toEqual(['Bonjour.', 'Merci bien.']);
      expect(old(document)).toEqual(['p1']);
      const change = setTranslation(document, 'p1', 'fr', { text: 'Mon code est', before: null });
      if (!change) throw new Error('There is such a paragraph.');
      const again = applyChange(document, change).document;
      expect(texts(again), kind).toContain('Mon code est');
      expect(old(again)).toEqual([]);
    }
  });

  it('stays with the first part of a split, and is joined with the next', () => {
    const split = edit(correct(1, 'Mon code, espadon.'), (from) => splitParagraph(from, 1, 7));
    expect(split.paragraphs.map(({ translations }) => translations?.length)).toEqual([
      undefined,
      1,
      undefined,
      undefined,
    ]);
    const joined = edit(correct(1, 'Un.'), correct(2, 'Deux.'), (from) => joinParagraphs(from, 2));
    expect(texts(joined)).toEqual(['Bonjour.', 'Un. Deux.']);
    expect(old(joined)).toEqual([]);
  });
});

describe('an old translation', () => {
  it('is none while the transcript is as the machine wrote it, or lacks sounds of hesitation', () => {
    expect(old(machine)).toEqual([]);
    expect(old(edit(mark(0, 0, 'struck')))).toEqual([]);
  });

  it.each([
    ['written anew', (from: Document) => setText(from, 1, 'My code is catfish.')],
    ['added', (from: Document) => setText(from, 1, 'My secret code is swordfish.')],
    ['deleted', (from: Document) => setText(from, 1, 'My is swordfish.')],
    ['struck', mark(1, 1, 'struck')],
    ['redacted', mark(1, 1, 'redacted')],
  ])('is one of which words were %s', (_, change) => {
    expect(old(edit(change))).toEqual(['p1']);
    expect(old(edit(change, correct(1, 'Autre.')))).toEqual([]);
    expect(old(edit(correct(1, 'Autre.'), change))).toEqual(['p1']);
  });
});
