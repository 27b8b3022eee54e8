import { describe, expect, test } from 'vitest';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { applyChange, type Change } from '../edits/change.ts';
import { addBookmark, addChapter } from '../edits/edit-notes.ts';
import { renameSpeaker, setInvitation } from '../edits/edit-speakers.ts';
import { setText } from '../edits/edit-text.ts';
import { oldTranslations, setTranslation } from '../translations/paragraph-translations.ts';
import { translationOf } from '../translations/split-translations.ts';
import { markRange } from '../words/mark-words.ts';
import { carryOver } from './carry-over.ts';
import { compareTranscripts } from './compare-transcripts.ts';

const machine = documentOf(
  { text: 'Good morning everyone my name is Jon Smith.', at: 1, speaker: 0 },
  { text: 'And I am from the consul of Leeds.', at: 9, speaker: 1 },
);
const edit = (document: CorrectedTranscript, change: Change | null) => {
  if (!change) throw new Error('The edit changes nothing.');
  return applyChange(document, change).document;
};
const text = (index: number, now: string) => (document: CorrectedTranscript) =>
  edit(document, setText(document, index, now));

describe('a new run of a recording', () => {
  test('keeps who was invited', () => {
    const invitation = { title: 'Weekly', names: ['Ada King'] };
    expect(carryOver(machine, edit(machine, setInvitation(invitation)), machine).document.invitation).toEqual(
      invitation,
    );
  });

  test('has the corrections where the words are still the same, with its own times', () => {
    const named = text(0, 'Good morning everyone, my name is John Smyth.')(machine);
    const edited = text(1, 'And I am from the council of the city of Leeds.')(named);
    const next = documentOf(
      { text: 'Good morning every one my name is Jon Smith.', at: 1.2, speaker: 0 },
      { text: 'And I am from the consul of Leeds.', at: 9.2, speaker: 1 },
    );
    const { document, carried } = carryOver(machine, edited, next);
    expect(textsOf(document)).toEqual([
      'Good morning every one my name is John Smyth.',
      'And I am from the council of the city of Leeds.',
    ]);
    expect(carried).toBe(2);
    const words = document.paragraphs.flatMap((paragraph) => paragraph.words);
    expect(words.find(({ word }) => word === ' John')).toMatchObject({ start: 4.7, end: 5.1, confidence: 1 });
    expect(words.every(({ start }, index) => start >= (words[index - 1]?.start ?? 0))).toBe(true);
  });

  test('has what somebody wrote in the place of words that are others now', () => {
    const edited = text(1, 'And I am from the council of Leeds.')(machine);
    const next = documentOf({ text: 'And I am from the castle of Leeds.', at: 9, speaker: 1 });
    expect(textsOf(carryOver(machine, edited, next).document)).toEqual([
      'And I am from the council of Leeds.',
    ]);
    const more = documentOf({ text: 'And I am from a conned soul of Leeds.', at: 9, speaker: 1 });
    expect(textsOf(carryOver(machine, edited, more).document)).toEqual(['And I am from a council of Leeds.']);
  });

  test('has neighbouring lines that were written anew, of which a word is another one now', () => {
    const first = text(0, 'Here speaks the chair.')(machine);
    const edited = text(1, 'Leeds has a council.')(first);
    const next = documentOf(
      { text: 'Good morning everyone my name is John Smith.', at: 1, speaker: 0 },
      { text: 'And I am from the castle of Leeds.', at: 9, speaker: 1 },
    );
    const { document } = carryOver(machine, edited, next);
    expect(textsOf(document).join(' ')).toBe('Here speaks the chair. Leeds has a council.');
  });

  test('has what was added where the words around it are others now', () => {
    const edited = text(0, 'Good morning dear everyone my name is Jon Smith.')(machine);
    const next = documentOf(
      { text: 'Could mourning every one my name is Jon Smith.', at: 1, speaker: 0 },
      { text: 'And I am from the consul of Leeds.', at: 9, speaker: 1 },
    );
    expect(textsOf(carryOver(machine, edited, next).document)[0]).toContain(' dear ');
  });

  test('keeps words struck and redacted that are others now', () => {
    const range = { from: { paragraph: 0, word: 6 }, end: { paragraph: 0, word: 8 } };
    const edited = edit(machine, markRange(machine, range, 'redacted', true));
    const next = documentOf(
      { text: 'Good morning everyone my name is Johns Myth.', at: 1, speaker: 0 },
      { text: 'And I am from the consul of Leeds.', at: 9, speaker: 1 },
    );
    const { document } = carryOver(machine, edited, next);
    const open = document.paragraphs[0]?.words.filter(({ redacted }) => !redacted);
    expect(open?.map(({ word }) => word).join('')).not.toMatch(/John|Smith|Myth/);
  });

  test('has other words than those that were taken out', () => {
    const edited = text(1, 'And I am from Leeds.')(machine);
    const next = documentOf({ text: 'And I am from the castle near Leeds.', at: 9, speaker: 1 });
    expect(carryOver(machine, edited, next).carried).toBe(0);
    expect(textsOf(carryOver(machine, edited, next).document)).toEqual([
      'And I am from the castle near Leeds.',
    ]);
  });

  test('leaves what the old run lacks beside a correction', () => {
    const edited = text(1, 'And I am from the council.')(machine);
    const next = documentOf({
      text: 'And I am from the castle of Leeds and would like to welcome all of you who came here tonight.',
      at: 9,
      speaker: 1,
    });
    const [taken] = textsOf(carryOver(machine, edited, next).document);
    expect(taken).toMatch(/^And I am from the council/);
    expect(taken).toContain('would like to welcome all of you');
  });

  test('has what was added at its ends, taken out and struck', () => {
    const longer = text(0, 'So: good morning everyone my name is Jon Smith.')(machine);
    const shorter = text(1, 'I am from the consul of Leeds today.')(longer);
    const range = { from: { paragraph: 0, word: 2 }, end: { paragraph: 0, word: 3 } };
    const edited = edit(shorter, markRange(shorter, range, 'struck', true));
    const { document } = carryOver(machine, edited, machine);
    expect(textsOf(document)).toEqual(textsOf(edited));
    expect(document.paragraphs[0]?.words.find(({ struck }) => struck)?.word).toBe(' morning');
  });

  test('has every translation that was written, at the paragraph of its time', () => {
    const translate = (document: CorrectedTranscript, index: number, translated: string) =>
      edit(
        document,
        setTranslation(document, document.paragraphs[index]?.id ?? '', 'pt', {
          text: translated,
          before: null,
        }),
      );
    const edited = translate(translate(machine, 0, 'Bom dia a todos.'), 1, 'E sou do conselho.');
    const cut = documentOf(
      { text: 'Good morning', at: 1, speaker: 2 },
      { text: 'everyone my name is Jon Smith.', at: 2, speaker: 0 },
      { text: 'And I am from the consul of Leeds.', at: 9.2, speaker: 1 },
    );
    const joined = documentOf({ text: 'Good morning everyone.', at: 3, speaker: 0 });
    const translated = (document: CorrectedTranscript) =>
      document.paragraphs.map((one) =>
        translationOf(one, 'pt')
          ?.words.map(({ word }) => word)
          .join(''),
      );

    const taken = carryOver(machine, edited, cut).document;
    expect(translated(taken)).toEqual([undefined, 'Bom dia a todos.', 'E sou do conselho.']);
    // The first one says less now, and the other what was translated.
    const ids = taken.paragraphs.map(({ id }) => id);
    expect(oldTranslations(taken, cut, 'pt')).toEqual(new Set([ids[1]]));
    expect(translated(carryOver(machine, edited, joined).document)).toEqual([
      'Bom dia a todos. E sou do conselho.',
    ]);
  });

  test('without corrections is what the machine gave', () => {
    const next = documentOf({ text: 'Something else.', at: 2, speaker: 0 });
    expect(carryOver(machine, machine, next).document.paragraphs).toEqual(next.paragraphs);
    expect(carryOver(documentOf(), documentOf(), next).document.paragraphs).toEqual(next.paragraphs);
  });

  test('calls speakers as those who spoke at their times were called, and keeps notes and chapters', () => {
    const named = edit(machine, renameSpeaker(machine, 's1', 'Ada'));
    const noted = edit(named, addBookmark(named, 5));
    const edited = edit(noted, addChapter(noted, 9, 'Leeds'));
    const swapped = documentOf(
      { text: 'And I am from the consul of Leeds.', at: 9, speaker: 0 },
      { text: 'Good morning everyone my name is Jon Smith.', at: 1, speaker: 1 },
    );
    const { document } = carryOver(machine, edited, swapped);
    expect(document.speakers.map(({ id, name }) => [id, name])).toEqual([
      ['s0', 'Ada'],
      ['s1', null],
    ]);
    expect(document.notes).toEqual(edited.notes);
    expect(document.chapters).toEqual(edited.chapters);
  });
});

test('two transcripts are compared without case and punctuation', () => {
  const other = text(0, 'Good morning, everyone. My name is John Smith.')(machine);
  expect(compareTranscripts(machine, other)).toEqual([{ start: 4, before: 'Jon', after: 'John' }]);
  expect(compareTranscripts(machine, machine)).toEqual([]);
});
