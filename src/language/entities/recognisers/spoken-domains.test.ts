import { expect, it } from 'vitest';
import { inverseNormalise } from '../inverse-normalise.ts';
import { findSpokenDomains } from './spoken-domains.ts';

const found = (said: string): number => findSpokenDomains(inverseNormalise(said, () => 'en')).length;

it.each(['sam dot lee at proton mail dot com', 'info at north wind trading dot co dot uk'])(
  'finds the address in "%s"',
  (said) => expect(found(said)).toBe(1),
);

it.each([
  'i looked at north wind trading dot com',
  'meet me at north wind trading',
  'they work at gmail',
  'the support at gmail is slow',
])('finds no address in "%s"', (said) => expect(found(said)).toBe(0));
