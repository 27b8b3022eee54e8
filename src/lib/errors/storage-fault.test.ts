import { describe, expect, it } from 'vitest';
import { toAppError } from './errors.ts';

describe('what the storage of a browser throws', () => {
  it.each([
    ['VersionError', 'conflict', 'The app was updated in another tab. Reload this page and try again.'],
    ['QuotaExceededError', 'storage_full', /^Not enough storage\. Delete/],
  ])('is said in words of the app: %s', (name, code, message) => {
    const thrown = new DOMException(
      'The requested version (11) is less than the existing version (99).',
      name,
    );
    expect(toAppError(thrown)).toMatchObject({
      code,
      message: expect.stringMatching(message),
      cause: thrown,
    });
  });

  it('is said as it is where its name tells nothing', () => {
    expect(toAppError(new DOMException('The element went.', 'InvalidStateError')).message).toBe(
      'The element went.',
    );
  });
});
