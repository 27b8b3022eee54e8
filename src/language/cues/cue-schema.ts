import { PII_ENTITY_TYPES } from '../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../lib/zod.ts';
import { isFrame } from './frames.ts';

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

/** Codes by what they are of; what they look like is in `recognisers/code-shapes.ts`. */
export const CODES = [
  'end of a social security number',
  'end of a card number',
  'end of an account number',
  'card number',
  'card code',
  'bank routing number',
  'bank account',
  'health insurance number',
  'social security number',
  'passport number',
  'driving licence',
  'vehicle',
  'company number',
  'diagnosis',
  'postal code',
  'spelled postal code',
  'PIN',
  'code of a door',
  'code that is sent',
  'own code',
  'account or customer number',
  'booking',
  'reference',
  'end of a number',
] as const;

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
  /** What somebody is or has, said by these words themselves. */
  z.strictObject({ kind: z.literal('trait'), type, cues: phrases }),
]);
export type CueRow = z.output<typeof cueRow>;

/** Words of one use, separated by spaces; what each use is says the code that asks for it. */
export const WORD_CLASSES = [
  'afterPeople',
  'answerOpening',
  'askedVerb',
  'beforePeople',
  'beforeTownName',
  'codeLink',
  'doesAsPerson',
  'facilityGeneral',
  'facilityKind',
  'facilityLink',
  'facilityName',
  'holiday',
  'kin',
  'letterName',
  'letterNameThatIsWord',
  'nameSpellingWord',
  'neverBeforePeople',
  'newClause',
  'office',
  'particle',
  'personVerb',
  'product',
  'relation',
  'reportVerb',
  'saint',
  'spellingWord',
  'talkBehindTitle',
  'zodiacSign',
] as const;
export type WordClass = (typeof WORD_CLASSES)[number];

const words = z.string().regex(/^\S+(?: \S+)*$/u);

export const cueFile = z.strictObject({
  cues: z.array(cueRow),
  words: z.partialRecord(z.enum(WORD_CLASSES), words),
});
export type CueFile = z.output<typeof cueFile>;
