import { expect, it } from 'vitest';
import { UsageError } from './command/usage-error.ts';
import { importedBeside, readImport } from './import-beside.ts';

it('a transcript is imported from the named file, or from beside each recording', () => {
  expect(importedBeside('a/talk.mp3', undefined)).toBeNull();
  expect(importedBeside('a/talk.mp3', 'b/other.srt')).toBe('b/other.srt');
  expect(importedBeside('a/talk.one.mp3', '{{name}}.srt')).toBe('a/talk.one.srt');
});

it('an import that would not be exported, or that is one for several recordings, is refused', () => {
  const txt = { format: 'txt' } as const;
  expect(readImport(undefined, { format: 'json' }, ['a'])).toBeUndefined();
  expect(readImport('a.srt', txt, ['a'])).toBe('a.srt');
  expect(readImport('{{name}}.srt', txt, ['a', 'b'])).toBe('{{name}}.srt');
  for (const [name, format, files] of [
    ['a.srt', { format: 'json' }, ['a']],
    ['a.srt', txt, ['a', 'b']],
    [' ', txt, ['a']],
  ] as const)
    expect(() => readImport(name, format, files)).toThrow(UsageError);
});
