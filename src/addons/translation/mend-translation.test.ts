import { describe, expect, it } from 'vitest';
import type { Translated } from '../../language/text/text-models.ts';
import { isDoubtful, mended, repeatsItsEnd } from './mend-translation.ts';

const made = (text: string): Translated => ({ source: '', text, score: 0, tokens: [], words: [] });

describe('a doubtful translation', () => {
  it('repeats its end, which its source does not', () => {
    expect(repeatsItsEnd('Eu fui para casa e para casa e para casa e para casa')).toBe(true);
    expect(repeatsItsEnd('We went there by train yesterday. We went there by train yesterday.')).toBe(true);
    expect(repeatsItsEnd('私は行った行った行った行った行った')).toBe(true);
    expect(repeatsItsEnd('It was very, very good.')).toBe(false);
    expect(repeatsItsEnd('The number is 7777.')).toBe(false);
    expect(isDoubtful('No, no, no, no!', 'Não, não, não, não!')).toBe(false);
  });

  it('stayed as it was, or lacks a number', () => {
    expect(isDoubtful('We went there by train yesterday.', 'We went there by train yesterday.')).toBe(true);
    expect(isDoubtful('Anna Maria Berg.', 'Anna Maria Berg.')).toBe(false);
    expect(isDoubtful('It costs 45 euros.', 'Custa euros.')).toBe(true);
    expect(isDoubtful('It costs 45 euros in London.', 'Custa 45 euros em Londres.')).toBe(false);
  });
});

describe('a translation with faults', () => {
  const source = 'It costs 45 euros. We leave at 9.';
  const parts: Record<string, Translated> = {
    'It costs 45 euros.': { ...made('Custa 45 euros.'), words: [{ start: 6, end: 8, source: 9 }] },
    'We leave at 9.': { ...made('Saímos às 9.'), words: [{ start: 0, end: 6, source: 3 }] },
  };
  const translate = async (part: string) => parts[part] ?? made('');

  it('is made again by sentence, with its words where they are in the whole text', async () => {
    const { text, words } = await mended(made('Custa.'), source, 'en', translate);
    expect(text).toBe('Custa 45 euros. Saímos às 9.');
    expect(words).toEqual([
      { start: 6, end: 8, source: 9 },
      { start: 16, end: 22, source: 22 },
    ]);
  });

  it('stays if sentences are no better, and one without faults is not touched', async () => {
    const first = made('Custa 45.');
    expect(await mended(first, source, 'en', async () => made('Custa.'))).toBe(first);
    const good = made('Custa 45 euros. Saímos às 9.');
    expect(await mended(good, source, 'en', () => Promise.reject(new Error('asked')))).toBe(good);
  });
});
