import { expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/runner/eventually.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { type LiveLine, takeLiveText } from '../../document/runs/live-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { TranslateText } from '../api/translate-text.ts';
import { LiveTranslation } from './live-translation.ts';

interface Said {
  /** How many words are settled; all, and the utterance has ended, if it is left out. */
  settled?: number;
  language?: Utterance['language'];
}

/** A session's lines with a further message. */
function after(
  lines: readonly LiveLine[],
  id: string,
  text: string,
  { settled, language = 'en' }: Said = {},
) {
  const words = text
    .split(' ')
    .map((word, index) => ({ word: ` ${word}`, start: index, end: index + 0.9, confidence: 1 }));
  const utterance = { start: 0, end: words.length, confidence: 1, channel: 0, language, words, text };
  return takeLiveText(lines, {
    id,
    is_final: settled === undefined,
    utterance: { ...utterance, ...(settled !== undefined && { settled_words: settled }) },
  });
}

/** A translation into French by a translator that answers on demand. */
function slowTranslation(onChange = () => undefined) {
  const calls: { texts: string[]; from: string; signal: AbortSignal | undefined; answer: () => void }[] = [];
  const translate: TranslateText = (texts, { from, to, signal }) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      const all = [...texts];
      const answer = () =>
        resolve({ texts: all.map((text) => `[${to}: ${text}]`), models: ['fake'], incomplete: [] });
      calls.push({ texts: all, from, signal, answer });
    });
  return { calls, translation: new LiveTranslation('fr', onChange, translate) };
}

const atOnce: TranslateText = async (texts, { to }) => ({
  texts: [...texts].map((text) => `[${to}: ${text}]`),
  models: ['fake'],
  incomplete: [],
});

it('translates a sentence once a word follows it or its line has ended, and never again', async () => {
  const { calls, translation } = slowTranslation();
  let lines = after([], 'a', 'Good morning. We st', { settled: 2 });
  translation.take(lines);
  expect(calls).toEqual([]);
  expect(translation.of({ id: 'a', language: 'en' })).toEqual({ language: 'fr', text: '', isWaiting: false });

  lines = after(lines, 'a', 'Good morning. We start', { settled: 3 });
  translation.take(lines);
  expect(calls.map(({ texts }) => texts)).toEqual([['Good morning.']]);
  expect(translation.of({ id: 'a', language: 'en' })).toEqual({ language: 'fr', text: '', isWaiting: true });
  calls[0]?.answer();
  await eventually(() =>
    expect(translation.of({ id: 'a', language: 'en' })?.text).toBe('[fr: Good morning.]'),
  );

  lines = after(lines, 'a', 'Good morning. We start now');
  translation.take(lines);
  translation.take(lines);
  await eventually(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.texts).toEqual(['We start now']);
  expect(translation.of({ id: 'a', language: 'en' })).toEqual({
    language: 'fr',
    text: '[fr: Good morning.]',
    isWaiting: true,
  });
  calls[1]?.answer();
  await eventually(() =>
    expect(translation.of({ id: 'a', language: 'en' })).toEqual({
      language: 'fr',
      text: '[fr: Good morning.] [fr: We start now]',
      isWaiting: false,
    }),
  );
  expect(calls).toHaveLength(2);
});

it('is not taken in by an abbreviation', () => {
  const { calls, translation } = slowTranslation();
  translation.take(after([], 'a', 'This is Mr. Quilter. He', { settled: 5 }));
  expect(calls.map(({ texts }) => texts)).toEqual([['This is Mr. Quilter.']]);
});

