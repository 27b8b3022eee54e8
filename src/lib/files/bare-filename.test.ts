import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareFilename } from './bare-filename.ts';

describe('a bare filename', () => {
  it('is never empty, a path, a control character, half a character, or longer than 255', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (name) => {
        const bare = bareFilename(name);
        expect(bare).not.toMatch(/^\.{0,2}$|[/\\]|\p{Cc}/u);
        expect(bare.length).toBeLessThanOrEqual(255);
        expect(() => encodeURIComponent(bare)).not.toThrow();
      }),
    );
  });

  it('keeps its extension when it is truncated', () => {
    expect(bareFilename(`${'é'.repeat(400)}.flac`)).toBe(`${'é'.repeat(250)}.flac`);
  });
});
