import { expect, it } from 'vitest';
import {
  AppError,
  failureParts,
  fromErrorData,
  inOneText,
  remedyOf,
  toErrorData,
  toStoredFailure,
} from './errors.ts';
import { inEnglish, inLanguage, joined, type Message, msg, verbatim } from './msg.ts';

const size = (bytes: number) => msg`${{ number: bytes / 1e6, digits: 1 }} MB`;

it('a message is its English template with its values', () => {
  const message = msg`${'base'} needs ${size(79e6)} in ${{ languages: ['de', 'fr', 'it'] }}: ${['a', 'b']}, ${3}.`;
  expect(message.text).toBe('{0} needs {1} in {2}: {3}, {4}.');
  expect(inEnglish(message)).toBe('base needs 79.0 MB in German, French, and Italian: a, b, 3.');
  expect(inEnglish(msg`No values.`)).toBe('No values.');
  expect(inEnglish(joined(msg`One.`, msg`Two.`))).toBe('One. Two.');
});

it('is rendered by a reader, values within values too', () => {
  const german = {
    template: (text: string) =>
      ({ '{0} needs {1}.': '{1} braucht {0}.', '{0} MB': '{0} MByte' })[text] ?? text,
    number: (value: number, digits = 0) => value.toFixed(digits).replace('.', ','),
    languages: (codes: readonly string[]) => codes.join('+'),
  };
  expect(inLanguage(msg`${'base'} needs ${size(1e6)}.`, german)).toBe('1,0 MByte braucht base.');
});

it('values cannot act on what is around them, nor be taken for places, and unknown ones are left out', () => {
  expect(inEnglish(msg`Deleted ${'a\u202Eb{1}'} and ${'c'}.`)).toBe('Deleted ab{1} and c.');
  const newer: Message = { text: '{0}, {1}, {2}', values: [{ date: 1 }, null] };
  expect(inEnglish(newer)).toBe(', , ');
  expect(inEnglish(verbatim('{0} as it is'))).toBe('{0} as it is');
});

it('an error has its text and remedy as data, across realms and when stored; the English message is whole', () => {
  const error = new AppError('storage_full', msg`Full: ${size(2e6)}.`, { remedy: msg`Delete ${'all'}.` });
  expect(error.message).toBe('Full: 2.0 MB. Delete all.');
  const crossed = fromErrorData(structuredClone(toErrorData(error)));
  expect(inEnglish(crossed.whole)).toBe(error.message);
  const stored = structuredClone(toStoredFailure(crossed));
  expect(stored).toMatchObject({ code: 'storage_full', status: 507, message: error.message });
  expect(failureParts(stored)).toEqual({
    message: 'Full: 2.0 MB.',
    remedy: 'Delete all.',
    texts: [error.text, error.remedy],
  });
});

it('without a remedy of its own an error has the usual one; rows of earlier versions are shown as they are', () => {
  const failure = toStoredFailure(new AppError('storage_full', msg`It failed`));
  const usual = inEnglish(remedyOf('storage_full'));
  expect(failureParts(failure)).toMatchObject({ message: 'It failed', remedy: usual });
  expect(inOneText(failureParts(failure))).toBe(`It failed. ${usual}`);
  const old = { code: 'of_another_version', message: 'Broken {0}. Try again.' };
  expect(failureParts(old)).toMatchObject({
    message: 'Broken {0}. Try again.',
    remedy: inEnglish(remedyOf('internal')),
  });
  expect(failureParts({ code: 'storage_full', message: `Full. ${usual}` })).toMatchObject({
    message: 'Full.',
    remedy: usual,
  });
});
