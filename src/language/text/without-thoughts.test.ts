import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { withoutThoughts } from './without-thoughts.ts';

describe('what a model wrote, without its thoughts', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'texts'))('%j', (written, expected) => {
    expect(withoutThoughts(written)).toBe(expected);
  });
});
