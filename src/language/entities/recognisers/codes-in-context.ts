import { PII_ENTITY_TYPES } from '../../../contract/transcripts/pii-entity-type.ts';
import { z } from '../../../lib/zod.ts';
import { CODES, type Code } from '../../cues/cue-schema.ts';
import { allCueRows, cuesSource, withWords, wordClass } from '../../cues/cues.ts';
import shapes from '../../cues/schema/code-shapes.json' with { type: 'json' };
import { passes } from '../checksums.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';

const codeShape = z.strictObject({
  type: z.enum(PII_ENTITY_TYPES),
  /** Number of letters and digits in it, and the minimum number of digits. */
  characters: z.tuple([z.int(), z.int()]),
  digits: z.int(),
  /** Digits only, or letters as well. */
  only: z.literal('digits').optional(),
});
const SHAPES: Readonly<Record<Code, z.output<typeof codeShape>>> = z
  .record(z.enum(CODES), codeShape)
  .parse(shapes);

type CodeShape = z.output<typeof codeShape>;

/** Languages whose words around codes the cues have. */
export const CONTEXT_LANGUAGES: ReadonlySet<string> = new Set(['en', 'fr', 'de', 'es', 'it']);

/** Words before codes of all languages; the first kind that fits wins. */
const CONTEXTS = CODES.map((code) => ({
  shape: SHAPES[code],
  words: cuesSource(allCueRows('code').flatMap((row) => (row.code === code ? row.cues : []))),
}));
const PATTERNS = CONTEXTS.map(({ shape, words }) => ({
  shape,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?:'s(?= ))?(?![\\p{L}\\p{N}])`, 'gu'),
}));

/** Words that may stand between context words and its value. */
const LINK_WORDS = wordClass('codeLink');

/** Any context words: what was asked before an answer. */
export const ANY_CONTEXT = withWords(
  `(?<![\\p{L}\\p{N}])(?:(?:${CONTEXTS.map(({ words }) => words).join('|')}|<password cue>|<user name cue>)(?![\\p{L}\\p{N}])` +
    `|<bank code>|<asked for>|<birth>|<expiry>)|<unspaced cue>`,
);

/** Maximum number of words between context words and its value. */
const MOST_LINKS = 8;
const PIECE = /[\p{L}\p{N}]+/uy;
const BETWEEN = /[^\p{L}\p{N}\n]{0,4}/uy;
const WITHIN = /^(?:[ ,.;/\-\uE002\uE004]{0,3})$/u;

/** Where the value may start: after words that lead to it. */
function valueStart(text: string, from: number, { type, only }: CodeShape): number | undefined {
  let place = from;
  for (let links = 0; links <= MOST_LINKS; links++) {
    place += match(BETWEEN, text, place).length;
    const piece = match(PIECE, text, place);
    if (piece === '') return undefined;
    const isCode =
      /\d/.test(piece) ||
      (only !== 'digits' && /^[a-z]{1,3}$/.test(piece) && startsCode(text, place, piece, type));
    if (isCode) return place;
    if (!LINK_WORDS.has(piece)) return undefined;
    place += piece.length;
  }
  return undefined;
}

/** Letters at the start of a code: followed by a digit or another single letter. */
function startsCode(text: string, place: number, piece: string, type: CodeShape['type']): boolean {
  const isLink = piece.length > 1 && LINK_WORDS.has(piece);
  if (type === 'VEHICLE_ID' && !isLink && GERMAN_PLATE.test(text.slice(place))) return true;
  const gap = match(BETWEEN, text, place + piece.length);
  const next = match(PIECE, text, place + piece.length + gap.length);
  if (!WITHIN.test(gap) || gap.includes('. ')) return false;
  if (gap === '-' && /^[a-z]{1,2}$/.test(next)) return false;
  if (/^\d/.test(next)) return piece.length === 1 ? true : !LINK_WORDS.has(piece);
  return piece.length === 1 && next.length === 1;
}

const SHORT_WORD = 'ed|en|et|va|el|my|he|we|or|an|as|no|ci|ce|ou|und';
/** They stand where a plate's letters do, before or behind a space. */
const TALK = `(?:${SHORT_WORD}|is|it|in|on|at|of|to|for|the|and|was|are|am|um|ist|der|die|das|mit|vor|nach|bis)`;
/** "M-AB 1234", "K AB 12", "HH-AB 123E": a German number plate. */
const GERMAN_PLATE = new RegExp(
  `^(?!${TALK}[ -])[a-z]{1,3}(?:-| (?!${TALK} ))[a-z]{1,2}[ -]?\\d ?(?:\\d ?){0,3}[eh]?(?![\\p{L}\\p{N}])`,
  'u',
);
/** The beginning of a plate that ends in two letters: "AB 123 CD". */
const OPEN_PLATE = /^[a-z] ?[a-z][ -]?\d ?\d ?\d$/;
const IS_SHORT_WORD = new RegExp(`^(?:${SHORT_WORD})$`, 'u');

/** The letters that close a number plate: "AB12 CDE", "AB 123 CD". */
const closesPlate = (letters: string, before: string, isShort: boolean): boolean =>
  isShort || (letters.length === 2 && !IS_SHORT_WORD.test(letters) && OPEN_PLATE.test(before));

const match = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

const UNIT_AFTER = withWords('^ ?(?:[%$€£]|<currency>|<time unit>|<month>|<counted>)');

