import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../../tests/runner/case-rows.ts';
import type { RecognisedWord } from '../../asr-engine.ts';
import { SpokenTerms } from './take-terms.ts';

/** Words of 0.4 s, one every half second; `ComfyUI:3` takes the time of three. */
function recognised(text: string, confidence = 0.9): RecognisedWord[] {
  let at = 0;
  return text.split(' ').map((part) => {
    const [word = '', count = '1'] = part.split(':');
    const start = at;
    at += 0.5 * Number(count);
    return { word: ` ${word}`, start, end: at - 0.1, confidence };
  });
}
const textOf = (words: readonly RecognisedWord[]) =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();

function taken(plain: string, prompted: string, terms: string[], language = 'en'): string {
  return textOf(new SpokenTerms(terms, language).takeFrom(recognised(prompted), recognised(plain)));
}

describe('what recognition with terms adds', () => {
  it.each(caseRows<[string, string, string, string[], string]>(import.meta.url, 'taken'))(
    'is %s',
    (_, plain, prompted, terms, left) => {
      expect(taken(plain, prompted, terms)).toBe(left);
    },
  );

  it.each([
    ['other words', 'der alte Mann recht memorable', 'der alte Mann rechtmemorable', ['Grimmelshausen']],
    ['a term that nothing there sounds like', 'Bonjour à tous', 'Gladia à tous', ['Gladia']],
    ['a term where nothing was heard', 'we met yesterday', 'we met Kubernetes yesterday', ['Kubernetes']],
    ['half a term', 'the acme clout run', 'the Acme Cloud away', ['Acme Cloud Run']],
  ])('is not %s', (_, plain, prompted, terms) => {
    expect(taken(plain, prompted, terms)).toBe(plain);
  });

  it('has the time and the mark of what it stands for, and the rest is untouched', () => {
    const plain = recognised('we use comfy you eye, daily');
    const words = new SpokenTerms(['ComfyUI'], 'en').takeFrom(
      recognised('we use ComfyUI:3 daily', 0.7),
      plain,
    );
    expect(textOf(words)).toBe('we use ComfyUI, daily');
    expect(words[2]).toMatchObject({ start: plain[2]?.start, end: plain[4]?.end, confidence: 0.7 });
    expect([words[0], words[1], words[3]]).toEqual([plain[0], plain[1], plain[5]]);
  });

  it('in scripts whose sounds are unknown, is what stands there surely and is as long', () => {
    const word = (text: string, confidence: number) => [{ word: text, start: 0, end: 1, confidence }];
    const terms = new SpokenTerms(['斎藤'], 'ja');
    expect(textOf(terms.takeFrom(word('斎藤', 0.8), word('斉藤', 0.9)))).toBe('斎藤');
    expect(textOf(terms.takeFrom(word('斎藤', 0.2), word('斉藤', 0.9)))).toBe('斉藤');
    expect(textOf(terms.takeFrom(word('斎藤', 0.8), word('今日はいい天気', 0.9)))).toBe('今日はいい天気');
  });
});

describe('recognition again', () => {
  it.each([
    ['der gremelshausen kam', ['Grimmelshausen'], true],
    ['der Grimmelshausen kam', ['Grimmelshausen'], false],
    ['And so, my fellow Americans, ask not.', ['Kubernetes', 'Grafana'], false],
    ['', ['Kubernetes'], false],
    ['今日は', ['斎藤'], true],
  ] as const)('"%s" with %j: %s', (text, terms, isWorthIt) => {
    expect(new SpokenTerms(terms, 'de').mayBeIn(text === '' ? [] : recognised(text))).toBe(isWorthIt);
  });
});
