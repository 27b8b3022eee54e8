import { describe, expect, it } from 'vitest';
import { keepSentencesWhole } from './keep-sentences-whole.ts';
import type { TimedWord } from './timed-word.ts';

/** Words of half a second, a speaker's number before each; "_" is a pause of 1.5 s. */
function said(text: string): TimedWord[] {
  let at = 0;
  return text.split(' ').flatMap((part) => {
    if (part === '_') {
      at += 1500;
      return [];
    }
    const word: TimedWord = {
      text: ` ${part.slice(1)}`,
      startMs: at,
      endMs: at + 450,
      confidence: 0.9,
      language: 'en',
      channel: 0,
      window: 0,
      speaker: Number(part[0]),
    };
    at += 500;
    return [word];
  });
}

const speakers = (text: string) =>
  keepSentencesWhole(said(text))
    .map(({ speaker }) => speaker)
    .join('');

describe('a single word at the border of two speakers', () => {
  it('belongs to the sentence that it begins', () => {
    expect(speakers("0Hello. 0I'm 0Tom. 0And 1I'm 1Sheila. 1Hi.")).toBe('0001111');
  });

  it('belongs to the sentence that it ends', () => {
    expect(speakers('0How 0are 0you 1today? 1I 1am 1fine.')).toBe('0000111');
  });

  it('stays where it is if it is a sentence, or stands alone', () => {
    expect(speakers('0How 0are 0you? 1Fine. 0Good 0to 0know.')).toBe('0001000');
    expect(speakers('0So _ 1I 1am 1Sheila.')).toBe('0111');
  });

  it('stays where it is if the rest of the sentence is not one speaker’s', () => {
    expect(speakers('0And 1I 1am 2Sheila.')).toBe('0112');
    expect(speakers('0Two 0words 1are 1no 1slip.')).toBe('00111');
  });

  it('does not change anything else', () => {
    const words = said('0Well 1we 1saw 1it. 0Did 0you?');
    const settled = keepSentencesWhole(words);
    expect(settled.map(({ speaker: _, ...word }) => word)).toEqual(
      words.map(({ speaker: _, ...word }) => word),
    );
    expect(words[0]?.speaker).toBe(0);
  });
});
