import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { shownAddress } from './shown-address.ts';

describe('an address as it is shown', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'cases'))('%s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
    expect(shown).not.toContain('s3cr3t');
  });

  it('has an end', () => {
    expect(shownAddress(`https://example.com/${'a/'.repeat(5_000)}`).length).toBe(201);
  });
});
