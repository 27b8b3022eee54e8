import { median } from '../../../accuracy/word-time-error.ts';
import type { Figure } from '../../../runner/figure.ts';
import type { EverythingRound } from './everything.ts';
import { KINDS } from './judge.ts';

/** What the rounds say together. */
export function everythingFigures(rounds: readonly EverythingRound[]): Figure[] {
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'kills',
    name: `everything: ${name}`,
    value,
    unit: '',
    ...rest,
  });
  const judged = rounds.filter(({ fault }) => fault === '');
  const none = { atMost: 0 };
  const files = (['log', 'manifest'] as const).flatMap((file) =>
    [...new Set(rounds.map(({ left }) => left[file]))].map((state) =>
      figure(
        `killed browsers whose ${file} was: ${state}`,
        rounds.filter(({ left }) => left[file] === state).length,
      ),
    ),
  );
  const seconds = KINDS.flatMap((kind) => {
    const values = judged.flatMap((round) => round.seconds[kind] ?? []);
    if (values.length === 0) return [];
    return [
      figure(`${kind}, missing before the kill, median`, median(values), { unit: 's' }),
      figure(`${kind}, missing before the kill, at most`, Math.max(...values), { unit: 's' }),
    ];
  });
  return [
    figure('rounds', rounds.length),
    figure('judged', judged.length),
    ...KINDS.map((kind) =>
      figure(
        `rounds that lost ${kind}`,
        judged.filter(({ lost }) => lost.some((one) => one.kind === kind)).length,
        none,
      ),
    ),
    ...seconds,
    figure('load, median', median(rounds.map(({ load }) => load))),
    ...files,
    figure(
      'killed browsers with two transactions that wrote',
      rounds.filter(({ left }) => left.openTransactions > 1).length,
      none,
    ),
  ];
}
