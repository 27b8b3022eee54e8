import { expect, test } from 'vitest';
import { correctedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { Word } from '../../contract/transcripts/utterance.ts';
import { makeDocument } from '../make-document.ts';
import {
  correctedWords,
  correctLine,
  type LiveLine,
  type LiveText,
  liveDocuments,
  recognised,
  takeLiveText,
  takeSpeakers,
  textOfWords,
  untilRecognised,
} from './live-transcript.ts';

/** Words of a second each, from a time on. */
const wordsOf = (text: string, from: number): Word[] =>
  text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: from + index,
    end: from + index + 0.8,
    confidence: 0.9,
  }));

function said(
  id: string,
  text: string,
  options: Partial<{ from: number; channel: number; settled: number; final: boolean }> = {},
): LiveText {
  const { from = 0, channel = 0, settled, final = false } = options;
  const words = text === '' ? [] : wordsOf(text, from);
  return {
    id,
    is_final: final,
    utterance: {
      start: from,
      end: words.at(-1)?.end ?? from,
      confidence: 0.9,
      channel,
      language: 'en',
      words,
      text: ` ${text}`,
      ...(settled !== undefined && { settled_words: settled }),
    },
  };
}

const take = (...messages: LiveText[]) => messages.reduce<LiveLine[]>(takeLiveText, []);
const shown = ({ settled, unsettled }: LiveLine) => [textOfWords(settled), textOfWords(unsettled)];

test('settled words stand, the others are replaced by what comes, and a final message settles all', () => {
  const first = take(said('a', 'we start wit', { settled: 2 }));
  expect(first.map(shown)).toEqual([['we start', 'wit']]);
  const second = takeLiveText(first, said('a', 'we start with the', { settled: 3 }));
  expect(second.map(shown)).toEqual([['we start with', 'the']]);
  const third = takeLiveText(second, said('a', 'we start with the budget', { final: true }));
  expect(third.map(shown)).toEqual([['we start with the budget', '']]);
  expect(third[0]?.isFinal).toBe(true);
});

test('a message that would change or take back settled words changes none of them', () => {
  const lines = take(said('a', 'we start with', { settled: 3 }), said('a', 'you stop', { settled: 1 }));
  expect(lines.map(shown)).toEqual([['we start with', '']]);
});

test('words that were settled while somebody corrected a line follow what was written', () => {
  const [line] = take(said('a', 'my meeting is on monday', { settled: 5 }));
  if (!line) throw new Error('There is no line.');
  const corrected = correctLine(line, 'The meeting is', 3);
  expect(textOfWords(correctedWords(corrected))).toBe('The meeting is on monday');
  // A second correction, of more words, and one of fewer words than the first one.
  expect(textOfWords(correctedWords(correctLine(corrected, 'Our meeting is on Monday', 5)))).toBe(
    'Our meeting is on Monday',
  );
  expect(textOfWords(correctedWords(correctLine(corrected, 'Our meeting', 2)))).toBe('Our meeting on monday');
});

test('lines stand in the order in which their speech began, whatever channel ends first', () => {
  const lines = take(
    said('a', 'one', { from: 0, settled: 1 }),
    said('c', 'three', { from: 9, settled: 0, channel: 1 }),
    said('b', 'two', { from: 5, final: true }),
  );
  expect(lines.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('speech that turns out to be none leaves no line', () => {
  expect(take(said('a', 'hm', { settled: 0 }), said('a', '', { final: true }))).toEqual([]);
});

test('a correction stays while the line grows, and later words follow it', () => {
  const [line] = take(said('a', 'we start with Anna', { settled: 4 }));
  const corrected = line && correctLine(line, 'We start with Hannah.');
  const [grown] = takeLiveText(
    corrected ? [corrected] : [],
    said('a', 'we start with Anna today', { settled: 5 }),
  );
  expect(grown && textOfWords(correctedWords(grown))).toBe('We start with Hannah. today');
  expect(grown && textOfWords(grown.settled)).toBe('we start with Anna today');
  const again = grown && correctLine(grown, 'We start with Hannah today.');
  expect(again && textOfWords(correctedWords(again))).toBe('We start with Hannah today.');
});

test('a line that was emptied can be written again, and an unchanged text is no correction', () => {
  const [line] = take(said('a', 'uh well', { final: true }));
  const emptied = line && correctLine(line, '');
  expect(emptied && correctedWords(emptied)).toEqual([]);
  expect(emptied && textOfWords(correctedWords(correctLine(emptied, 'Well')))).toBe('Well');
  expect(line && correctLine(line, ' uh well ')).toBe(line);
});

test('corrections, names and marks of a session are carried over to the transcript of the whole recording', () => {
  const lines = take(
    said('a', 'we start with Anna now', { final: true }),
    said('b', 'the budget is ready', { from: 10, channel: 1, final: true }),
  ).map((line) => (line.id === 'a' ? correctLine(line, 'we start with Hannah now') : line));
  const marks = [
    { id: 0, seconds: 12, text: 'Ask for it' },
    { id: 1, seconds: 60, text: '' },
  ];
  const { machine, edited } = liveDocuments(lines, { marks, names: ['Me', 'They'], duration: 70 });
  expect(textOfWords(machine.paragraphs.flatMap(({ words }) => words))).toContain('Anna');
  // The whole recording is recognised better in another place.
  const next = makeDocument(
    [
      said('x', 'We start with Anna now', {}).utterance,
      said('y', 'The budgets are ready', { from: 10, channel: 1 }).utterance,
    ],
    70,
  );
  const kept = correctedTranscript.parse(untilRecognised(machine, edited));
  const document = recognised(kept, next);
  expect(document.live).toBeUndefined();
  expect(document.paragraphs.map(({ words }) => textOfWords(words))).toEqual([
    'We start with Hannah now',
    'The budgets are ready',
  ]);
  expect(document.speakers.map(({ name }) => name)).toEqual(['Me', 'They']);
  expect(document.notes).toMatchObject([
    { kind: 'highlight', start: 10, end: 13.8, channel: 1, text: 'Ask for it' },
    { kind: 'bookmark', start: 60, channel: null },
  ]);
  expect(new Set(document.notes.map(({ id }) => id)).size).toBe(2);
});

test('a line has its speaker once that is known, whatever is said in it afterwards', () => {
  const lines = take(said('a', 'we start', { final: true }), said('b', 'with the', { from: 4, settled: 1 }));
  const told = takeSpeakers(lines, [
    { id: 'b', speaker: 1, name: 'Ann' },
    { id: 'gone', speaker: 0 },
  ]);
  expect(told.map(({ speaker }) => speaker)).toEqual([null, { speaker: 1, name: 'Ann' }]);
  const later = takeLiveText(told, said('b', 'with the budget', { from: 4, final: true }));
  expect(later[1]?.speaker).toEqual({ speaker: 1, name: 'Ann' });
});
