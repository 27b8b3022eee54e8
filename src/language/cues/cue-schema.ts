import { PII_ENTITY_TYPES } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
import checks from './schema/check-digits.json' with { type: 'json' };
import shapes from './schema/code-shapes.json' with { type: 'json' };
import formParts from './schema/form-parts.json' with { type: 'json' };
import rowUses from './schema/row-uses.json' with { type: 'json' };
import uses from './schema/word-classes.json' with { type: 'json' };
import { SPOKEN } from './spoken.ts';
import { TOKEN_PARTS } from './token-parts.ts';

/**
 * The words by which people say what is personal data, one file a language. docs/adding-a-language.md explains the rows.
 *
 * Texts are folded: lower case, without accents. A pattern is a text in which `(a|b)` are alternatives, `?` makes what is
 * before it optional, `*` is any rest of a word, and `...` up to five words.
 */

/** What a pattern may consist of. */
const PATTERN = /^[\p{Ll}\d '’.,/()[\]|?*-]+$/u;
/** Words and single spaces. */
const PHRASE = /^[\p{L}\d'’-]+(?: [\p{L}\d'’-]+)*$/u;

const pattern = z.string().regex(PATTERN).refine(compiles, 'its brackets, or its question marks, do not fit');

/** Whether a pattern is one: every bracket has its counterpart, every `?` something before it. */
function compiles(text: string): boolean {
  try {
    new RegExp(patternSource(text), 'u');
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** A pattern as part of a regular expression over folded text. */
export const patternSource = (text: string): string =>
  text
    .split('...')
    .map((part) => part.replaceAll('.', '\\.').replaceAll('*', '\\p{L}*').replaceAll('(', '(?:'))
    .join("(?:,? [\\p{L}']+){1,5},?");

const patternCue = z.union([
  pattern,
  z.strictObject({
    cue: pattern,
    /** Is written before it. */
    behind: pattern.optional(),
    /** It begins what is said, or `behind` does. */
    opens: z.literal(true).optional(),
    followedBy: pattern.optional(),
    notFollowedBy: pattern.optional(),
  }),
]);
export type PatternCue = z.output<typeof patternCue>;

const phrases = z.array(z.string().regex(PHRASE)).min(1);
const patterns = z.array(patternCue).min(1);
const type = z.enum(PII_ENTITY_TYPES);
const secret = z.enum(['PASSWORD', 'USERNAME']);

/** Codes by what they are of; the first one that fits wins. */
export const CODES = Object.keys(shapes) as Code[];
export type Code = keyof typeof shapes;

/** Kinds of numbers with check digits, or at least a shape of their own. */
export type Check = keyof typeof checks;

/** Words of one use; what each use is says `schema/word-classes.json`. */
export type WordClass = keyof typeof uses;

/**
 * `<month>`: a part of a form, the cues of a kind, or a word of a class; `<own street>`: of the class in the same file, `<native street>`:
 * in the file of the language that is spoken; `<spelled street>`: letter by letter; `<at kin>`: a word that is this place.
 */
const REFERENCE = /!?<((?:own |native |spelled |at )?)([^<>]+)>/gu;
const FORM = /^(?:[^\p{Lu}<>\\]|!?<[a-zA-Z ]+>)+$/u;
/**
 * What forms may refer to besides classes of words: digits, marks and shapes as regular expressions over folded text, in which `<name>`
 * is another one, or a class.
 */
export const PARTS: Readonly<Record<string, string>> = { ...formParts, ...TOKEN_PARTS };

/** Everything a reference without `at` may name, by where it is. */
export const REFERABLE: Readonly<Record<string, object>> = {
  'form-parts.json': formParts,
  'token-parts.json': TOKEN_PARTS,
  'word-classes.json': uses,
  'cues of row-uses.json': rowUses.cues,
};

const known = (prefix: string, name: string): boolean =>
  (prefix === 'at ' ? [rowUses.places] : Object.values(REFERABLE)).some((table) =>
    Object.hasOwn(table, name),
  );

const form = z
  .string()
  .regex(FORM)
  .refine((text) => text.split('_').length !== 2, 'a value stands between two _')
  .superRefine((text, context) => {
    for (const [, prefix = '', name = ''] of text.matchAll(REFERENCE))
      if (!known(prefix, name))
        context.addIssue({ code: 'custom', message: `<${name}> is no part of a form and no class of words` });
  })
  .refine(
    (text) => compiles(text.replaceAll(/!?<[^<>]+>/g, 'x').replaceAll('_', '')),
    'its brackets do not fit',
  );

const placeForm = form.refine((text) => text.split('_').length === 3, 'the word is between two _');
/** What rows are of, and what each of that is. */
const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];
/** What a word may be where it is: a name behind a cue, the start of two names, and so on. */
export type Place = keyof typeof rowUses.places;
/** What words are found for. */
export type Sought = keyof typeof rowUses.sought;
/** What people do with a sentence in a meeting, or what is around a time limit. */
export type Talk = keyof typeof rowUses.talk;

/** Place of what they announce, and whether it is that for sure. */
const side = z.enum(['before', 'behind']);
const strength = z.enum(['sure', 'likely']);
const announcing = { side: side.default('before'), strength: strength.default('sure') };
const KINDS = keysOf(rowUses.announcing);
/** References to cues: of a kind in the language that is spoken, of a secret in all; and to the words for 1 to 9. */
export const KIND_CUES = z
  .record(
    z.string(),
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(KINDS), side: side.optional(), strength: strength.optional() }),
      z.strictObject({ kind: z.literal('secret'), type: secret }),
      z.strictObject({ kind: z.literal('digit') }),
    ]),
  )
  .parse(rowUses.cues);

