import { describe, expect, test } from 'vitest';
import { changedAndBack as changed } from '../../../tests/fakes/changed-and-back.ts';
import { documentOf, textsOf } from '../../../tests/fakes/corrected-document.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { paragraphText } from '../paragraphs.ts';
import { findReplacements, replaceAt } from '../reading/find-text.ts';
import { type FindOptions, finderOf } from '../reading/finder.ts';
import { nameOf } from '../speakers.ts';
import { countFillers, isFiller, strikeFillers } from '../words/fillers.ts';
import { allMarked, markRange } from '../words/mark-words.ts';
import {
  acceptSpeaker,
  acceptWord,
  doubtfulAt,
  doubtfulStretches,
  nextUnsure,
  unsureWords,
} from '../words/unsure-words.ts';
import { applyChange, type Change } from './change.ts';
import { addSpeaker, mergeSpeakers, renameSpeaker, setSpeaker, setSpeakerOfRange } from './edit-speakers.ts';
import { setText } from './edit-text.ts';
import { EditHistory } from './history.ts';

const talk = documentOf(
  { text: 'Um, good morning everyone.', at: 0, speaker: 0 },
  { text: 'Good uh morning to you.', at: 3, speaker: 1 },
  { text: 'Shall we begin?', at: 8, speaker: 0 },
);

describe('speakers', () => {
  const namesOf = ({ paragraphs, speakers }: CorrectedTranscript) =>
    paragraphs.map(({ speaker }) => {
      const found = speakers.find(({ id }) => id === speaker);
      return found ? nameOf(found) : null;
    });

  test('are renamed everywhere, and get their number back without a name', () => {
    const named = changed(talk, renameSpeaker(talk, 's0', '  Ada   Byron '));
    expect(namesOf(named)).toEqual(['Ada Byron', 'Speaker 2', 'Ada Byron']);
    expect(namesOf(changed(named, renameSpeaker(named, 's0', ' ')))[0]).toBe('Speaker 1');
    expect(renameSpeaker(talk, 'nobody', 'x')).toBeNull();
  });

  test('are added with the next number and a colour of their own', () => {
    const { id, change } = addSpeaker(talk, 'Guest');
    const added = changed(talk, change);
    expect(added.speakers.at(-1)).toMatchObject({ id, number: 2, name: 'Guest', colour: 2 });
    expect(namesOf(changed(added, setSpeaker(added, 1, id)))).toEqual(['Speaker 1', 'Guest', 'Speaker 1']);
  });

  test('change for a selection: paragraphs are split where it begins and ends', () => {
    const range = { from: { paragraph: 0, word: 2 }, end: { paragraph: 1, word: 2 } };
    const edited = changed(talk, setSpeakerOfRange(talk, range, 's1'));
    expect(edited.paragraphs.map(({ speaker }) => speaker)).toEqual(['s0', 's1', 's1', 's0']);
    expect(textsOf(edited).slice(0, 2)).toEqual(['Um, good', 'morning everyone.']);
    expect(new Set(edited.paragraphs.map(({ id }) => id)).size).toBe(4);
  });

  test('merge into one person, who keeps a name', () => {
    const named = changed(talk, renameSpeaker(talk, 's1', 'Ben'));
    const merged = changed(named, mergeSpeakers(named, 's1', 's0'));
    expect(namesOf(merged)).toEqual(['Ben', 'Ben', 'Ben']);
    expect(merged.speakers).toHaveLength(1);
    expect(mergeSpeakers(talk, 's0', 's0')).toBeNull();
  });
});

