import { beforeEach, describe, expect, it } from 'vitest';
import { documentOf, textsOf } from '../../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change } from '../../../document/edits/change.ts';
import { setText } from '../../../document/edits/edit-text.ts';
import type { EditorState } from '../editor-state.svelte.ts';
import { FindState } from './find-state.svelte.ts';

/** The parts of an editor that a search uses: the text, and changes of it. */
class Text {
  document = $state.raw<CorrectedTranscript>(
    documentOf(
      { text: 'The cat sat on the category.', at: 0 },
      { text: 'A Cat, a dog.', at: 20 },
      { text: 'No pets here.', at: 40 },
    ),
  );
  change(change: Change | null): boolean {
    if (change) this.document = applyChange(this.document, change).document;
    return change !== null;
  }
}

let text: Text;
let find: FindState;
beforeEach(() => {
  text = new Text();
  find = new FindState(text as unknown as EditorState);
  find.open = true;
});
const found = () =>
  find.matches.map(({ paragraph, from, to }) => textsOf(text.document)[paragraph]?.slice(from, to));

describe('a search', () => {
  it('finds text in all paragraphs, by whole words and case where asked', () => {
    find.text = 'cat';
    expect(found()).toEqual(['cat', 'cat', 'Cat']);
    find.wholeWord = true;
    expect(found()).toEqual(['cat', 'Cat']);
    find.matchCase = true;
    expect(found()).toEqual(['cat']);
    find.open = false;
    expect(found()).toEqual([]);
  });

  it('takes other accents where nothing has those of the search', async () => {
    text.document = documentOf({ text: 'Schon ist Łódź schön.', at: 0 });
    find.text = 'schon';
    expect(found()).toEqual(['Schon']);
    find.text = 'lodz';
    expect(found()).toEqual(['Łódź']);
    find.replacement = 'Lodz';
    expect(await find.replace({ all: true })).toBe(1);
    expect(textsOf(text.document)).toEqual(['Schon ist Lodz schön.']);
    Object.assign(find, { text: 'Schön', matchCase: true });
    expect(found()).toEqual([]);
  });

  it('steps through its matches in a circle, and follows the text', () => {
    find.text = 'cat';
    expect(find.current).toMatchObject({ paragraph: 0, from: 4 });
    find.step(-1);
    expect(find.current).toMatchObject({ paragraph: 1 });
    find.step(1);
    expect(find.current).toMatchObject({ paragraph: 0, from: 4 });
    find.at = 2;
    text.change(setText(text.document, 1, 'A mouse.'));
    expect(find.current).toMatchObject({ paragraph: 0, from: 19 });
  });

  it('opens with a word that is to be replaced, whatever was searched for before', () => {
    Object.assign(find, { text: '(', regex: true, replacement: 'x', at: 3, open: false });
    find.replaceWord('Cat');
    expect(find).toMatchObject({ text: 'Cat', replacement: '', open: true, regex: false, given: 1, at: 0 });
    expect(found()).toEqual(['cat', 'Cat']);
  });
});

describe('a replacement', () => {
  it('is of the current match, or of all', async () => {
    Object.assign(find, { text: 'cat', wholeWord: true, replacement: 'mouse' });
    find.step(1);
    expect(await find.replace({ all: false })).toBe(1);
    expect(textsOf(text.document).slice(0, 2)).toEqual(['The cat sat on the category.', 'A mouse, a dog.']);
    find.wholeWord = false;
    expect(await find.replace({ all: true })).toBe(2);
    expect(textsOf(text.document)[0]).toBe('The mouse sat on the mouseegory.');
    expect(await find.replace({ all: true })).toBe(0);
  });

  it('is given up where the text was changed meanwhile', async () => {
    Object.assign(find, { text: 'cat', replacement: 'mouse' });
    const replacing = find.replace({ all: true });
    text.change(setText(text.document, 2, 'One pet here.'));
    expect(await replacing).toBe(0);
    expect(textsOf(text.document)[0]).toContain('cat');
  });
});

describe('a regular expression', () => {
  it('is looked for in a worker, and its groups can be written', async () => {
    Object.assign(find, { text: '(\\w)at\\b', regex: true, replacement: '$1ow' });
    expect(find.isLooking).toBe(true);
    await find.look();
    expect(find).toMatchObject({ isLooking: false, fault: null });
    expect(found()).toEqual(['cat', 'sat', 'Cat']);
    expect(await find.replace({ all: true })).toBe(3);
    expect(textsOf(text.document)[0]).toBe('The cow sow on the category.');
    // The text is another one: it is looked for anew.
    expect(find.isLooking).toBe(true);
  });

  it('that is none is a fault, and one that takes too long is ended', async () => {
    Object.assign(find, { text: '(', regex: true });
    expect(find).toMatchObject({ fault: 'no pattern', isLooking: false, current: null });
    text.change(setText(text.document, 0, 'a'.repeat(40)));
    find.text = '(a+)+$b';
    await find.look();
    expect(find).toMatchObject({ fault: 'too slow', isLooking: false, matches: [] });
  });
});
