import { describe, expect, it } from 'vitest';
import { failureParts, inOneText, remedyOf } from './errors.ts';

describe('what happened, and what to do about it', () => {
  it.each([
    ['The disk is full.', 'The disk is full.', remedyOf('storage_full')],
    ['No audio was found', 'No audio was found', remedyOf('storage_full')],
    [
      'The file is damaged: no audio could be decoded. Check that it plays, then upload another copy.',
      'The file is damaged: no audio could be decoded.',
      'Check that it plays, then upload another copy.',
    ],
    [
      'Out of memory. Use a smaller model. Close other tabs.',
      'Out of memory.',
      'Use a smaller model. Close other tabs.',
    ],
    ['Use a smaller model.', 'Use a smaller model.', remedyOf('storage_full')],
  ])('are told apart in %s', (text, message, remedy) => {
    expect(failureParts('storage_full', text)).toEqual({ message, remedy });
  });

  it('are in one text without saying anything twice', () => {
    const text = `The disk is full. ${remedyOf('storage_full')}`;
    expect(inOneText(failureParts('storage_full', text))).toBe(text);
    expect(inOneText(failureParts('storage_full', 'It failed'))).toBe(
      `It failed. ${remedyOf('storage_full')}`,
    );
  });
});
