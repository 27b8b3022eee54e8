import { describe, expect, it } from 'vitest';
import { missingSpeech } from '../../alignment/missing-speech.ts';
import type { TimeSpan } from '../../alignment/speech-bounds.ts';
import type { RecognisedWord } from '../asr-engine.ts';
import { recogniseSkipped } from './recognise-skipped.ts';

/** Words of 0.4 s, one every half second, from `start` on. */
const said = (text: string, start: number): RecognisedWord[] =>
  text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: start + index * 0.5,
    end: start + index * 0.5 + 0.4,
    confidence: 0.9,
  }));

const textOf = (words: readonly RecognisedWord[]) => words.map(({ word }) => word.trim()).join(' ');

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');

/** Forty words in 20 s of speech with a breath every five seconds, and what the model says of a part of it. */
const SPEECH: TimeSpan[] = [0, 5, 10, 15].map((start) => ({ start, end: start + 4.9 }));
const TRUTH = said(numbers(0, 40), 0);
const truthIn = ({ start, end }: TimeSpan) =>
  TRUTH.filter((word) => word.start >= start - 0.05 && word.end <= end + 0.05);

function model(answer: (span: TimeSpan) => RecognisedWord[], sure = true) {
  const spans: TimeSpan[] = [];
  const recognise = async (span: TimeSpan) => {
    spans.push(span);
    return { words: answer(span), sure };
  };
  return { recognise, spans };
}

describe('speech that the text leaves out', () => {
  it('is none if the words keep up with the speech, and none for a pause', () => {
    expect(missingSpeech(SPEECH, TRUTH)).toEqual([]);
    expect(
      missingSpeech(
        [
          { start: 0, end: 2 },
          { start: 12, end: 14 },
        ],
        [...said('a b c d', 0), ...said('e f g h', 12)],
      ),
    ).toEqual([]);
  });

  it('is a gap of more than three seconds of speech', () => {
    const words = [...said(numbers(0, 10), 0), ...said(numbers(20, 40), 10)];
    expect(missingSpeech(SPEECH, words)).toMatchObject([{ from: 10, to: 10, start: 5, end: 9.9 }]);
    expect(missingSpeech(SPEECH, [...said(numbers(0, 15), 0), ...said(numbers(20, 40), 10)])).toEqual([]);
  });

  it('is a short sentence between two pauses, however short, but no breath', () => {
    const speech = [
      { start: 0, end: 2 },
      { start: 3, end: 3.6 },
      { start: 5, end: 7 },
    ];
    const words = [...said('a b c d', 0), ...said('e f g h', 5)];
    expect(missingSpeech(speech, words)).toMatchObject([{ from: 4, to: 4, start: 3, end: 3.6 }]);
    const breath = speech.with(1, { start: 3, end: 3.3 });
    expect(missingSpeech(breath, words)).toEqual([]);
    const recognised = [...said('a b c d', 0), ...said('yes', 3.1), ...said('e f g h', 5)];
    expect(missingSpeech(speech, recognised)).toEqual([]);
  });

  it('is a few words stretched over many seconds', () => {
    const stretched = [
      { word: ' We', start: 0, end: 9, confidence: 0.5 },
      { word: ' are', start: 9, end: 14.9, confidence: 0.9 },
      ...said(numbers(30, 40), 15),
    ];
    expect(missingSpeech(SPEECH, stretched)).toMatchObject([{ from: 0, to: 2 }]);
  });

  it('is the end of the speech if the words stop before it', () => {
    expect(missingSpeech(SPEECH, said(numbers(0, 20), 0))).toMatchObject([{ from: 20, to: 20, end: 19.9 }]);
  });
});

describe('recognition again what was left out', () => {
  it('fills the gap and keeps the words around it, none twice', async () => {
    const words = [...said(numbers(0, 10), 0), ...said(numbers(20, 40), 10)];
    const { recognise, spans } = model(({ start, end }) =>
      TRUTH.filter((word) => word.end > start && word.start < end),
    );
    const done = await recogniseSkipped(words, SPEECH, recognise);
    expect(textOf(done.words)).toBe(textOf(TRUTH));
    expect(done.unheard).toEqual([]);
    expect(spans).toHaveLength(1);
  });

  it('cuts a text that failed as a whole otherwise, and drops its misplaced words', async () => {
    const words = [{ word: ' w0', start: 0, end: 16, confidence: 0.5 }, ...said('w1 w2 w3', 16)];
    // A long part fails again.
    const { recognise } = model((span) => (span.end - span.start > 12 ? words : truthIn(span)));
    const done = await recogniseSkipped(words, SPEECH, recognise);
    expect(textOf(done.words)).toBe(textOf(TRUTH));
    expect(done.words.every((word, index) => word.start >= (done.words[index - 1]?.end ?? 0))).toBe(true);
  });

  it('cuts a short recording of words between pauses into these, each without sound of the next', async () => {
    const words = ['today', 'hello', 'view', 'hour'].flatMap((text, at) => said(text, at));
    const speech = words.map(({ start, end }) => ({ start, end: end + 0.4 }));
    const inside = (span: TimeSpan) =>
      words.filter(({ start, end }) => start >= span.start && end <= span.end);
    // Of more than one word it says the first.
    const { recognise, spans } = model((span) => inside(span).slice(0, 1));
    const done = await recogniseSkipped(words.slice(0, 1), speech, recognise);
    expect(textOf(done.words)).toBe('today hello view hour');
    for (const { start, end } of spans.slice(-3))
      expect(speech.filter((one) => one.start < end && one.end > start)).toHaveLength(1);
  });

  it('moves a word behind the pause where it is said, if other words are before the pause', async () => {
    const speech = [0, 2, 4].map((start) => ({ start, end: start + 1.2 }));
    const { recognise } = model(() => said('six', 2.1));
    const starts = async (...words: RecognisedWord[]) =>
      (await recogniseSkipped([...words, ...said('go on', 4)], speech, recognise)).words.map(
        (one) => one.start,
      );
    expect(await starts(...said('view Six.', 0.25))).toEqual([0.25, 2.1, 4, 4.5]);
    expect(await starts(...said('Six.', 0.75))).toEqual([0.75, 4, 4.5]);
  });

  it('tells what still has no words, and invents none', async () => {
    const words = [...said(numbers(0, 10), 0), ...said(numbers(20, 40), 10)];
    const guessing = model(() => said('thank you for watching', 5), false);
    const done = await recogniseSkipped(words, SPEECH, guessing.recognise);
    expect(textOf(done.words)).toBe(textOf(words));
    expect(done.unheard).toEqual([{ start: 5, end: 9.9 }]);
  });

  it('recognises nothing again if nothing is missing', async () => {
    const { recognise, spans } = model(() => []);
    expect((await recogniseSkipped(TRUTH, SPEECH, recognise)).words).toEqual(TRUTH);
    expect(spans).toEqual([]);
  });

  it('recognises the longest first, and keeps quiet about a sound of less than a second', async () => {
    const speech = [
      { start: 0, end: 0.6 },
      { start: 2, end: 4 },
      { start: 5, end: 7 },
      { start: 8, end: 10 },
    ];
    const none = model(() => []);
    const done = await recogniseSkipped(
      [...said('a b c d', 2), ...said('e f g h', 8)],
      speech,
      none.recognise,
    );
    expect(none.spans.map(({ start }) => start)).toEqual([4.7, 0]);
    expect(done.unheard).toEqual([{ start: 5, end: 7 }]);
  });
});
