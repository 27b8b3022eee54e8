import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { envelopeOf } from './envelope-of.ts';

const isEmpty = (results: unknown) => envelopeOf({ success: true, seconds: 1, results, notes: [] }).is_empty;

describe('an envelope is empty', () => {
  it.each([
    [null],
    [''],
    [[]],
    [[{ is_empty: true }]],
    // Add-ons whose results are a JSON string: sentiment_analysis, structured_data_extraction.
    ['[]'],
    ['{"email":null}'],
    ['{"email":null,"a \\"quoted\\" class":null}'],
  ])('with %j', (results) => {
    expect(isEmpty(results)).toBe(true);
  });

  it.each(caseRows<[{ is_empty: boolean } | string[] | string]>(import.meta.url, 'butNotWith'))(
    'but not with %j',
    (results) => {
      expect(isEmpty(results)).toBe(false);
    },
  );

  it('if the add-on failed, with its placeholder results', () => {
    const error = { status_code: 500, exception: 'internal', message: 'Something broke.' };
    expect(envelopeOf({ success: false, seconds: 1, error }, '')).toEqual({
      success: false,
      is_empty: true,
      exec_time: 1,
      error,
      results: '',
    });
  });
});
