import { describe, expect, test } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { markRange } from '../words/mark-words.ts';
import { applyChange, type Change } from './change.ts';
import { setText, splitParagraph } from './edit-text.ts';
import { pasteText } from './paste-text.ts';

const applied = (document: CorrectedTranscript, change: Change | null) =>
  change ? applyChange(document, change).document : document;
const struckIn = ({ paragraphs }: CorrectedTranscript) =>
  paragraphs.flatMap(({ words }) => words.filter(({ struck }) => struck).map(({ word }) => word.trim()));

/** Types a text letter by letter at a place of the only paragraph. */
function typed(document: CorrectedTranscript, offset: number, text: string): CorrectedTranscript {
  let now = document;
  for (const [index, letter] of [...text].entries()) {
    const [old = ''] = textsOf(now);
    const at = offset + index;
    now = applied(now, setText(now, 0, old.slice(0, at) + letter + old.slice(at)));
  }
  return now;
}

const strike = (document: CorrectedTranscript, from: number, end: number) =>
  applied(
    document,
    markRange(
      document,
      { from: { paragraph: 0, word: from }, end: { paragraph: 0, word: end } },
      'struck',
      true,
    ),
  );

describe('text that is typed before a struck word', () => {
  test.each([
    ['in the middle', 'We well start', 1, 2, 3, 'we '],
    ['that begins with its first letter', 'We well start', 1, 2, 3, 'wet '],
    ['between two struck words', 'We well well start', 1, 3, 8, 'not '],
    ['at the start of a paragraph', 'Well we start', 0, 1, 0, 'Yes '],
  ])('is not struck: %s', (_, text, from, end, offset, written) => {
    const struck = strike(documentOf({ text, at: 0 }), from, end);
    const before = struckIn(struck);
    expect(before).toHaveLength(end - from);
    const after = typed(struck, offset, written);
    expect(textsOf(after)).toEqual([text.slice(0, offset) + written + text.slice(offset)]);
    expect(struckIn(after)).toEqual(before);
    const times = after.paragraphs.flatMap(({ words }) => words.flatMap(({ start, end }) => [start, end]));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('is struck within one', () => {
    const struck = strike(documentOf({ text: 'We well start', at: 0 }), 1, 2);
    expect(struckIn(typed(struck, 5, 'ee'))).toEqual(['weeell']);
  });
});

describe('a new paragraph', () => {
  test('is made at the end of a text, and is empty', () => {
    const document = documentOf({ text: 'Hello there.', at: 0, speaker: 1 }, { text: 'Bye.', at: 9 });
    const split = applied(document, splitParagraph(document, 0, 'Hello there.'.length));
    expect(textsOf(split)).toEqual(['Hello there.', '', 'Bye.']);
    expect(split.paragraphs[1]?.speaker).toBe(split.paragraphs[0]?.speaker);
    const written = applied(split, setText(split, 1, 'More.'));
    expect(textsOf(written)).toEqual(['Hello there.', 'More.', 'Bye.']);
  });

  test('is not made at the start', () => {
    const document = documentOf({ text: 'Hello there.', at: 0 });
    expect(splitParagraph(document, 0, 0)).toBeNull();
  });
});

describe('pasted lines', () => {
  const paste = (before: string, after: string, pasted: string) => {
    const document = documentOf({ text: `${before}${after}`, at: 0 });
    const { document: made, at } = pasteText(document, 0, [before, after], pasted);
    return [textsOf(made), at] as const;
  };

  test('are paragraphs', () => {
    expect(paste('We begin ', 'here.', 'One two.\r\n\r\nThree\tfour. ')).toEqual([
      ['We begin One two.', 'Three four. here.'],
      { paragraph: 1, offset: 12 },
    ]);
    expect(paste('', 'We begin.', 'One.\nTwo.\nThree. ')[0]).toEqual(['One.', 'Two.', 'Three. We begin.']);
  });

  test('are one where there is one', () => {
    expect(paste('We ', ' here.', 'all  begin')).toEqual([
      ['We all begin here.'],
      { paragraph: 0, offset: 12 },
    ]);
  });
});
