import { describe, expect, it } from 'vitest';
import { changed, documentOf, said, textsOf } from '../../../tests/fakes/corrected-document.ts';
import type { Change } from '../edits/change.ts';
import { renameSpeaker, setSpeaker } from '../edits/edit-speakers.ts';
import { markRange } from '../words/mark-words.ts';
import { translatedDocument } from './translated-document.ts';

const original = documentOf(
  { text: 'Good morning.', at: 0, speaker: 0 },
  { text: 'My code is swordfish.', at: 4, speaker: 1 },
  { text: 'uhm thank you.', at: 8, speaker: 0 },
);
const french = [
  said({ text: 'Bonjour.', at: 0, speaker: 0, language: 'fr' }),
  said({ text: 'Mon code est espadon.', at: 4, speaker: 1, language: 'fr' }),
  said({ text: 'Merci bien.', at: 8, speaker: 0, language: 'fr' }),
];
const edit = (...changes: ((from: typeof original) => Change | null)[]) => changed(original, ...changes);
const mark = (paragraph: number, word: number, kind: 'struck' | 'redacted') => (from: typeof original) =>
  markRange(from, { from: { paragraph, word }, end: { paragraph, word: word + 1 } }, kind, true);

describe('a translation', () => {
  it('has the names and the speakers of the corrected transcript', () => {
    const document = edit(
      (from) => renameSpeaker(from, 's0', 'Ada'),
      (from) => setSpeaker(from, 1, 's0'),
    );
    const translated = translatedDocument(document, french, 'fr');
    expect(textsOf(translated)).toEqual(['Bonjour.', 'Mon code est espadon. Merci bien.']);
    expect(translated.speakers.map(({ name }) => name)).toEqual(['Ada']);
    expect(translated.paragraphs[0]?.language).toBe('fr');
  });

  it.each(['struck', 'redacted'] as const)('leaves out what holds a %s word', (kind) => {
    expect(textsOf(translatedDocument(edit(mark(1, 3, kind)), french, 'fr'))).toEqual([
      'Bonjour.',
      'Merci bien.',
    ]);
  });

  it('keeps what holds a struck sound of hesitation', () => {
    expect(textsOf(translatedDocument(edit(mark(2, 0, 'struck')), french, 'fr'))).toContain('Merci bien.');
    expect(textsOf(translatedDocument(edit(mark(2, 0, 'redacted')), french, 'fr'))).not.toContain(
      'Merci bien.',
    );
  });

  it('leaves out what was deleted', () => {
    const shorter = { ...original, paragraphs: original.paragraphs.slice(1) };
    expect(textsOf(translatedDocument(shorter, french, 'fr'))).toEqual([
      'Mon code est espadon.',
      'Merci bien.',
    ]);
  });
});
