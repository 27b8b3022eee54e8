import { expect, it } from 'vitest';
import type { RecognisedWord } from './asr-engine.ts';
import type { LiveText } from './live-recogniser.ts';
import { LiveUtterances } from './live-utterances.ts';

const word = (text: string, start: number, end: number): RecognisedWord => ({
  word: ` ${text}`,
  start,
  end,
  confidence: 1,
});
const [hello, name, where] = [word('hello', 0.5, 1), word('name', 3, 3.7), word('where', 4.5, 5)];

/** Utterances of the three words, with a pause before the last one; the second one is settled long after it. */
function utterances(pause: [number, number] | null) {
  const finals: LiveText[] = [];
  const made = new LiveUtterances({ endpointing: 0.05, longestUtterance: 5 }, 0, (text) => {
    if (text.isFinal) finals.push(text);
  });
  const add = (settled: RecognisedWord[], unsettled: RecognisedWord[], until: number) =>
    made.add({ language: 'en', languageConfidence: 1, settled, unsettled }, until);
  made.begin(0.4);
  add([hello], [name], 3.9);
  if (pause) made.goOn(...pause);
  add([], [name, where], 5.6);
  add([name, where], [], 7);
  made.end(7);
  made.finish();
  return finals.map(({ utterance, settled }) => `${utterance}${settled.map((one) => one.word).join('')}`);
}

it('ends an utterance in a pause that was recognised with the speech around it, not before, though it is long', () => {
  expect(utterances([3.8, 4.4])).toEqual(['0 hello name', '1 where']);
});

it('divides a long one behind its last settled word where there is no pause, or a shorter one than ends it', () => {
  expect(utterances(null)).toEqual(['0 hello', '1 name where']);
  expect(utterances([3.98, 4])).toEqual(['0 hello', '1 name where']);
});

it('joins letters that are said one by one, and settles them with the last of them', () => {
  const letters = ['W', '-W', '-X', '-3'].map((text, place) => ({
    ...word(text, place, place + 0.4),
    word: text,
  }));
  const [first, second, third, fourth] = letters as [
    RecognisedWord,
    RecognisedWord,
    RecognisedWord,
    RecognisedWord,
  ];
  const texts: [string[], string[]][] = [];
  const wordsOf = (words: readonly RecognisedWord[]) => words.map((one) => one.word);
  const made = new LiveUtterances({ endpointing: 1, longestUtterance: 60 }, 0, ({ settled, unsettled }) =>
    texts.push([wordsOf(settled), wordsOf(unsettled)]),
  );
  const add = (settled: RecognisedWord[], unsettled: RecognisedWord[], until: number) =>
    made.add({ language: 'en', languageConfidence: 1, settled, unsettled }, until);
  made.begin(0);
  add([first], [second], 1.5);
  add([second, third], [fourth, hello], 3.5);
  add([fourth, hello], [], 5);
  made.finish();
  expect(texts).toEqual([
    [[], ['W-W']],
    [[], ['W-W-X-3', ' hello']],
    [['W-W-X-3', ' hello'], []],
    [['W-W-X-3', ' hello'], []],
  ]);
});
