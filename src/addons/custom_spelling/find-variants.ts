import { ABBREVIATIONS } from '../../engine/transcript/abbreviations.ts';
import { splitClitics } from '../split-clitics.ts';
import { stopWords } from '../stop-words.ts';
import type { CustomSpellingConfig } from './schema.ts';
import { type SpellingAtom, type VariantAtom, variantAtoms } from './spelling-atoms.ts';

export interface SpellingVariant {
  target: string;
  atoms: VariantAtom[];
  /** Whether spaces may replace its hyphens, and the other way round. */
  parts: boolean;
  /** Whether its author ended it with a dot: "a.i." consumes the dot of "A.I.". */
  dotted: boolean;
  /** Whether it is an abbreviation that a name or a number follows, so that its dot ends no sentence: "Dr." */
  isTitle: boolean;
}

/** Atoms `from` to `to` (exclusive) become the variant's target. */
export interface SpellingMatch {
  from: number;
  to: number;
  variant: SpellingVariant;
  /** Clitics kept around the target: "l'" and "'s", in lower case. */
  prefix: string;
  suffix: string;
}

const TITLES: ReadonlySet<string> = new Set(
  Object.values(ABBREVIATIONS).flatMap(({ titles }) => titles.map((title) => title.toLowerCase())),
);

/** Variants by their first atom; longest first, then in dictionary order. */
export type SpellingIndex = ReadonlyMap<string, readonly SpellingVariant[]>;

/** @param language whose last words distinguish "check-in" from "check in" */
export function indexVariants(
  { spelling_dictionary }: CustomSpellingConfig,
  language: string,
): SpellingIndex {
  const functionWords = stopWords(language);
  const index = new Map<string, SpellingVariant[]>();
  for (const [target, variants] of Object.entries(spelling_dictionary)) {
    if (target.trim() === '') continue;
    for (const written of variants) {
      const atoms = variantAtoms(written);
      const first = atoms[0]?.text;
      if (first === undefined) continue;
      const text = written.replaceAll(/\s/gu, '').toLowerCase();
      const dotted = text.endsWith('.');
      const isTitle = dotted && TITLES.has(text.slice(0, -1));
      // "peut-être" is another word than "peut être", and "check-in" than "check in".
      const parts = !functionWords.has(atoms.at(-1)?.text ?? '');
      const variant = { target: target.trim(), atoms, parts, dotted, isTitle };
      const alike = index.get(first);
      if (alike) alike.push(variant);
      else index.set(first, [variant]);
    }
  }
  for (const variants of index.values()) variants.sort((a, b) => b.atoms.length - a.atoms.length);
  return index;
}

/** All matches of variants from left to right, without overlap. */
export function findVariants(atoms: readonly SpellingAtom[], index: SpellingIndex): SpellingMatch[] {
  const matches: SpellingMatch[] = [];
  for (let from = 0; from < atoms.length; ) {
    const match = matchAt(atoms, from, index);
    if (match) matches.push(match);
    from = match?.to ?? from + 1;
  }
  return matches;
}

/** The longest variant at a position; on a tie, the one that covers the whole word, including clitics. */
function matchAt(atoms: readonly SpellingAtom[], from: number, index: SpellingIndex): SpellingMatch | null {
  const first = atoms[from];
  if (!first?.begins) return null;
  const { prefix, base, suffix } = splitClitics(first.text);
  const readings = [
    { text: first.text, prefix: '', suffix: '' },
    { text: base + suffix, prefix, suffix: '' },
    { text: prefix + base, prefix: '', suffix },
    { text: base, prefix, suffix },
  ];
  let best: SpellingMatch | null = null;
  let rank = 0;
  for (const reading of readings) {
    for (const variant of index.get(reading.text) ?? []) {
      const size = variant.atoms.length;
      // A possessive inside a name is not part of it: "git's lab".
      if (size > 1 && reading.suffix !== '') continue;
      const rest = matchRest(atoms, from, variant);
      const own = size + (rest?.isExact ? 0.5 : 0);
      if (!rest || own <= rank) continue;
      rank = own;
      best = {
        from,
        to: from + size,
        variant,
        prefix: reading.prefix,
        suffix: reading.suffix + rest.suffix,
      };
    }
  }
  return best;
}

/** Whether the variant continues after its first atom, and the clitic of its last one. */
function matchRest(
  atoms: readonly SpellingAtom[],
  from: number,
  variant: SpellingVariant,
): { suffix: string; isExact: boolean } | null {
  const size = variant.atoms.length;
  const next = atoms[from + size];
  if (next && !next.begins) return null;
  let isExact = true;
  for (let step = 1; step < size; step++) {
    const atom = atoms[from + step];
    const before = atoms[from + step - 1];
    const wanted = variant.atoms[step]?.text;
    const wantedBefore = variant.atoms[step - 1];
    if (!atom || !before || before.closed) return null;
    // A mark inside ends a match, unless the variant has it too, or it is a dot of one abbreviation or of a title.
    const isDot = before.after === '.' && (before.word === atom.word || TITLES.has(before.text));
    const isInside = before.after === '' || isDot;
    if (!isInside && before.after !== wantedBefore?.after) return null;
    isExact &&= before.joined === wantedBefore?.joined;
    if (!isExact && !variant.parts) return null;
    if (atom.text === wanted) continue;
    const { prefix, base, suffix } = splitClitics(atom.text);
    return step === size - 1 && prefix + base === wanted ? { suffix, isExact } : null;
  }
  return { suffix: '', isExact };
}