const cueRow = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(KINDS),
    ...announcing,
    cues: phrases,
  }),
  z.strictObject({ kind: z.literal('code'), code: z.enum(CODES), cues: patterns }),
  z.strictObject({ kind: z.literal('secret'), type: secret, cues: patterns }),
  /** What a value looks like, with the words around it. */
  z.strictObject({
    kind: z.literal('form'),
    type,
    /** `likely` where other finds win over it, `checked` where check digits make it certain. */
    strength: z.enum(['checked', 'sure', 'likely']).default('sure'),
    check: z.enum(Object.keys(checks) as Check[]).optional(),
    /** No letter, number or price borders on it; or its own parts say what may; or its script writes no spaces. */
    borders: z.enum(['words', 'own', 'none']).default('words'),
    forms: z.array(form).min(1),
    behind: form.optional(),
    notBehind: form.optional(),
    notFollowedBy: form.optional(),
  }),
  /** The word between two `_`, by its marks (`token-parts.ts`) and the words around it; the first row that fits decides. */
  z.strictObject({
    kind: z.literal('place'),
    of: z.array(z.enum(keysOf(rowUses.places))).min(1),
    is: z.literal(false).optional(),
    forms: z.array(placeForm).min(1),
  }),
  /** The words between two `_`, by their marks and the words around them. */
  z.strictObject({
    kind: z.literal('find'),
    of: z.enum(keysOf(rowUses.sought)),
    forms: z.array(form).min(1),
  }),
  /** A sentence in a meeting; `is` is `false` for what looks so and is not. A form may begin with `^` and end with `$`. */
  z.strictObject({
    kind: z.literal('talk'),
    of: z.enum(keysOf(rowUses.talk)),
    is: z.literal(false).optional(),
    forms: z.array(form).min(1),
  }),
  /** What somebody is or has, said by these words themselves. */
  z.strictObject({ kind: z.literal('trait'), type, cues: phrases }),
]);
export type CueRow = z.output<typeof cueRow>;

/** Words with a space between; `_` is a space in one. */
const words = z.string().regex(/^\S+(?: \S+)*$/u);
const rows = z.array(words).min(1);

const wordSet = words.optional().transform((text): ReadonlySet<string> => new Set(text?.split(' ')));

/** "zero one two": the place of each word is its value; "a|b" are variants. */
export const counted = (
  texts: readonly string[] | undefined,
  first = 0,
  step = 1,
): ReadonlyMap<string, number> =>
  new Map(
    (texts ?? [])
      .flatMap((text) => text.split(' '))
      .flatMap((ways, index) =>
        ways.split('|').map((way) => [way.replaceAll('_', ' '), first + index * step] as const),
      ),
  );

/** Number words; parts of one number have single spaces between them. */
export const numbers = z.strictObject({
  /** 10 to 99, with all variants; 0 to 9 are in `entities/digit-words.json`. */
  cardinals: rows.optional().transform((own) => counted(own, 10)),
  /** 1 to 31, as in dates. */
  ordinals: rows.optional().transform((own) => counted(own, 1)),
  /** Whole hundreds as one word: "doscientos". */
  hundreds: rows.optional().transform((own) => counted(own, 100, 100)),
  hundred: wordSet,
  thousand: wordSet,
  million: wordSet,
  /** Between hundreds or thousands and the rest: "two hundred and five". */
  and: wordSet,
  /** Whether "one" before "hundred" may be omitted. */
  bareScale: z.literal(true).optional(),
  /** Spellings of hundreds and thousands inside one word, longest first. */
  glued: z.strictObject({ thousand: rows, hundred: rows }).optional(),
  /** "double seven": the word and its factor. */
  repeat: words.optional().transform((own) => counted(own === undefined ? [] : [own], 2)),
  /** Letters that the name of "w" doubles: "double u". */
  doubleLetters: wordSet,
  /** Zero, but only beside other numbers: "oh". */
  zeroBesides: wordSet,
});
export type NumberWords = z.output<typeof numbers>;

/** By their words. */
const symbols = z
  .partialRecord(z.enum(Object.keys(SPOKEN) as (keyof typeof SPOKEN)[]), words)
  .transform(
    (own): Readonly<Record<string, string>> =>
      Object.fromEntries(
        Object.entries(own).flatMap(([name, said]) =>
          said.split(' ').map((word) => [word.replaceAll('_', ' '), SPOKEN[name as keyof typeof SPOKEN]]),
        ),
      ),
  );

export const cueFile = z.strictObject({
  cues: z.array(cueRow),
  words: z.partialRecord(z.enum(Object.keys(uses) as WordClass[]), z.union([words, rows])),
  numbers: numbers.optional(),
  symbols: symbols.optional(),
});
export type CueFile = z.output<typeof cueFile>;
