import { expect, it } from 'vitest';
import { spokenUtterance } from '../../../tests/fakes/spoken-utterance.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { captionRules } from './caption-rules.ts';
import { makeCues } from './make-cues.ts';
import { subtitlesConfig } from './schema.ts';

function rowsOf(text: string, language: Utterance['language'], columns: number): string[] {
  const rules = captionRules(subtitlesConfig.parse({ maximum_characters_per_row: columns }));
  return makeCues([spokenUtterance(text, { language })], rules).flatMap(({ rows }) => rows);
}

/** What the rows part though "~" is between it. */
function parted(marked: string, language: Utterance['language'], columns: number): string[] {
  const ties = new Set<number>();
  const words = marked.split(/[ ~]/u);
  [...marked.matchAll(/[ ~]/gu)].forEach(([space], index) => {
    if (space === '~') ties.add(index + 1);
  });
  let at = 0;
  return rowsOf(marked.replaceAll('~', ' '), language, columns).flatMap((row) => {
    at += row.split(' ').length;
    return ties.has(at) ? [`${words[at - 1]} / ${words[at]}`] : [];
  });
}

it.each(caseRows<[Utterance['language'], string]>(import.meta.url, 'ties'))(
  'stays together: %s %s',
  (language, text) => {
    for (const columns of [28, 32, 37, 42]) expect(parted(text, language, columns), `${columns}`).toEqual([]);
  },
);

it('lets a row end behind a number that has its noun, or stands alone', () => {
  expect(rowsOf('Turn to page 48 and do exercise 6.', 'en', 32)[0]).toBe('Turn to page 48');
  expect(rowsOf('My flight number is 2475 and I land at 18:40.', 'en', 32)[0]).toBe(
    'My flight number is 2475',
  );
});

it.each([
  ['en', 'We went home - it was late - and then it rained - a lot, for 5 - 7 days or 10 – 12 of them.'],
  ['fr', "C'était bien – très bien même – mais un peu long – et cela pendant 2 – 3 heures au moins."],
] as const)('keeps a dash with what stands before, and a range whole: %s', (language, text) => {
  for (let columns = 20; columns <= 42; columns++) {
    for (const row of rowsOf(text, language, columns)) {
      expect(row, `${columns}`).not.toMatch(/^[-–]|\d [-–]$/u);
    }
  }
});

it('begins a row with the dash of a new speaker', () => {
  const rows = [20, 28, 32, 42].flatMap((columns) =>
    rowsOf('That was a lot of rain. - Did it stop at all? - Yes, it did after a while.', 'en', columns),
  );
  expect(rows.filter((row) => row.endsWith('-'))).toEqual([]);
});