const YEAR = /^(?:19|20)\d\d$/;
const SINCE = /(?<!\p{L})(?:from|since|of|de|del|dal|desde|depuis|von|aus|seit)[ ,]{1,2}$/u;
/** German verbs stand behind it: "mein Code ist 2019 entstanden". */
const WAS_DONE = /^ (?:(?:ge|ent|er|ver|be|ab|an|auf|aus|ein|um|uber)\p{L}{2,}(?:en|t)|\p{L}+iert)(?!\p{L})/u;

/** "the code is 2019 vintage": a word that is said of a year, where a code ends or something else begins. */
const SAID_OF_YEAR = withWords("^ (?!<ends secret>(?!')|\\p{L}{1,2}(?!\\p{L}))\\p{L}{3,}");

/** Whether four digits say when something was made. */
const isYear = (text: string, from: number, end: number, type: CodeShape['type']): boolean =>
  YEAR.test(text.slice(from, end)) &&
  (SINCE.test(text.slice(Math.max(0, from - 8), from)) ||
    WAS_DONE.test(text.slice(end, end + 24)) ||
    (type === 'PASSWORD' && SAID_OF_YEAR.test(text.slice(end, end + 24))));

/** The code that starts here; undefined if it is not of this kind. */
function codeAt(
  text: string,
  from: number,
  { type, characters: [least, most], digits, only }: CodeShape,
): number | undefined {
  let end = from;
  let place = from;
  let length = 0;
  let digitCount = 0;
  for (;;) {
    const gap = length === 0 ? '' : match(BETWEEN, text, place);
    const piece = match(PIECE, text, place + gap.length);
    if (piece === '' || !WITHIN.test(gap)) break;
    const isNumber = /^\d+$/.test(piece);
    const isMixed = /\d/.test(piece) && piece.length <= most;
    const isLetters = /^[a-z]+$/.test(piece);
    const fits =
      isNumber ||
      (only === undefined &&
        (isMixed ||
          (isLetters &&
            piece.length === 1 &&
            (length > 0 || startsCode(text, place + gap.length, piece, type)) &&
            !endsInWord(text, place + gap.length, type)) ||
          (isLetters &&
            piece.length <= 3 &&
            !LINK_WORDS.has(piece) &&
            (gap.includes('-') ||
              startsCode(text, place + gap.length, piece, type) ||
              (type === 'VEHICLE_ID' &&
                digitCount >= digits &&
                closesPlate(piece, text.slice(from, end), length < least))))));
    if (!fits || length + piece.length > most) break;
    if (/[.,;] /u.test(gap) && length >= least && digitCount >= digits && !/^\d{1,4}$/.test(piece)) break;
    length += piece.length;
    digitCount += piece.replaceAll(/\D/g, '').length;
    place += gap.length + piece.length;
    end = place;
  }
  if (length < least || digitCount < digits || isYear(text, from, end, type)) return undefined;
  return UNIT_AFTER.test(text.slice(end, end + 24)) ? undefined : end;
}

/** "a" or "y" before a word is not a letter of a code. */
function endsInWord(text: string, place: number, type: CodeShape['type']): boolean {
  if (type === 'VEHICLE_ID' && GERMAN_PLATE.test(text.slice(place))) return false;
  // "l s one four d y and …": a British postcode ends in two letters.
  if (type === 'LOCATION_ZIP' && /\d ?[a-z] $/.test(text.slice(Math.max(0, place - 4), place))) return false;
  const next = match(PIECE, text, place + 1 + match(BETWEEN, text, place + 1).length);
  return /^\p{L}{2,}$/u.test(next) && /[aeyio]/.test(text[place] ?? '');
}

const TAIL = withWords('<that is>$');
/** Letters of the text before a cue that its value is sought in. */
const FURTHEST = 96;

/** A run of digits, and of letters among them, up to its end. */
const RUN =
  /(?:[a-z]{0,3}\d[a-z\d]*|(?<![\p{L}\p{N}'])[a-z](?![\p{L}\p{N}']))(?:[ ,./\-\uE002\uE004]{1,3}(?:[a-z]{0,3}\d[a-z\d]*|[a-z](?![\p{L}\p{N}'])))*$/u;

/**
 * The code that was said just before the words that say what it is.
 *
 * @param cue where these words start
 */
function codeBefore(text: string, cue: number, shape: CodeShape): { from: number; to: number } | undefined {
  const first = Math.max(0, cue - FURTHEST);
  const before = text.slice(first, cue);
  const tail = TAIL.exec(before);
  const run = tail && RUN.exec(before.slice(0, tail.index));
  if (!tail || !run) return undefined;
  const to = first + tail.index;
  // The longest that ends there: other numbers may precede it.
  for (const { index } of run[0].matchAll(/[a-z\d]+/gu)) {
    const from = first + run.index + index;
    if (codeAt(text, from, shape) === to) return { from, to };
  }
  return undefined;
}

function codesInContext(text: string): Find[] {
  const finds: Find[] = [];
  for (const { shape, pattern } of PATTERNS) {
    for (const { 0: words, index } of text.matchAll(pattern)) {
      const said = codeBefore(text, index, shape);
      if (said) {
        finds.push({ type: shape.type, ...said, sureness: SURENESS.context });
        continue;
      }
      const from = valueStart(text, index + words.length, shape);
      const to = from === undefined ? undefined : codeAt(text, from, shape);
      if (from === undefined || to === undefined) continue;
      const isRouting =
        shape.type === 'ROUTING_NUMBER' &&
        passes('US routing number', text.slice(from, to).replaceAll(/\D/g, ''));
      finds.push({
        type: shape.type,
        from,
        to,
        sureness: isRouting ? SURENESS.checksum : SURENESS.context,
      });
    }
  }
  return finds;
}

/** Numbers identified by the words before them. */
export const findCodesInContext: Recogniser = ({ text }) => codesInContext(text);
