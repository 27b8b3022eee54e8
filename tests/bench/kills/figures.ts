import { median } from '../../accuracy/word-time-error.ts';
import type { Figure } from '../../runner/figure.ts';
import type { Findings } from './action.ts';

/** An attempt that was ended, and what became of it. */
export interface Round extends Findings {
  action: string;
  /** Of its dice. */
  seed: number;
  /** What happened to its page. */
  ends: string[];
  /** Rows that stayed behind when all of it was deleted. */
  left: string[];
  /** What is being done, or was the last. */
  phase: 'beginning' | 'ending' | 'judging' | 'clearing';
  /** Why it came to no end; empty if it did. */
  fault: string;
  seconds: number;
}

/** What the rounds say together. */
export function figuresOf(rounds: readonly Round[], actions: readonly string[]): Figure[] {
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'kills',
    name,
    value,
    unit: '',
    ...rest,
  });
  const count = (is: (round: Round) => boolean) => rounds.filter(is).length;
  const none = { atMost: 0 };
  return [
    figure('rounds', rounds.length),
    ...actions.map((action) =>
      figure(
        `of them: ${action}`,
        count((round) => round.action === action),
      ),
    ),
    figure(
      'with something lost',
      count(({ lost }) => lost.length > 0),
      none,
    ),
    figure(
      'with something doubled',
      count(({ doubled }) => doubled.length > 0),
      none,
    ),
    figure(
      'with something half-written',
      count(({ half }) => half.length > 0),
      none,
    ),
    figure(
      'with rows left when all was deleted',
      count(({ left }) => left.length > 0),
      none,
    ),
    figure(
      'that came to no end',
      count(({ fault }) => fault !== ''),
      none,
    ),
    figure('time of a round', median(rounds.map(({ seconds }) => seconds)), { unit: 's' }),
  ];
}
