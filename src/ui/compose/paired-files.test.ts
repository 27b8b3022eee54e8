import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { languageInName, pairFiles, recordingsAmong } from './paired-files.ts';

const files = (...names: string[]) => names.map((name) => new File(['x'], name));
const namesOf = (all: readonly File[]) => {
  const { pairs, left } = pairFiles(all);
  return [
    pairs.map(({ recording, transcript }) => [recording.name, transcript?.name ?? null]),
    left.map(({ name }) => name),
  ];
};

describe('recordings chosen with transcripts', () => {
  it.each(
    caseRows<[string[], (string[][] | string[])[] | ((string | null)[][] | string[])[] | string[][]]>(
      import.meta.url,
      'paired',
    ),
  )('are paired by their names: %j', (names, expected) => expect(namesOf(files(...names))).toEqual(expected));

  it('bring only what belongs to a recording from a folder', () => {
    const found = recordingsAmong(files('a.mp3', 'a.txt', 'readme.txt', 'a.fr.srt', 'other.srt', 'p.png'));
    expect(found.map(({ name }) => name)).toEqual(['a.mp3', 'a.txt', 'a.fr.srt']);
  });

  it('may name a language', () => {
    expect(['talk.en.srt', 'talk.pt-BR.vtt', 'talk.srt', 'en.srt'].map(languageInName)).toEqual([
      'en',
      'pt',
      undefined,
      undefined,
    ]);
  });
});
