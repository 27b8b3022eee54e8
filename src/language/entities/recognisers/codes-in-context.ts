import { PII_ENTITY_TYPES } from '../../../contract/transcripts/pii-entity-type.ts';
import { matchAt } from '../../../lib/match-at.ts';
import { z } from '../../../lib/zod.ts';
import { finderOf } from '../../cues/cue-finder.ts';
import { CODES, type Code } from '../../cues/cue-schema.ts';
import { allCueRows, cuesSource, withWords } from '../../cues/cues.ts';
import shapes from '../../cues/schema/code-shapes.json' with { type: 'json' };
import { passes } from '../checksums.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';

const codeShape = z.strictObject({
  type: z.enum(PII_ENTITY_TYPES),
  /** Number of letters and digits in it, and the minimum number of digits. */
  characters: z.tuple([z.int(), z.int()]),
  digits: z.int(),
  /** The part of a form that the code looks like, as far as it may go. */
  form: z.string(),
});
const SHAPES: Readonly<Record<Code, z.output<typeof codeShape>>> = z
  .record(z.enum(CODES), codeShape)
  .parse(shapes);
type CodeShape = z.output<typeof codeShape>;

/** Languages whose words around codes the cues have. */
export const CONTEXT_LANGUAGES: ReadonlySet<string> = new Set(['en', 'fr', 'de', 'es', 'it']);

/** Words before and behind codes of all languages; the first kind that fits wins. Up to eight words lead from them to a code. */
const KINDS = CODES.map((code) => {
  const shape = SHAPES[code];
  const words = cuesSource(allCueRows('code').flatMap((row) => (row.code === code ? row.cues : [])));
  const between = '[^\\p{L}\\p{N}\\n]{0,4}';
  return {
    shape,
    words,
    cue: finderOf(`<no letter before>(?:${words})(?:'s(?= ))?<no letter behind>`, {}, 'gu'),
    behind: withWords(`(?:${between}<codeLink>){0,8}?${between}(?<v><${shape.form}>)`, 'duy'),
    code: withWords(`<${shape.form}>`, 'uy'),
  };
});

/** Any context words: what was asked before an answer. */
export const ANY_CONTEXT = withWords(
  `<no letter before>(?:(?:${KINDS.map(({ words }) => words).join('|')}|<password cue>|<user name cue>)<no letter behind>` +
    `|<bank code>|<asked for>|<birth>|<expiry>)|<unspaced cue>`,
);

const UNIT_BEHIND = withWords('<unit behind a code>', 'uy');
/** "the code is 2019 vintage": four digits that say when something was made. */
const YEAR = withWords('<year of something>', 'uy');
const YEAR_OF_THING = withWords('<year of a thing>', 'uy');
const SHORT_WORD = withWords('^<short word>$');
/** The beginning of a plate that ends in two letters: "AB 123 CD". */
const OPEN_PLATE = /^[a-z] ?[a-z][ -]?\d ?\d ?\d$/;

/** Where a code ends that may go on to a place: only with its own number of letters and digits. */
function codeEnd(text: string, from: number, to: number, shape: CodeShape): number | undefined {
  const { characters, digits, type } = shape;
  const [least, most] = characters;
  let end = from;
  let length = 0;
  let digitCount = 0;
  for (const { 0: piece, index } of text.slice(from, to).matchAll(/[\p{L}\p{N}]+/gu)) {
    const isEnough = length >= least && digitCount >= digits;
    const isSentence = /[.,;] /u.test(text.slice(end, from + index)) && !/^\d{1,4}$/.test(piece);
    if (length + piece.length > most || (isEnough && isSentence)) break;
    length += piece.length;
    digitCount += piece.replaceAll(/\D/g, '').length;
    end = from + index + piece.length;
  }
  const isYear =
    end === from + 4 &&
    (matchAt(YEAR, text, from) || (type === 'PASSWORD' && matchAt(YEAR_OF_THING, text, from)));
  return length < least || digitCount < digits || isYear || matchAt(UNIT_BEHIND, text, end) ? undefined : end;
}

const THAT_IS = withWords('<that is>$');
const RUN = withWords('<digits before a cue>$');
/** Letters of the text before a cue that its value is sought in. */
const FURTHEST = 96;

/** The code that was said just before the words that say what it is: the longest, since other numbers may precede it. */
function codeBefore(text: string, cue: number, { shape, code }: (typeof KINDS)[number]) {
  const first = Math.max(0, cue - FURTHEST);
  const tail = THAT_IS.exec(text.slice(first, cue));
  const to = first + (tail?.index ?? 0);
  const run = tail && RUN.exec(text.slice(first, to));
  for (const { index } of run?.[0].matchAll(/[a-z\d]+/gu) ?? []) {
    const from = first + (run?.index ?? 0) + index;
    const own = matchAt(code, text, from)?.[0].length ?? 0;
    if (own > 0 && codeEnd(text, from, from + own, shape) === to) return { from, to };
  }
  return undefined;
}

function codeBehind(text: string, cue: number, { shape, behind }: (typeof KINDS)[number]) {
  const { groups, indices } = matchAt(behind, text, cue) ?? {};
  const [from, to] = indices?.groups?.v ?? [0, 0];
  // The letters that close a number plate: "AB12 CDE", "AB 123 CD".
  const closing = groups?.closing ?? '';
  const own = text.slice(from, to - closing.length);
  const letters = closing.replaceAll(/[^a-z]/g, '');
  const isShort = own.replaceAll(/[^a-z\d]/g, '').length < shape.characters[0];
  const closes = isShort || (letters.length === 2 && !SHORT_WORD.test(letters) && OPEN_PLATE.test(own));
  const end = codeEnd(text, from, closes ? to : to - closing.length, shape);
  return to === 0 || end === undefined ? undefined : { from, to: end };
}

/** Numbers identified by the words before or behind them. */
export const findCodesInContext: Recogniser = ({ text }) =>
  KINDS.flatMap((kind): Find[] =>
    [...kind.cue(text)].flatMap(({ 0: words, index }): Find[] => {
      const found = codeBefore(text, index, kind) ?? codeBehind(text, index + words.length, kind);
      if (!found) return [];
      const { type } = kind.shape;
      const isRouting =
        type === 'ROUTING_NUMBER' &&
        passes('US routing number', text.slice(found.from, found.to).replaceAll(/\D/g, ''));
      return [{ type, ...found, sureness: isRouting ? SURENESS.checksum : SURENESS.context }];
    }),
  );
