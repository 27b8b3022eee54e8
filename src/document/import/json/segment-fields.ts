import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { wholeOf } from '../vocabulary/patterns.ts';
import { isNameLike } from '../voices/names.ts';
import {
  byPlainNames,
  type Fields,
  firstList,
  has,
  numberAt,
  piecesAt,
  spanAt,
  textAt,
  voiceAt,
} from './json-fields.ts';
import { joined, type RecognisedPart, type RecognisedPassage } from './recognised-segments.ts';

const USUAL = names.lists;
/** Whose part it is, and what a program was given, or says of a conversation; that was not said. */
const ROLES = wholeOf(USUAL.roles);
const UNSAID_ROLES = wholeOf(USUAL.unsaidRoles);
const UNSAID_TYPE = 'moment';
const CHANNEL = ['channelindex', 'channel'];

/** Who speaks, by plain names; a role in small letters, such as "agent", as a name. */
const speakerAt = (fields: Fields): string | null =>
  voiceAt(fields, USUAL.speaker) ??
  roleAt(fields)?.replace(/^\p{Ll}(?=[\p{Ll}\s]*$)/u, (first) => first.toUpperCase()) ??
  voiceAt(fields, USUAL.standsFor);

/** A message may be from a person, and a channel may be that of a role; others are times and numbers. */
function roleAt(fields: Fields): string | null {
  const from = textAt(fields, 'from')?.trim() ?? '';
  const channel = textAt(fields, 'channel') ?? '';
  if (isNameLike(from)) return from;
  return voiceAt(fields, USUAL.role) ?? (ROLES.test(channel) ? channel : null);
}

/** The times of a segment or a word, by plain names. Vapi has the length in milliseconds under the name of seconds. */
const timesOf = (fields: Fields) =>
  spanAt(fields, has(fields, 'secondsfromstart') ? { ...USUAL, length: undefined } : USUAL);

/** A word of any program. */
export function wordOf(raw: Fields, voice: string | null): RecognisedPart {
  const fields = byPlainNames(raw);
  return {
    ...timesOf(fields),
    word: textAt(fields, USUAL.word) ?? '',
    confidence: numberAt(fields, USUAL.confidence),
    voice: speakerAt(fields) ?? voice,
  };
}

/** Who says all words; null if several people do. */
function voiceOfAll(words: readonly RecognisedPart[]): string | null {
  const [voice = null, ...others] = new Set(words.flatMap((word) => word.voice ?? []));
  return others.length === 0 ? voice : null;
}

/** Who speaks, and in which channel, in all that a list has inside one of its items. */
export function surroundings(raw: Fields): { voice: string | null; channel: number | null } {
  const fields = byPlainNames(raw);
  return { voice: speakerAt(fields), channel: numberAt(fields, CHANNEL) };
}

/** A segment of any program. */
export function segmentOf(raw: Fields): RecognisedPassage {
  const fields = byPlainNames(raw);
  const name = textAt(fields, 'name')?.trim() ?? '';
  const voice = speakerAt(fields) ?? (isNameLike(name) ? name : null);
  const words = firstList(fields, USUAL.words).map((word) => wordOf(word, voice));
  const { start, end } = timesOf(fields);
  const from = start ?? words.find((word) => word.start !== null)?.start ?? null;
  // A text of digits may be a number.
  const number = typeof fields.text === 'number' ? `${fields.text}` : null;
  const text = textAt(fields, USUAL.text) ?? number ?? piecesAt(fields, USUAL.pieces, USUAL.textOfPiece);
  return {
    start: from,
    end: end ?? words.findLast((word) => word.end !== null)?.end ?? null,
    text: text ?? joined(words),
    isTextless: text === null && words.length === 0 && start !== null,
    isUnsaid: UNSAID_ROLES.test(textAt(fields, 'role') ?? '') || fields.type === UNSAID_TYPE,
    voice: voice ?? voiceOfAll(words),
    channel: Math.max(0, Math.floor(numberAt(fields, CHANNEL) ?? 0)),
    words,
  };
}

/** Pieces of words as words: a piece without a space before it belongs to the one before. */
export function wordsOfTokens<Part extends RecognisedPart>(tokens: readonly Part[]): Part[] {
  const words: Part[] = [];
  for (const part of tokens) {
    const last = words.at(-1);
    if (last && last.voice === part.voice && !/^\s/u.test(part.word)) {
      last.word += part.word;
      last.end = part.end ?? last.end;
    } else words.push({ ...part });
  }
  return words;
}
