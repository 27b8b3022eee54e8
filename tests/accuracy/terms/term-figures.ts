import type { Figure } from '../../runner/figure.ts';
import type { TermErrors } from './terms-accuracy.ts';

const section = 'terms';

/** What was written of one clip, by the way in which it was recognised. */
export type ClipWays = Readonly<Record<string, TermErrors>>;

/** An error elsewhere, or a term that was not said, costs as much as so many terms. */
const OTHER_COST = 1;
const UNSAID_COST = 2;

const costOf = ({ termErrors, wordErrors, unsaid }: TermErrors): number =>
  termErrors + OTHER_COST * wordErrors + UNSAID_COST * unsaid.length;

/** The way that is best for some clips; of equally good ones the first. */
export function bestWay(clips: readonly ClipWays[], ways: readonly string[]): string {
  const costs = ways.map((way) => clips.reduce((sum, clip) => sum + (clip[way] ? costOf(clip[way]) : 0), 0));
  return ways[costs.indexOf(Math.min(...costs))] ?? '';
}

/** Sums by way, and of the way that is best for all other clips. */
export function termFigures(clips: readonly ClipWays[], weighted: readonly string[]): Figure[] {
  const ways = [...new Set(clips.flatMap((clip) => Object.keys(clip)))];
  const leftOut = clips.flatMap((clip) => {
    const others = clips.filter((other) => other !== clip);
    return clip[bestWay(others, weighted)] ?? [];
  });
  const all: [string, TermErrors[]][] = [
    ...ways.map((way): [string, TermErrors[]] => [way, clips.flatMap((clip) => clip[way] ?? [])]),
    ['tree, each clip left out', leftOut],
  ];
  return all.flatMap(([way, rows]) => {
    const sum = (count: (row: TermErrors) => number) => rows.reduce((total, row) => total + count(row), 0);
    const named = (name: string, value: number) => ({ section, name: `${way}: ${name}`, value, unit: '' });
    return [
      named(
        `errors of ${sum(({ terms }) => terms)} terms`,
        sum((row) => row.termErrors),
      ),
      named(
        `errors of ${sum(({ words }) => words)} other words`,
        sum((row) => row.wordErrors),
      ),
      named(
        'terms written that were not said',
        sum(({ unsaid }) => unsaid.length),
      ),
      { section, name: `${way}: decoding`, value: sum((row) => row.milliseconds) / 1000, unit: 's' },
    ];
  });
}