describe('struck and redacted words', () => {
  const range = { from: { paragraph: 0, word: 1 }, end: { paragraph: 0, word: 3 } };

  test('are marked and brought back', () => {
    const struck = changed(talk, markRange(talk, range, 'struck', true));
    expect(struck.paragraphs[0]?.words.map((word) => word.struck ?? false)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(allMarked(struck, range, 'struck')).toBe(true);
    const back = changed(struck, markRange(struck, range, 'struck', false));
    expect(back.paragraphs).toEqual(talk.paragraphs);
    expect(markRange(struck, range, 'struck', true)).toBeNull();
  });

  test('stay marked when they are written anew', () => {
    const struck = changed(talk, markRange(talk, range, 'redacted', true));
    const edited = changed(struck, setText(struck, 0, 'Um, fine evening everyone.'));
    expect(edited.paragraphs[0]?.words.map((word) => word.redacted ?? false)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('fillers', () => {
  test('are counted, struck at once and brought back', () => {
    expect(countFillers(talk)).toEqual({ all: 2, struck: 0 });
    const struck = changed(talk, strikeFillers(talk, true));
    expect(countFillers(struck)).toEqual({ all: 2, struck: 2 });
    expect(changed(struck, strikeFillers(struck, false)).paragraphs).toEqual(talk.paragraphs);
  });

  test.each(caseRows<[string, string, boolean]>(import.meta.url, 'fillers'))(
    '"%s" in %s: %s',
    (word, language, expected) => {
      expect(isFiller({ word: ` ${word}` }, language)).toBe(expected);
    },
  );
});

describe('find and replace', () => {
  const places = (text: string, replacement: string, options: FindOptions = {}) =>
    findReplacements(
      talk.paragraphs.map(paragraphText),
      finderOf(text, options) ?? expect.fail(),
      replacement,
    );
  const found = (text: string, options = {}) =>
    places(text, '', options).map(({ paragraph, from, to }) => [paragraph, from, to]);
  const replaceText = (text: string, replacement: string, options: FindOptions = {}) =>
    replaceAt(talk, places(text, replacement, options));

  test('finds across words, with case and whole words on request', () => {
    expect(found('good  morning')).toEqual([[0, 4, 16]]);
    expect(found('good')).toHaveLength(2);
    expect(found('good', { matchCase: true })).toEqual([[0, 4, 8]]);
    expect(found('morn')).toHaveLength(2);
    expect(found('morn', { wholeWord: true })).toEqual([]);
    expect(found('begin?')).toEqual([[2, 9, 15]]);
    expect(found('\\bu[mh]\\b', { regex: true })).toHaveLength(2);
    expect(finderOf('')).toBeNull();
    expect(() => finderOf('(', { regex: true })).toThrow(SyntaxError);
  });

  test('replaces a phrase by another and spreads its times', () => {
    const edited = changed(talk, replaceText('good morning', 'hello'));
    expect(textsOf(edited)).toEqual(['Um, hello everyone.', 'Good uh morning to you.', 'Shall we begin?']);
    expect(edited.paragraphs[0]?.words[1]).toMatchObject({
      word: ' hello',
      start: 0.5,
      end: 1.4,
      confidence: 1,
    });
  });

  test('replaces all, one alone, and with parts of what was found', () => {
    expect(textsOf(changed(talk, replaceText('morning', 'evening')))).toEqual([
      'Um, good evening everyone.',
      'Good uh evening to you.',
      'Shall we begin?',
    ]);
    const last = places('morning', 'evening').slice(1);
    expect(textsOf(changed(talk, replaceAt(talk, last)))[0]).toContain('morning');
    const swapped = replaceText('(shall) (we)', '$2 $1', { regex: true });
    expect(textsOf(changed(talk, swapped))[2]).toBe('we Shall begin?');
    expect(textsOf(changed(talk, replaceText('Um, ', '')))[0]).toBe('good morning everyone.');
    expect(replaceText('absent', 'x')).toBeNull();
    // A dollar is a dollar where no expression is meant.
    expect(textsOf(changed(talk, replaceText('you', '$1')))[1]).toContain('to $1.');
  });

  test.each(caseRows<[string, string, string]>(import.meta.url, 'replacesByAs'))(
    'replaces %s by %s as scripts do, and deletes nothing',
    (text, replacement, expected) => {
      expect(textsOf(changed(talk, replaceText(text, replacement, { regex: true })))[2]).toBe(
        `Shall we ${expected}?`,
      );
    },
  );
});

describe('unsure words', () => {
  const doubtful = applyChange(talk, {
    at: 0,
    remove: 2,
    insert: talk.paragraphs.slice(0, 2).map((paragraph) => ({
      ...paragraph,
      words: paragraph.words.map((word) => (/morning/.test(word.word) ? { ...word, confidence: 0.4 } : word)),
    })),
  }).document;

  test('are stepped through, accepted one by one or all alike', () => {
    const places = unsureWords(doubtful);
    expect(places).toEqual([
      { paragraph: 0, word: 2 },
      { paragraph: 1, word: 2 },
    ]);
    const [first = expect.fail(), second] = places;
    expect(nextUnsure(doubtful, first, 1)).toEqual(second);
    expect(nextUnsure(doubtful, { paragraph: 1, word: 2 }, 1)).toEqual(first);
    expect(nextUnsure(doubtful, first, -1)).toEqual(second);
    expect(unsureWords(changed(doubtful, acceptWord(doubtful, first)))).toEqual(places.slice(1));
    expect(unsureWords(changed(doubtful, acceptWord(doubtful, first, { alike: true })))).toEqual([]);
  });
});

describe('words of a doubtful speaker', () => {
  const document = applyChange(talk, {
    at: 0,
    remove: 1,
    insert: talk.paragraphs.slice(0, 1).map((paragraph) => ({
      ...paragraph,
      words: paragraph.words.map((word, at) => (at < 2 ? { ...word, speaker_confidence: 0.4 } : word)),
    })),
  }).document;
  const other = talk.paragraphs[1]?.speaker ?? '';

  test('are stepped through like unsure ones, and accepted with their speaker', () => {
    const [first = expect.fail(), second] = unsureWords(document);
    expect([first, second]).toEqual([
      { paragraph: 0, word: 0 },
      { paragraph: 0, word: 1 },
    ]);
    expect(unsureWords(changed(document, acceptWord(document, first)))).toEqual([second]);
  });

  test('are stretches to check, each accepted by itself', () => {
    const stretch = { from: { paragraph: 0, word: 0 }, end: { paragraph: 0, word: 2 } };
    expect(doubtfulStretches(document)).toEqual([stretch]);
    expect(doubtfulAt(document, { paragraph: 0, word: 1 })).toEqual(stretch);
    expect(doubtfulAt(document, { paragraph: 0, word: 2 })).toBeUndefined();
    expect(doubtfulStretches(changed(document, acceptSpeaker(document, stretch)))).toEqual([]);
  });

  test('are no longer doubtful once a person says who it is', () => {
    expect(unsureWords(changed(document, setSpeaker(document, 0, other)))).toEqual([]);
    const range = { from: { paragraph: 0, word: 0 }, end: { paragraph: 0, word: 1 } };
    expect(unsureWords(changed(document, setSpeakerOfRange(document, range, other)))).toHaveLength(1);
  });
});

describe('the history', () => {
  test('undoes and redoes edits of every kind in their order, with the caret', () => {
    let now = 0;
    const history = new EditHistory(() => now);
    const caret = { paragraph: 'p0', from: 3, to: 3 };
    let document = talk;
    const change = (wanted: Change | null, typing: string | null = null) => {
      if (wanted) document = history.apply(document, wanted, { label: 'edit', caret, typing });
    };
    change(setText(document, 0, 'U'), 'p0');
    now += 400;
    change(setText(document, 0, 'Uh'), 'p0');
    now += 501;
    change(setText(document, 0, 'Uh oh'), 'p0');
    change(renameSpeaker(document, 's0', 'Ada'));
    expect([textsOf(document)[0], document.speakers[0]?.name]).toEqual(['Uh oh', 'Ada']);
    const seen: unknown[] = [];
    for (let undone = history.undo(document); undone; undone = history.undo(document)) {
      document = undone.document;
      seen.push([textsOf(document)[0], document.speakers[0]?.name, undone.caret]);
    }
    expect(seen).toEqual([
      ['Uh oh', null, caret],
      ['Uh', null, caret],
      ['Um, good morning everyone.', null, caret],
    ]);
    expect(document.paragraphs).toEqual(talk.paragraphs);
    for (let redone = history.redo(document); redone; redone = history.redo(document))
      document = redone.document;
    expect([textsOf(document)[0], document.speakers[0]?.name]).toEqual(['Uh oh', 'Ada']);
    document = history.undo(document)?.document ?? document;
    change(renameSpeaker(document, 's1', 'Ben'));
    expect(history.canRedo).toBe(false);
  });
});
