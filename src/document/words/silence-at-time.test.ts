import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { silenceAtTime } from './silence-at-time.ts';

const document = documentOf(
  { text: 'One two three.', at: 3 },
  { text: 'Four five.', at: 9 },
  { text: 'Six.', at: 10.5 },
);

describe('the silence at a time', () => {
  it.each(caseRows<[string, number, { start: number; end: number }]>(import.meta.url, 'silences'))(
    '%s',
    (_, time, silence) => {
      expect(silenceAtTime(document, time)).toEqual(silence);
    },
  );

  it.each(caseRows<[string, number]>(import.meta.url, 'none'))('is none %s', (_, time) => {
    expect(silenceAtTime(document, time)).toBeNull();
  });

  it('is none while another channel speaks, and ends where either goes on', () => {
    const both = documentOf(
      { text: 'One.', at: 1, channel: 0 },
      { text: 'Aye.', at: 3, channel: 1 },
      { text: 'Bee.', at: 7, channel: 1 },
      { text: 'Two.', at: 9, channel: 0 },
    );
    expect(silenceAtTime(both, 3.2)).toBeNull();
    expect(silenceAtTime(both, 5)).toEqual({ start: 3.4, end: 7 });
  });
});
