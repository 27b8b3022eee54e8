import { expect, it } from 'vitest';
import { exchange } from './exchanged-files.ts';

const to = { bytes: 7, sha256: 'cd' };

it('a file has the size and hash of another, and nothing else changes', () => {
  const script = 'a={path:`x`,bytes:12,sha256:"ab",devices:[1]},b={bytes:12,sha256:"ef"}';
  expect(exchange(script, { from: { bytes: 12, sha256: 'ab' }, to })).toBe(
    'a={path:`x`,bytes:7,sha256:`cd`,devices:[1]},b={bytes:12,sha256:"ef"}',
  );
});

it('a Git id would be checked as well, so it goes', () => {
  const from = { bytes: 12, sha256: null, gitId: 'ab' };
  expect(exchange('{bytes:12,sha256:null,gitId:`ab`}', { from, to })).toBe('{bytes:7,sha256:`cd`}');
});
