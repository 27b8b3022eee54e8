import { interfaceLanguage, interfaceText as text, translate } from './texts.ts';

/** A piece of a text: words, the number of a value, or an element's number and pieces. */
type Piece = string | number | readonly [number, ...Piece[]];

const piecesOf = new Map<string, readonly Piece[]>();

function split(text: string): readonly Piece[] {
  const known = piecesOf.get(text);
  if (known) return known;
  const open: Piece[][] = [[]];
  for (const piece of text.split(/(<\/?\d+\/?>|\{\d+\})/)) {
    const number = Number(/^[<{]\/?(\d+)\/?[>}]$/.exec(piece)?.[1] ?? Number.NaN);
    if (Number.isNaN(number)) open[0]?.push(piece);
    else if (piece.startsWith('{')) open[0]?.push(number);
    else if (piece.startsWith('</')) {
      const within = open.shift() as [number, ...Piece[]];
      open[0]?.push(within);
    } else if (piece.endsWith('/>')) open[0]?.push([number]);
    else open.unshift([number]);
  }
  const pieces = (open[0] ?? []).filter((piece) => piece !== '');
  piecesOf.set(text, pieces);
  return pieces;
}

/** The words and values of an element's pieces, whose first is its number. */
const join = (pieces: readonly Piece[], values: readonly unknown[] = []): string =>
  pieces
    .slice(1)
    .map((piece) => (typeof piece === 'number' ? values[piece] : piece))
    .join('');

/**
 * `interfaceText` for files with elements within texts or with plurals, as wuchale's code expects it: `c` gives a text's pieces, `x` those
 * of an element within it, `p` the forms of a plural.
 */
export const interfaceText = Object.assign((...given: Parameters<typeof text>) => text(...given), {
  c: (english: string) => split(translate(english)),
  x: join,
  p: (forms: string) => translate(forms).split('\n'),
});

/** As Unicode lists them. */
const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The categories of a language, in the order in which its texts have their forms. */
export function pluralCategories(language: string): Intl.LDMLPluralRule[] {
  const own = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return PLURAL_CATEGORIES.filter((category) => own.includes(category));
}

/** `plural(3, ['# word', '# words'])` → `3 words`. Without a form of its own, a category has the last one. */
export function plural(count: number, forms: readonly string[]): string {
  const language = interfaceLanguage();
  const category = pluralCategories(language).indexOf(new Intl.PluralRules(language).select(count));
  const form = forms[category] ?? forms.at(-1) ?? '';
  return form.replace('#', new Intl.NumberFormat(language, { useGrouping: 'min2' }).format(count));
}
