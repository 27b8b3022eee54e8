import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { REALMS, type Realm } from './kill-actions.ts';

/** A kill, and what became of its job. */
export interface Round {
  realm: Realm;
  /** Seconds after the job was created, or after the kill before. */
  at: number;
  outcome: 'same' | 'changed' | 'lost' | 'failed';
  detail: string;
  /** Jobs in the list beside the one that was created. */
  doubled: number;
  /** Windows that were stored when the tab was gone, and recognised again all the same. */
  redone: number;
  /** Rows left after the job was deleted. */
  orphans: number;
  /** From the kill to the end of the job; null if another kill came between. */
  seconds: number | null;
}

/** What the rounds say together. */
export function figuresOf(rounds: readonly Round[]): Figure[] {
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'kills',
    name,
    value,
    unit: '',
    ...rest,
  });
  const count = (is: (round: Round) => boolean) => rounds.filter(is).length;
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  return [
    figure('kills', rounds.length),
    ...REALMS.map((realm) =>
      figure(
        `of them: ${realm}`,
        count((round) => round.realm === realm),
      ),
    ),
    figure(
      'jobs lost',
      count(({ outcome }) => outcome === 'lost'),
      { atMost: 0 },
    ),
    figure(
      'jobs failed',
      count(({ outcome }) => outcome === 'failed'),
      { atMost: 0 },
    ),
    figure(
      'jobs with another result',
      count(({ outcome }) => outcome === 'changed'),
      { atMost: 0 },
    ),
    figure(
      'jobs doubled',
      sum(({ doubled }) => doubled),
      { atMost: 0 },
    ),
    figure('stored windows recognised again, most', Math.max(0, ...rounds.map(({ redone }) => redone)), {
      atMost: 0,
    }),
    figure(
      'rows left when the job is deleted',
      sum(({ orphans }) => orphans),
      { atMost: 0 },
    ),
    figure(
      'from the last kill to the end of the job',
      median(rounds.flatMap(({ seconds }) => seconds ?? [])),
      {
        unit: 's',
      },
    ),
  ];
}
