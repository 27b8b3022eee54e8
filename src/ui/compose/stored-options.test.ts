import { describe, expect, it } from 'vitest';
import { storedOptions } from './stored-options.ts';

describe('options that were kept', () => {
  it('keep their quality; older ones, and ones of a later version, are fast', () => {
    expect(storedOptions.parse({ quality: 'careful', addons: {} })).toMatchObject({ quality: 'careful' });
    expect(storedOptions.parse({ addons: {} })).toMatchObject({ quality: 'fast' });
    expect(storedOptions.parse({ quality: 'perfect', addons: {} })).toMatchObject({ quality: 'fast' });
  });
});
