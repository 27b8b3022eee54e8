import type { Page } from 'playwright';
import { type Action, type Attempt, type Ended, type Findings, nothingFound } from '../action.ts';
import { between, type Random } from '../dice.ts';
import type { KillBench } from '../kill-bench.ts';

/** What may be lost: the words of so many milliseconds. */
export const GRACE_MS = 2_000;
const TYPES_FOR_MS = 6_000;

interface Typed {
  word: string;
  /** When its last letter was there; as in `performance.now()`. */
  at: number;
}

/** Fluent typing at the end of a transcript, without a pause in which anything could be saved. */
export class Typist {
  readonly typed: Typed[] = [];

  constructor(
    private readonly page: Page,
    private readonly random: Random,
    private readonly letter = 'w',
  ) {}

  async type(forMs: number): Promise<void> {
    const until = performance.now() + forMs;
    while (performance.now() < until) {
      const word = `${this.letter}${this.typed.length}x`;
      await this.page.keyboard.type(` ${word}`, { delay: between(20, 90, this.random) });
      this.typed.push({ word, at: performance.now() });
    }
  }

  /** Compares with a text: words typed by `until` are there, all of them once, and none after one that is missing. */
  findingsIn(text: string, until: number): Findings {
    const found = nothingFound();
    const count = (word: string) => text.split(word).length - 1;
    const due = this.typed.filter(({ at }) => at <= until);
    const missing = due.filter(({ word }) => count(word) === 0);
    if (missing.length > 0) found.lost.push(`${missing.length} of ${due.length} words, ${told(missing)}`);
    const doubled = this.typed.filter(({ word }) => count(word) > 1);
    if (doubled.length > 0) found.doubled.push(`words ${told(doubled)}`);
    const present = this.typed.map(({ word }) => count(word) > 0);
    if (present.slice(present.indexOf(false)).includes(true) && present.includes(false))
      found.half.push('a word is missing before one that is there');
    return found;
  }
}

const told = (words: readonly Typed[]) => `${words[0]?.word} to ${words.at(-1)?.word}`;

/** Opens a copied transcript for correcting, with the caret at the end of its first paragraph. */
export async function openForTyping(
  bench: KillBench,
  text: 'short' | 'long' = 'short',
): Promise<{ id: string; page: Page }> {
  const id = await bench.copyJob({ filename: 'typing.wav', ownAudio: false, edited: true }, text);
  return { id, page: await correct(bench, id) };
}

async function correct(bench: KillBench, id: string): Promise<Page> {
  const page = await bench.show(`#/jobs/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const paragraph = page.locator('[data-paragraph]').first();
  await paragraph.click();
  await page.keyboard.press('Control+End');
  return page;
}

/** The first of the text as it is shown to the person who goes on with it. */
export async function shownText(bench: KillBench, id: string): Promise<string> {
  const page = await correct(bench, id);
  return (await page.locator('[data-paragraph]').allInnerTexts()).join(' ');
}

class Typing implements Attempt {
  constructor(
    private readonly bench: KillBench,
    private readonly id: string,
    private readonly typist: Typist,
    private readonly before: string,
    private readonly after: string,
  ) {}

  act = () => this.typist.type(TYPES_FOR_MS);

  async judge({ at }: Ended): Promise<Findings> {
    const shown = await shownText(this.bench, this.id);
    const found = this.typist.findingsIn(shown, at - GRACE_MS);
    if (!shown.includes(this.before)) found.lost.push('the text before');
    // Also what is out of sight.
    const text = (await this.bench.text(this.id)) ?? '';
    if (!text.includes(this.after)) found.lost.push('the text behind it');
    return found;
  }

  clear = () => this.bench.deleteJobs([this.id]);
}

export const typing: Action = {
  lasts: 4_500,
  async start(bench, random) {
    // Paragraphs of a long text that are changed have rows of their own, beside those that many share.
    const isLong = random() < 0.5;
    const { id, page } = await openForTyping(bench, isLong ? 'long' : 'short');
    const [before, after] = isLong ? ['number 0 of much', 'number 899 of much'] : ['John Smith', ''];
    return new Typing(bench, id, new Typist(page, random), before, after);
  },
};
