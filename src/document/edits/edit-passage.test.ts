import { describe, expect, test } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { applyChange } from './change.ts';
import { passageBetween, passageText, replacePassage, wordsOfPassage } from './edit-passage.ts';

const talk = documentOf(
  { text: 'Good morning everyone.', at: 1, speaker: 0 },
  { text: 'Morning to you.', at: 5, speaker: 1 },
  { text: 'Shall we begin?', at: 9, speaker: 0 },
);
const passage = passageBetween({ paragraph: 2, offset: 6 }, { paragraph: 0, offset: 5 });

describe('a passage over paragraphs', () => {
  test('goes from its first place to its last, and is read in rows', () => {
    expect(passage).toEqual({ from: { paragraph: 0, offset: 5 }, to: { paragraph: 2, offset: 6 } });
    expect(passageText(talk, passage)).toBe('morning everyone.\nMorning to you.\nShall ');
    const inside = passageBetween({ paragraph: 1, offset: 8 }, { paragraph: 1, offset: 0 });
    expect(passageText(talk, inside)).toBe('Morning ');
  });

  test('touches whole words', () => {
    expect(wordsOfPassage(talk, passage)).toEqual({
      from: { paragraph: 0, word: 1 },
      end: { paragraph: 2, word: 1 },
    });
    const upTo = passageBetween({ paragraph: 0, offset: 6 }, { paragraph: 1, offset: 0 });
    expect(wordsOfPassage(talk, upTo)).toEqual({
      from: { paragraph: 0, word: 1 },
      end: { paragraph: 1, word: 0 },
    });
  });

  test('is taken out or written over: what is left is one paragraph, whose words keep their times', () => {
    const change = replacePassage(talk, passage, '');
    if (!change) throw new Error('Nothing changes.');
    const { document, inverse } = applyChange(talk, change);
    expect(textsOf(document)).toEqual(['Good we begin?']);
    expect(document.paragraphs[0]).toMatchObject({ speaker: 's0', start: 1, end: 10.4 });
    expect(textsOf(applyChange(document, inverse).document)).toEqual(textsOf(talk));
    const written = replacePassage(talk, passage, 'evening, ');
    expect(written && textsOf(applyChange(talk, written).document)).toEqual(['Good evening, we begin?']);
    const all = passageBetween({ paragraph: 0, offset: 0 }, { paragraph: 2, offset: 15 });
    const emptied = replacePassage(talk, all, '');
    expect(emptied && textsOf(applyChange(talk, emptied).document)).toEqual(['']);
  });
});
