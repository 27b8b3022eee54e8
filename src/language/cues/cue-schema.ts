import { PII_ENTITY_TYPES } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
import { isFrame } from './frames.ts';
import checks from './schema/check-digits.json' with { type: 'json' };
import shapes from './schema/code-shapes.json' with { type: 'json' };
import formParts from './schema/form-parts.json' with { type: 'json' };
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
/** Words and single spaces; in frames also `_`, which is what is sought, and `...`, which is up to seven words. */
const WORD = "(?:[\\p{L}\\d'’-]+|_|\\.\\.\\.)";
const PHRASE = new RegExp(`^${WORD}(?: ${WORD})*$`, 'u');

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
    /** Stands before it. */
    behind: pattern.optional(),
    /** It begins what is said, or `behind` does. */
    opens: z.literal(true).optional(),
    followedBy: pattern.optional(),
    notFollowedBy: pattern.optional(),
  }),
]);
export type PatternCue = z.output<typeof patternCue>;

const phrase = z
  .string()
  .regex(PHRASE)
  .refine((text) => !text.includes('...') || isFrame(text), 'a frame has a _ for what is sought');
const phrases = z.array(phrase).min(1);
const patterns = z.array(patternCue).min(1);
const type = z.enum(PII_ENTITY_TYPES);

/** Codes by what they are of; the first one that fits wins. */
export const CODES = Object.keys(shapes) as Code[];
export type Code = keyof typeof shapes;

/** Kinds of numbers with check digits, or at least a shape of their own. */
export type Check = keyof typeof checks;

/** Words of one use; what each use is says `schema/word-classes.json`. */
export type WordClass = keyof typeof uses;

const isKeyOf = (table: object, name: string): boolean => Object.hasOwn(table, name);
/** `<month>`: a part of a form, or a word of a class; `<own street>`: of the class in the same file. */
export const REFERENCE = /(!?)<(own )?([^<>]+)>/u;
const FORM = /^(?:[^\p{Lu}<>\\]|!?<[a-zA-Z ]+>)+$/u;
/**
 * What forms may refer to besides classes of words: digits, marks and shapes as regular expressions over folded text, in which `<name>`
 * is another one, or a class.
 */
export const PARTS: Readonly<Record<string, string>> = { ...formParts, ...TOKEN_PARTS };

/** Parts that are the cues of a secret. */
export const SECRET_CUES: Readonly<Record<string, 'PASSWORD' | 'USERNAME'>> = {
  'password cue': 'PASSWORD',
  'user name cue': 'USERNAME',
};

const form = z
  .string()
  .regex(FORM)
  .refine((text) => text.split('_').length !== 2, 'a value stands between two _')
  .superRefine((text, context) => {
    for (const [, , , name = ''] of text.matchAll(new RegExp(REFERENCE, 'gu')))
      if (![PARTS, uses, SECRET_CUES].some((known) => isKeyOf(known, name)))
        context.addIssue({ code: 'custom', message: `<${name}> is no part of a form and no class of words` });
  })
  .refine(
    (text) => compiles(text.replaceAll(/!?<[^<>]+>/g, 'x').replaceAll('_', '')),
    'its brackets do not fit',
  );

const placeForm = form.refine((text) => text.split('_').length === 3, 'the word is between two _');
/** What a word may be where it is: a name behind a cue, the start of two names, and so on. */
const PLACES = [
  ...(['sure', 'title', 'likely', 'greeting'] as const),
  ...(['sure pair', 'title pair', 'likely pair', 'greeting pair'] as const),
  ...(['goes on', 'beside', 'before its cue', 'subject', 'joined subject'] as const),
  ...(['no name behind cue', 'no person', 'no answer', 'endearment', 'kin'] as const),
  ...(['doctor', 'own title', 'field value'] as const),
] as const;
export type Place = (typeof PLACES)[number];
/** What people do with a sentence in a meeting, or what is around a time limit. */
const TALK = [
  ...([
    'decision',
    'promise',
    'request',
    'asked',
    'duty',
    'assigned',
    'acceptance',
    'takes it',
    'refusal',
  ] as const),
  ...(['own act', 'open question', 'no answer', 'past', 'due'] as const),
  // Beside a name: of the speaker, of whoever spoke before, or speaks next.
  ...(['introduces', 'introduced', 'thanks', 'hands over'] as const),
] as const;
export type Talk = (typeof TALK)[number];

/** Place of what they announce, and whether it is that for sure. */
const announcing = {
  side: z.enum(['before', 'behind']).default('before'),
  strength: z.enum(['sure', 'likely']).default('sure'),
};

const cueRow = z.discriminatedUnion('kind', [
  z.strictObject({
    /** A name; a person who is greeted; a form of address, and of doctors; what asks for a name; what a form asks for. */
    kind: z.enum(['name', 'greeting', 'title', 'doctor', 'question', 'field', 'facility']),
    ...announcing,
    cues: phrases,
  }),
  /** Where somebody lives or was born. */
  z.strictObject({
    kind: z.literal('home'),
    ...announcing,
    of: z.literal('country').optional(),
    cues: phrases,
  }),
  z.strictObject({ kind: z.literal('code'), code: z.enum(CODES), cues: patterns }),
  z.strictObject({ kind: z.literal('secret'), type: z.enum(['PASSWORD', 'USERNAME']), cues: patterns }),
  /** What a value looks like, with the words around it. */
  z.strictObject({
    kind: z.literal('form'),
    type,
    /** `likely` where other finds win over it, `checked` where check digits make it certain. */
    strength: z.enum(['checked', 'sure', 'likely']).default('sure'),
    check: z.enum(Object.keys(checks) as Check[]).optional(),
    /** It has as many words more as a password has. */
    goesOn: z.literal(true).optional(),
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
    of: z.array(z.enum(PLACES)).min(1),
    is: z.literal(false).optional(),
    forms: z.array(placeForm).min(1),
  }),
  /** A sentence in a meeting; `is` is `false` for what looks so and is not. A form may begin with `^` and end with `$`. */
  z.strictObject({
    kind: z.literal('talk'),
    of: z.enum(TALK),
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
const counted = (texts: readonly string[] | undefined, first = 0, step = 1): ReadonlyMap<string, number> =>
  new Map(
    (texts ?? [])
      .flatMap((text) => text.split(' '))
      .flatMap((ways, index) =>
        ways.split('|').map((way) => [way.replaceAll('_', ' '), first + index * step] as const),
      ),
  );

/** Number words; parts of one number have single spaces between them. */
export const numbers = z.strictObject({
  /** 0 to 99, with all variants. */
  cardinals: rows.transform((own) => counted(own)),
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
