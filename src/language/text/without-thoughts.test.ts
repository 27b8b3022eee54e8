import { describe, expect, it } from 'vitest';
import { withoutThoughts } from './without-thoughts.ts';

describe('what a model wrote, without its thoughts', () => {
  it.each([
    ['<think>\n\n</think>\n\nParis.', 'Paris.'],
    ['<think>Which city? It says Paris.</think>Paris.', 'Paris.'],
    ['<think>Which city? It sa', ''],
    ['Which city? It says Paris.</think>\nParis.', 'Paris.'],
    ['One is < two, and two > one.', 'One is < two, and two > one.'],
    [' Paris. ', 'Paris.'],
  ])('%j', (written, expected) => {
    expect(withoutThoughts(written)).toBe(expected);
  });
});
