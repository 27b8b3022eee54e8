import { CUE_LANGUAGES, languageSymbols } from '../cues/cues.ts';
import { SPOKEN } from '../cues/spoken.ts';
import { SURENESS, type WrittenFind } from './found-entity.ts';
import { TYPE_GROUPS } from './type-groups.ts';

const { general: GENERAL } = TYPE_GROUPS;

const byWeight = (a: WrittenFind, b: WrittenFind): number =>
  Number(b.sureness === SURENESS.checksum) - Number(a.sureness === SURENESS.checksum) ||
  b.to - b.from - (a.to - a.from) ||
  Number(GENERAL.has(a.type)) - Number(GENERAL.has(b.type)) ||
  b.sureness - a.sureness ||
  a.from - b.from;

/** Kinds that models know better than rules, if they see more of them: part of a street is no town. */
const NAMED = /^(?:NAME|LOCATION|ORGANIZATION|ORIGIN)/;
/** Places without a form: "Savannah, Georgia" is one to rules, a city and a state to a model. */
const PLACE = /^LOCATION(?:_CITY|_STATE|_COUNTRY)?$/;

/**
 * Removes overlaps, first among what rules find. What a model finds besides is added around it, or joined to it where
 * both name the same type: neither takes anything from the other, except that a model decides about places, and about
 * names inside a longer find.
 *
 * @param text the stream that they are in
 */
export function resolveOverlaps(finds: readonly WrittenFind[], text: string): WrittenFind[] {
  const byModel = withoutOverlaps(finds, 'model', text);
  const byRules = withoutOverlaps(finds, 'rules', text);
  if (byModel.length === 0) return byRules;
  const kept = byRules.flatMap((find) => {
    const better = byModel.filter((other) => decides(other, find));
    return byModel.some((other) => isInside(find, other, text)) ? [] : piecesAround(find, better, text);
  });
  const around = byModel.flatMap((find) => piecesAround(find, kept, text));
  return joined([...kept, ...around].sort((a, b) => a.from - b.from));
}

const HAS_CONTENT = /\p{N}|\p{L}{2}/u;
const AT = CUE_LANGUAGES.flatMap((language) => Object.entries(languageSymbols(language)))
  .filter(([, sign]) => sign === SPOKEN.at)
  .map(([word]) => word);
const SAYS_AT = new RegExp(`@|\\b(?:${AT.join('|')})\\b`, 'u');

/** Whether a model's find says what a find of the rules is part of. */
function isInside({ type, from, to }: WrittenFind, other: WrittenFind, text: string): boolean {
  const isLonger = other.to - other.from > to - from;
  const isSite =
    type === 'URL' && other.type === 'EMAIL_ADDRESS' && SAYS_AT.test(text.slice(other.from, from));
  // "Georgia" is also a name.
  const isPlace = type === 'NAME' && PLACE.test(other.type);
  return other.from <= from && other.to >= to && ((isLonger && (isSite || NAMED.test(type))) || isPlace);
}

/** Whether a model's find says better what a place is that rules find: no model that knows only places does. */
const decides = (other: WrittenFind, { type }: WrittenFind): boolean =>
  other.type !== 'LOCATION' &&
  (type === 'LOCATION' ? other.type.startsWith('LOCATION_') : PLACE.test(type) && PLACE.test(other.type));

/** Finds of one type that touch, without a space in between, are the rests of one. */
function joined(finds: readonly WrittenFind[]): WrittenFind[] {
  const all: WrittenFind[] = [];
  for (const find of finds) {
    const last = all.at(-1);
    if (last?.type === find.type && last.to === find.from) all[all.length - 1] = { ...last, to: find.to };
    else all.push(find);
  }
  return all;
}

/** What is left of a find beside others. */
function piecesAround(find: WrittenFind, others: readonly WrittenFind[], text: string): WrittenFind[] {
  let pieces = [find];
  for (const { from, to } of others) {
    pieces = pieces.flatMap((piece) =>
      piece.to <= from || piece.from >= to
        ? [piece]
        : [
            { ...piece, to: Math.min(piece.to, from) },
            { ...piece, from: Math.max(piece.from, to) },
          ].filter((rest) => rest.from < rest.to && HAS_CONTENT.test(text.slice(rest.from, rest.to))),
    );
  }
  return pieces;
}

/**
 * Removes overlaps: finds with a checksum win, then the longest. If a find partly overlaps a stronger one, the rest
 * of it remains, so that nothing found is left uncovered.
 *
 * @param text the stream that they are in
 */
function withoutOverlaps(finds: readonly WrittenFind[], of: 'model' | 'rules', text: string): WrittenFind[] {
  const chosen: WrittenFind[] = [];
  for (const find of finds.toSorted(byWeight)) {
    if ((of === 'model') !== (find.byModel === true)) continue;
    const pieces = piecesAround(find, chosen, text);
    const isWhole = pieces.length === 1 && pieces[0] === find;
    // "street edinburgh" is a place to a library, and takes nothing from "110 high street".
    const yields = chosen.every(
      ({ type, from, to }) => to <= find.from || from >= find.to || GENERAL.has(type),
    );
    if (isWhole || yields || find.sureness >= SURENESS.form) chosen.push(...pieces);
  }
  return chosen.sort((a, b) => a.from - b.from);
}
