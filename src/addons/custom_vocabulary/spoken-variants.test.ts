import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { spokenVariants } from './spoken-variants.ts';

const variants = (value: string, language: string | null = 'en', entries = 1) =>
  spokenVariants(value, { language, entries });

describe('how a recogniser may write an entry', () => {
  it.each(caseRows<[string, string, string]>(import.meta.url, 'cases'))(
    '%s in %s: %s',
    (value, language, written) => {
      expect(variants(value, language)).toContain(written);
    },
  );

  it('has neither the entry itself nor words that everybody says', () => {
    expect(variants('Kubernetes')).not.toContain('Kubernetes');
    expect(variants('Wether')).not.toContain('Whether');
    expect(variants('Bach')).not.toContain('Back');
  });

  it('is the same in every language without rows but for the rows of all', () => {
    expect(variants('Philharmonic', null)).toContain('Filharmonic');
  });

  it('has few ways for each of many entries, so that all together remain few', () => {
    expect(variants('Kubernetes').length).toBe(24);
    expect(variants('Kubernetes', 'en', 1000).length).toBe(6);
  });
});
