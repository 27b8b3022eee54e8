import { expect, it } from 'vitest';
import { documentOf, said } from '../../../tests/fakes/corrected-document.ts';
import { makeDocument } from '../make-document.ts';
import { serialize } from '../serialize.ts';

const about = { id: 'x', revision: 0, edited_at: null };

const srt = (document: ReturnType<typeof documentOf>, beside: ReturnType<typeof documentOf>) =>
  serialize(document, 'srt', about, { beside: [beside] }).content;

/** The rows of each cue, without number and times. */
const cuesOf = (file: ReturnType<typeof srt>) =>
  String(file)
    .trim()
    .split('\n\n')
    .map((cue) => cue.split('\n').slice(2));

it('shares a long translation among the cues of its original by the times of its words, in its own order', () => {
  const original =
    'We went to the market in the morning and bought some fish for the evening, because my sister was coming with her children.';
  const utterance = said({ text: original, at: 0 });
  const words = utterance.words;
  const at = (index: number) => ({ start: words[index]?.start ?? 0, end: words[index]?.end ?? 0 });
  // Its last words translate the second of the original: they remain where they are.
  const text = 'Am Morgen kauften wir Fisch für den Abend, weil meine Schwester mit ihren Kindern kam.';
  const sources = [5, 7, 9, 0, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 19];
  const translated = makeDocument(
    [
      {
        ...utterance,
        text,
        language: 'de' as const,
        words: text
          .split(' ')
          .map((word, index) => ({ word: ` ${word}`, confidence: 1, ...at(sources[index] ?? 0) })),
      },
    ],
    3600,
  );
  const cues = cuesOf(srt(documentOf({ text: original, at: 0 }), translated));
  expect(cues.length).toBeGreaterThan(1);
  const german = cues.map((rows) => rows.filter((row) => !original.includes(row)).join(' '));
  expect(german.join(' ')).toBe(text);
  expect(german[0]).toMatch(/^Am Morgen kauften wir Fisch/u);
  expect(german.at(-1)).toMatch(/Kindern kam\.$/u);
  for (const shown of german) expect(shown).not.toBe('');
});

it('puts each voice’s translation below its own words where voices overlap, and loses none', () => {
  const original = documentOf(
    { text: 'Yes I think so too.', at: 0, speaker: 0 },
    { text: 'But what about tomorrow?', at: 0.6, speaker: 1 },
    { text: 'Fine.', at: 60, speaker: 0 },
  );
  const translated = documentOf(
    { text: 'Ja das denke ich auch.', at: 0, speaker: 0, language: 'de' },
    { text: 'Aber was ist mit morgen?', at: 0.6, speaker: 1, language: 'de' },
    { text: 'Gut.', at: 60, speaker: 0, language: 'de' },
    { text: 'Ende.', at: 90, speaker: 0, language: 'de' },
  );
  const cues = cuesOf(srt(original, translated)).map((rows) => rows.join(' '));
  expect(cues.find((cue) => cue.startsWith('Yes'))).toContain('Ja das denke ich auch.');
  expect(cues.find((cue) => cue.startsWith('But'))).toContain('Aber was ist mit morgen?');
  expect(cues.at(-1)).toBe('Fine. Gut. Ende.');
});

it('lets a translation that is said where nothing else is go with the paragraph before', () => {
  const file = serialize(documentOf({ text: 'Good.', at: 0 }), 'txt', about, {
    beside: [documentOf({ text: 'Gut.', at: 0, language: 'de' }, { text: 'Ende.', at: 90, language: 'de' })],
  });
  expect(file.content).toBe('Good.\nGut.\nEnde.\n');
});
