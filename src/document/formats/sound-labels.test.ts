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
  const german = {
    ...document,
    paragraphs: document.paragraphs.map((one) => ({ ...one, language: 'de' as const })),
  };
  const labels = exportView(german, about, { sounds }).sounds.map(({ label }) => label);
  expect(labels).toEqual(['[Musik]', '[Applaus]', '[Regen]']);
  const polish = {
    ...document,
    paragraphs: document.paragraphs.map((one) => ({ ...one, language: 'pl' as const })),
  };
  expect(exportView(polish, about, { sounds }).sounds[0]?.label).toBe('[music]');
});

it('have a name in each of the five languages', () => {
  expect(Object.keys(names)).toEqual(['en', 'de', 'fr', 'es', 'it']);
  for (const [language, own] of Object.entries(names))
    expect(Object.keys(own), language).toEqual([...SOUND_KINDS]);
});
