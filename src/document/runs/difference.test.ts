import { describe, expect, it } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { applyChange } from '../edits/change.ts';
import { addBookmark } from '../edits/edit-notes.ts';
import { joinParagraphs, setText, splitParagraph } from '../edits/edit-text.ts';
import { differenceFrom, withDifference } from './difference.ts';

const before = documentOf(
  { text: 'Good morning to all.', at: 1, speaker: 0 },
  { text: 'Morning to you.', at: 10, speaker: 1 },
  { text: 'Shall we begin?', at: 20, speaker: 0 },
);
const changed = (document: typeof before, change: ReturnType<typeof setText>) => {
  if (!change) throw new Error('Nothing was changed.');
  return applyChange(document, change).document;
};

describe('the difference of two states', () => {
  it('has the paragraph that was written in, and nothing else', () => {
    const after = changed(before, setText(before, 1, 'Evening to you.'));
    const difference = differenceFrom([before], after);
    expect(difference).toEqual({ head: {}, order: null, paragraphs: [after.paragraphs[1]] });
    expect(withDifference(before, difference)).toEqual(after);
  });

  it('has new and joined paragraphs and lists; it makes the same document again', () => {
    let after = changed(before, splitParagraph(before, 0, 'Good morning'.length));
    after = changed(after, joinParagraphs(after, 3));
    after = changed(after, addBookmark(after, 3));
    const difference = differenceFrom([before], after);
    expect(withDifference(before, structuredClone(difference))).toEqual(after);
    expect(Object.keys(difference.head).sort()).toEqual(['next', 'notes']);
  });

  it('takes back what one of the earlier states had, and the other had not', () => {
    const being = changed(before, setText(before, 2, 'Shall we end?'));
    const difference = differenceFrom([before, being], before);
    expect(withDifference(being, difference)).toEqual(before);
  });

  it('on another state, leaves out no paragraph that it has', () => {
    const split = changed(before, splitParagraph(before, 1, 'Morning'.length));
    const after = changed(split, setText(split, 2, 'to thee.'));
    const difference = { ...differenceFrom([before], after), order: null };
    expect(textsOf(withDifference(before, difference))).toEqual([
      'Good morning to all.',
      'Morning',
      'to thee.',
      'Shall we begin?',
    ]);
  });
});
