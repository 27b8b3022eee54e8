import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import {
  baseOf,
  baseOfOpenAiAudio,
  longestBefore,
  mayBeOpenAi,
  mayBeServed,
  openAiBaseOf,
  plainAddress,
} from './base-address.ts';

const BASES = caseRows<string>(import.meta.url, 'bases');

describe('the base address that a URL lies below', () => {
  it.each(caseRows<[string, string | null]>(import.meta.url, 'read'))('of %s is %s', (address, base) => {
    expect(baseOf(address, BASES)).toBe(base);
  });

  it('is found for OpenAI’s wire, and for connections, in the same way', () => {
    const url = new URL('http://wire.example.//v1//audio/transcriptions');
    expect(openAiBaseOf(url, BASES)).toBe('https://wire.example/v1');
    expect(longestBefore(new URL('http://api.example./socket'), BASES)).toBe('https://api.example');
    expect(longestBefore(new URL('http://api.example.evil.example/socket'), BASES)).toBeNull();
  });
});

it.each(['/v2/upload', '//v2/upload', '/%76%32/upload', '/deep/v%32', '/v2%2Fupload'])(
  'may be served: %s',
  (path) => expect(mayBeServed(new URL(`https://api.example${path}`))).toBe(true),
);
it.each(['/v20', '/v2%252Fupload', '/%25762/upload', '/caf%c3%a9/v%3'])('is nobody’s: %s', (path) =>
  expect(mayBeServed(new URL(`https://api.example${path}`))).toBe(false),
);
it('letters as codes are read in OpenAI’s wire, too', () => {
  const url = new URL('https://wire.example/%761/a%75dio/transcriptions');
  expect([mayBeOpenAi(url), baseOfOpenAiAudio(url)]).toEqual([true, 'https://wire.example/v1']);
});

it('a plain address has no doubled slashes in its path', () => {
  expect(plainAddress(new URL('https://api.example//v2///upload?url=https://a.example//b'))).toBe(
    'https://api.example/v2/upload?url=https://a.example//b',
  );
});
