import type { PiiEntityType } from '../../contract/pii-entity-type.ts';
import { SURENESS } from './found-entity.ts';

/** A find in a stream's written text; `to` is exclusive. */
export interface WrittenFind {
  type: PiiEntityType;
  from: number;
  to: number;
  sureness: number;
  /** Narrower types that it may be as well, if its own was not requested. */
  standsFor?: readonly PiiEntityType[];
  /** Found by a model rather than by rules. */
  byModel?: true;
}

/** Types that yield to a type that says more about the same words. */
const GENERAL: ReadonlySet<PiiEntityType> = new Set<PiiEntityType>([
  'NUMERICAL_PII',
  'PHONE_NUMBER',
  'DURATION',
  'DATE',
  'DAY',
  'MONTH',
  'YEAR',
  'LOCATION',
]);

const byWeight = (a: WrittenFind, b: WrittenFind): number =>
  Number(b.sureness === SURENESS.checksum) - Number(a.sureness === SURENESS.checksum) ||
  b.to - b.from - (a.to - a.from) ||
  Number(GENERAL.has(a.type)) - Number(GENERAL.has(b.type)) ||
  b.sureness - a.sureness ||
  a.from - b.from;

/** Kinds that models know better than rules, if they see more of them: part of a street is no town. */
const NAMED = /^(?:NAME|LOCATION|ORGANIZATION|ORIGIN)/;

/**
 * Removes overlaps, first among what rules find. What a model finds besides is added around it: neither takes anything
 * from the other, except names and places inside a longer find of a model.
 *
 * @param hasContent whether a stretch contains letters or digits
 */
export function resolveOverlaps(
  finds: readonly WrittenFind[],
  hasContent: (from: number, to: number) => boolean,
): WrittenFind[] {
  const own = byModel(finds.filter((find) => find.byModel));
  const ruled = withoutOverlaps(
    finds.filter((find) => !find.byModel),
    hasContent,
  ).filter(
    (find) =>
      !NAMED.test(find.type) ||
      !own.some(({ from, to }) => from <= find.from && to >= find.to && to - from > find.to - find.from),
  );
  return [...ruled, ...own.flatMap((find) => piecesAround(find, ruled, hasContent))].sort(
    (a, b) => a.from - b.from,
  );
}

/** What several models find, without overlap. */
const byModel = (finds: readonly WrittenFind[]): WrittenFind[] => withoutOverlaps(finds, () => true);

/** What is left of a find beside others. */
function piecesAround(
  find: WrittenFind,
  others: readonly WrittenFind[],
  hasContent: (from: number, to: number) => boolean,
): WrittenFind[] {
  const heavier = others.filter(({ from, to }) => from < find.to && to > find.from);
  let pieces = [find];
  for (const { from, to } of heavier) {
    pieces = pieces.flatMap((piece) =>
      piece.to <= from || piece.from >= to
        ? [piece]
        : [
            { ...piece, to: Math.min(piece.to, from) },
            { ...piece, from: Math.max(piece.from, to) },
          ].filter((rest) => rest.from < rest.to && hasContent(rest.from, rest.to)),
    );
  }
  return pieces;
}

/**
 * Removes overlaps: finds with a checksum win, then the longest. If a find partly overlaps a stronger one, the rest
 * of it stays, so that nothing found is left uncovered.
 *
 * @param hasContent whether a stretch contains letters or digits
 */
function withoutOverlaps(
  finds: readonly WrittenFind[],
  hasContent: (from: number, to: number) => boolean,
): WrittenFind[] {
  const chosen: WrittenFind[] = [];
  for (const find of finds.toSorted(byWeight)) {
    const pieces = piecesAround(find, chosen, hasContent);
    const isWhole = pieces.length === 1 && pieces[0] === find;
    if (isWhole || find.sureness >= SURENESS.form) chosen.push(...pieces);
  }
  return chosen.sort((a, b) => a.from - b.from);
}
