import { withWords } from '../cues/cues.ts';
import type { SpeakerEntity, SpeakerFinds } from './find-in-speaker-text.ts';
import { type Span, viewText, writtenSpan } from './mapped-text.ts';
import { type DigitRun, digitRuns } from './recognisers/digit-runs.ts';
import { TYPE_GROUPS } from './type-groups.ts';

/** Fewer are too often something else, except a card's code said once more. */
const LEAST = 4;
const LEAST_CODE_DIGITS = 3;
/** This many identical digits in a row are not a coincidence. */
const SURE_DIGITS = 6;

const { repeatedNumbers: NUMBERS, repeatedWords: WORDS } = TYPE_GROUPS;

/** "ending in", "the last 4 digits are": part of a number follows. */
const PART_CUE = withWords('(?<![\\p{L}\\p{N}])<part of a number>[^.?!\\d]{0,24}$');

/** A found number, as it was said. */
interface Secret {
  entity: SpeakerEntity;
  digits: string;
  /** Digit counts at which one of its groups ends. */
  groups: ReadonlySet<number>;
}

const overlaps = (entity: Span, { from, to }: Span): boolean => entity.from < to && entity.to > from;

/**
 * Repetitions of found numbers by anybody, whole or in part ("ending in one two three four", "one two three four,
 * right?"): each gets the label of its number.
 */
export function findRepeatedNumbers(streams: readonly SpeakerFinds[]): SpeakerEntity[][] {
  const known = streams
    .flatMap(({ spoken, entities }) =>
      entities
        .filter(({ type }) => NUMBERS.has(type))
        .map((entity) => secretOf(entity, viewText(spoken, entity))),
    )
    .filter(({ digits, entity }) => digits.length >= (entity.type === 'CVV' ? LEAST_CODE_DIGITS : LEAST));
  return streams.map(({ spoken, entities }) =>
    (known.length === 0 ? [] : digitRuns(spoken.text)).flatMap((run) => {
      const from = run.places[0] ?? 0;
      const isPart = PART_CUE.test(spoken.text.slice(Math.max(0, from - 60), from));
      const secret = known.find((one) => isEcho(run, one, isPart));
      const span = writtenSpan(spoken, from, (run.places.at(-1) ?? 0) + 1);
      const isTaken = entities.some((entity) => overlaps(entity, span));
      return secret && !isTaken ? [{ ...secret.entity, ...span }] : [];
    }),
  );
}

function secretOf(entity: SpeakerEntity, said: string): Secret {
  const parts = said.match(/\d+/g) ?? [];
  const groups = new Set(parts.map((_, at) => parts.slice(0, at + 1).join('').length));
  return { entity, digits: parts.join(''), groups };
}

/** People repeat the end of a number or its first groups; any other four of its digits may be something else. */
function isEcho(
  { digits, ends }: DigitRun,
  { entity, digits: whole, groups }: Secret,
  isPart: boolean,
): boolean {
  if (entity.type === 'CVV' || digits.length < LEAST) return entity.type === 'CVV' && digits === whole;
  if (isPart || digits.length >= SURE_DIGITS || digits === whole) return whole.includes(digits);
  const isYear = /^(?:19|20)\d\d$/.test(digits) && ends.indexOf(true) === digits.length - 1;
  return !isYear && (whole.endsWith(digits) || (whole.startsWith(digits) && groups.has(digits.length)));
}

/**
 * Repetitions of passwords and user names by anybody, said or spelled ("swordfish seven", "s w o r d f i s h 7"): each
 * gets the label of the one it repeats.
 */
export function findRepeatedSecrets(streams: readonly SpeakerFinds[]): SpeakerEntity[][] {
  const secrets = new Map<string, SpeakerEntity>();
  for (const { spoken, entities } of streams) {
    for (const entity of entities) {
      const said = WORDS.has(entity.type) ? spelledPieces(viewText(spoken, entity)) : [];
      const letters = said.map((piece) => piece.letters).join('');
      if (letters.length >= LEAST && !secrets.has(letters)) secrets.set(letters, entity);
    }
  }
  return streams.map((stream) => (secrets.size === 0 ? [] : repetitionsIn(stream, secrets)));
}

function repetitionsIn(
  { spoken, entities }: SpeakerFinds,
  secrets: ReadonlyMap<string, SpeakerEntity>,
): SpeakerEntity[] {
  const pieces = spelledPieces(spoken.text);
  const found: SpeakerEntity[] = [];
  for (let first = 0; first < pieces.length; first++) {
    const repeated = [...secrets].flatMap(([letters, entity]) => {
      const last = lastPiece(pieces, first, letters);
      return last === -1 ? [] : [{ entity, last }];
    })[0];
    const [from, to] = [pieces[first]?.from, pieces[repeated?.last ?? -1]?.to];
    if (!repeated || from === undefined || to === undefined) continue;
    const span = writtenSpan(spoken, from, to);
    // Whole entities inside give way to it: a name that is part of a user name.
    const isTaken = entities.some(
      (entity) =>
        overlaps(entity, span) && (WORDS.has(entity.type) || entity.from < span.from || entity.to > span.to),
    );
    if (!isTaken) found.push({ ...repeated.entity, ...span });
    first = repeated.last;
  }
  return found;
}

const SAYS_NO_LETTER = withWords('<no letter before><said spelling>', 'gu');

/** What represents letters or digits in a text, with its place: "capital B, l u e, seven, question mark" has "b", "l", "u", "e", "7". */
function spelledPieces(folded: string): { letters: string; from: number; to: number }[] {
  const blank = folded.replaceAll(SAYS_NO_LETTER, (words) => ' '.repeat(words.length));
  return [...blank.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: letters, index }) => ({
    letters,
    from: index,
    to: index + letters.length,
  }));
}

/** Index of the piece in which the letters end that begin with one; -1 if it says something else. */
function lastPiece(pieces: readonly { letters: string }[], first: number, letters: string): number {
  let said = '';
  for (let at = first; at < pieces.length && letters.startsWith(said); at++) {
    said += pieces[at]?.letters ?? '';
    if (said === letters) return at;
  }
  return -1;
}