it('leaves no sentence out while the translator is behind, one call at a time', async () => {
  const { calls, translation } = slowTranslation();
  let lines: readonly LiveLine[] = [];
  for (let at = 0; at < 50; at++) {
    lines = after(lines, `line ${at}`, `This is line number ${at}.`);
    translation.take(lines);
  }
  let answered = 0;
  while (answered < calls.length) {
    expect(calls).toHaveLength(answered + 1);
    calls[answered++]?.answer();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(calls.flatMap(({ texts }) => texts)).toEqual(
    Array.from({ length: 50 }, (_, at) => `This is line number ${at}.`),
  );
  expect(lines.map(({ id }) => translation.of({ id, language: 'en' })?.text)).toEqual(
    Array.from({ length: 50 }, (_, at) => `[fr: This is line number ${at}.]`),
  );
});

it('says the error of a language once, and goes on with the others', async () => {
  const missing = new AppError('model_missing', msg`No installed model translates.`);
  const translate: TranslateText = async (texts, options) => {
    if (options.from === 'de') throw missing;
    return atOnce(texts, options);
  };
  const translation = new LiveTranslation('fr', () => undefined, translate);
  let lines = after([], 'a', 'Guten Morgen.', { language: 'de' });
  lines = after(lines, 'b', 'Good morning.');
  lines = after(lines, 'c', 'Guten Abend.', { language: 'de' });
  translation.take(lines);
  await eventually(() =>
    expect(translation.of({ id: 'c', language: 'en' })).toMatchObject({ text: '', isWaiting: false }),
  );
  expect(translation.of({ id: 'a', language: 'en' })).toMatchObject({ text: '', isWaiting: false });
  expect(translation.of({ id: 'b', language: 'en' })?.text).toBe('[fr: Good morning.]');
  expect([...translation.faults]).toEqual([['de', missing]]);
});

it('tries the sentences of a call that failed again, each by itself', async () => {
  const calls: string[][] = [];
  const translate: TranslateText = async (texts, options) => {
    calls.push([...texts]);
    if (calls.length === 2) throw new AppError('internal', msg`The worker ended.`);
    if ([...texts].includes('Line c.')) throw new AppError('internal', msg`It cannot be translated.`);
    return atOnce(texts, options);
  };
  const translation = new LiveTranslation('fr', () => undefined, translate);
  let lines: readonly LiveLine[] = [];
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) lines = after(lines, id, `Line ${id}.`);
  translation.take(lines.slice(0, 1));
  translation.take(lines);
  await eventually(() => expect(translation.of({ id: 'f', language: 'en' })?.isWaiting).toBe(false));
  expect(lines.map(({ id }) => translation.of({ id, language: 'en' })?.text)).toEqual([
    '[fr: Line a.]',
    '[fr: Line b.]',
    '',
    '[fr: Line d.]',
    '[fr: Line e.]',
    '[fr: Line f.]',
  ]);
  expect(calls).toEqual([
    ['Line a.'],
    ['Line b.', 'Line c.', 'Line d.', 'Line e.'],
    ['Line b.'],
    ['Line c.'],
    ['Line c.'],
    ['Line d.'],
    ['Line e.'],
    ['Line f.'],
  ]);
});

it('says the error of a sentence that fails each time, until one of its language is translated', async () => {
  const broken = new AppError('internal', msg`The worker ended.`);
  let calls = 0;
  const translate: TranslateText = async (texts, options) => {
    calls += 1;
    if ([...texts].includes('One.')) throw broken;
    return atOnce(texts, options);
  };
  const translation = new LiveTranslation('fr', () => undefined, translate);
  const lines = after([], 'a', 'One.');
  translation.take(lines);
  await eventually(() => expect([...translation.faults]).toEqual([['en', broken]]));
  expect(calls).toBe(3);
  translation.take(after(lines, 'b', 'Two.'));
  await eventually(() => expect([...translation.faults]).toEqual([]));
});

it('asks once where no model translates', async () => {
  let calls = 0;
  const translate: TranslateText = async () => {
    calls += 1;
    throw new AppError('model_missing', msg`No installed model translates.`);
  };
  const translation = new LiveTranslation('fr', () => undefined, translate);
  translation.take(after([], 'a', 'Good morning.'));
  await eventually(() => expect(translation.faults.size).toBe(1));
  expect(calls).toBe(1);
});

it('leaves alone what is said in the language itself', () => {
  const { calls, translation } = slowTranslation();
  translation.take(after([], 'a', 'Bonjour.', { language: 'fr' }));
  expect([calls.length, translation.of({ id: 'a', language: 'fr' })]).toEqual([0, null]);
});

it('waits while recognition needs the device', () => {
  const { calls, translation } = slowTranslation();
  translation.hold(true);
  translation.take(after([], 'a', 'Good morning.'));
  expect(calls).toHaveLength(0);
  expect(translation.of({ id: 'a', language: 'en' })?.isWaiting).toBe(true);
  translation.hold(false);
  expect(calls).toHaveLength(1);
});

it('abandons what waits when it ends', async () => {
  const onChange = vi.fn();
  const { calls, translation } = slowTranslation(onChange);
  let lines: readonly LiveLine[] = [];
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) lines = after(lines, id, `Line ${id}.`);
  translation.take(lines);
  translation.end();
  const changes = onChange.mock.calls.length;
  expect(calls[0]?.signal?.aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 0));
  translation.take(after(lines, 'g', 'One more.'));
  translation.hold(false);
  expect(calls).toHaveLength(1);
  expect(onChange).toHaveBeenCalledTimes(changes);
});

it('tells of a translator that does not answer, and goes on with what comes', async () => {
  vi.useFakeTimers();
  try {
    const { calls, translation } = slowTranslation();
    const lines = after([], 'a', 'Good morning.');
    translation.take(lines);
    expect(translation.of({ id: 'a', language: 'en' })?.isWaiting).toBe(true);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(calls[0]?.signal?.aborted).toBe(true);
    expect(translation.of({ id: 'a', language: 'en' })?.isWaiting).toBe(false);
    expect(translation.faults.get('en')?.code).toBe('timed_out');
    translation.take(after(lines, 'b', 'We start.'));
    calls[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(translation.of({ id: 'b', language: 'en' })?.text).toBe('[fr: We start.]');
    expect(translation.faults.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
