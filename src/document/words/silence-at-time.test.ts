import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { silenceAtTime } from './silence-at-time.ts';

const document = documentOf(
  { text: 'One two three.', at: 3 },
  { text: 'Four five.', at: 9 },
  { text: 'Six.', at: 10.5 },
);

describe('the silence at a time', () => {
  it.each([
    ['before the first word', 1, { start: 0, end: 3 }],
    ['between paragraphs', 6, { start: 4.4, end: 9 }],
    ['where the word before ends', 4.4, { start: 4.4, end: 9 }],
  ])('%s', (_, time, silence) => {
    expect(silenceAtTime(document, time)).toEqual(silence);
  });

  it.each([
    ['within a word', 3.2],
    ['in a short pause within a paragraph', 3.45],
    ['in a short pause between paragraphs', 10.2],
    ['after the last word', 12],
  ])('is none %s', (_, time) => {
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
