import type { Place } from '../../../contract/transcripts/import-mapping.ts';
import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { TRANSLATION_LANGUAGE_CODES } from '../../../contract/transcripts/language-code.ts';
import { memoised } from '../../../lib/memoised.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { MARKS } from '../vocabulary/patterns.ts';
import { isPersonName } from '../voices/names.ts';
import { isMoment, writtenSeconds } from '../written-times.ts';

/** Reads fields of JSON that other programs wrote: what is missing or of another type is null, never an error. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const has = (value: unknown, key: string): value is Fields => isFields(value) && key in value;

/** A field's value by a path such as `nBest.0.display`. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  // Most names are no paths, and a file has them for each of its words.
  if (!path.includes('.') && isFields(value)) return value[path];
  let found = value;
  for (const key of path.split('.')) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isFields(found)) found = found[key];
    else return undefined;
  }
  return found;
}

/** The values at a path, in which `[]` means each item of a list, or each name of fields with its value. */
export function each(value: unknown, path: string): unknown[] {
  const [first = '', ...others] = path.split('[]');
  let found = [at(value, first)];
  for (const part of others)
    found = found
      .flatMap((one) => (Array.isArray(one) ? one : isFields(one) ? Object.entries(one) : []))
      .map((one) => at(one, part.replace(/^\./, '')));
  return found.filter((one) => one !== undefined);
}

const NO_PATHS: string[] = [];

const pathsOf = (place: Place = NO_PATHS): readonly string[] => (typeof place === 'string' ? [place] : place);

/** The values at the first of the places that has any. */
export const firstOf = (value: unknown, place: Place | undefined): unknown[] =>
  pathsOf(place)
    .map((path) => each(value, path))
    .find((found) => found.length > 0) ?? [];

/** The first value that is not null of those that the places have. */
export function firstAt<Found>(
  value: unknown,
  place: Place | undefined,
  read: (field: unknown, path: string) => Found | null,
): Found | null {
  // Most fields have one of the names, and a file has many.
  for (const path of pathsOf(place)) {
    const field = at(value, path);
    const found = field === undefined ? null : read(field, path);
    if (found !== null) return found;
  }
  return null;
}

/** Names in lower case without marks. A file may have a field for each of its words. */
const plainKey = memoised((key: string) => key.replaceAll(/[^a-z\d]/gi, '').toLowerCase());

/** The same fields by plain names: programs write `start_time`, `startTime` and `StartTime`. */
export const byPlainNames = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [plainKey(key), value]));

/** Items of the first of the lists that has any with fields. */
export const firstList = (value: unknown, paths: readonly string[]): Fields[] =>
  paths.map((path) => listAt(value, path)).find(({ length }) => length > 0) ?? [];

/** Items of a list that have fields. */
export const listAt = (value: unknown, path: string): Fields[] => {
  const list = path === '' ? value : at(value, path);
  return Array.isArray(list) ? list.filter(isFields) : [];
};

/** A duration of Google's libraries: whole seconds, which may be a text, and the rest. */
const durationOf = (field: unknown): number | undefined =>
  has(field, 'seconds') || has(field, 'nanos')
    ? Number(field.seconds ?? 0) + Number(field.nanos ?? 0) / 1e9
    : undefined;

/** A number, also in a text: "1.25" and "1.25s". */
export function numberOf(field: unknown): number | null {
  const text = typeof field === 'string' ? field.trim().replace(/s$/, '') : '';
  const number =
    typeof field === 'number' ? field : text === '' ? (durationOf(field) ?? Number.NaN) : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** The first of the fields that is a number. */
export const numberAt = (value: unknown, place: Place | undefined): number | null =>
  firstAt(value, place, numberOf);

/** The unit of numbers by what their name says, in seconds. */
export const unitNamed = (name: string): number =>
  /usec$/u.test(name)
    ? 1e-6
    : /(?:ms|millis|milliseconds?)$|(?:^|[^a-z])(?:ms|mill?is)/u.test(name)
      ? 0.001
      : 1;

/**
 * The first of the fields that is a time, in seconds: a number, a text of one, a clock ("00:01:02.5"), a duration or a moment.
 *
 * @param unit of numbers; by the name of their field if it is left out
 */
export function timeAt(value: unknown, place: Place | undefined, unit?: number): number | null {
  let moment: number | null = null;
  const time = firstAt(value, place, (field, path) => {
    const text = typeof field === 'string' ? field.trim() : '';
    const written = MARKS.plainNumber.test(text) ? null : writtenSeconds(text);
    const number = written === null ? numberOf(field) : null;
    const found = number === null ? written : inUnit(number, unit ?? unitNamed(path));
    if (found === null || !isMoment(found)) return found;
    // Beside it may be a time in the recording.
    moment ??= found;
    return null;
  });
  return time ?? moment;
}

const inUnit = (number: number, unit: number): number => (unit === 1 ? number : roundSeconds(number * unit));

/** Where the times of an item are. */
export type TimePlaces = Partial<Record<'start' | 'end' | 'length', Place | undefined>>;

/** When an item begins and ends. A moment ends nothing that has another start. */
export function spanAt(value: unknown, places: TimePlaces, given?: number | 'guess') {
  // What is found by the size of all numbers is in the unit of the file until then.
  const unit = given === 'guess' ? 1 : given;
  const [start, end] = [timeAt(value, places.start, unit), timeAt(value, places.end, unit)];
  const isEnd = end !== null && (!isMoment(end) || isMoment(start ?? end));
  const length = isEnd || start === null ? null : timeAt(value, places.length, unit);
  return { start, end: isEnd ? end : start === null || length === null ? null : start + length };
}

/** The first of the fields that is a text. */
export const textAt = (value: unknown, place: Place | undefined): string | null =>
  firstAt(value, place, (field) => (typeof field === 'string' ? field : null));

/** The same in pieces, as programs write a text with links or styles: texts, or fields that have one. */
export const piecesAt = (value: unknown, place: Place, within: Place): string | null =>
  firstAt(value, place, (field) => {
    const pieces = (Array.isArray(field) ? field : []).map((piece) => textAt({ text: piece }, within));
    if (pieces.length === 0 || pieces.includes(null)) return null;
    return pieces.join(pieces.some((piece) => /^\s|\s$/u.test(piece ?? '')) ? '' : ' ');
  });

/**
 * Who speaks: a name as it is; numbers and single letters are those of a speaker. A name goes before an id or a number that a field
 * before it has.
 */
export function voiceAt(value: unknown, place: Place | undefined): string | null {
  let first: string | null = null;
  const name = firstAt(value, place, (field) => {
    const voice = voiceOf(field);
    first ??= voice;
    return voice !== null && isPersonName(voice) ? voice : null;
  });
  return name ?? first;
}

const PERSON = ['name', 'displayname', 'fullname', 'label', 'id', 'source'];

/** The same of a single field. */
export function voiceOf(field: unknown): string | null {
  if (typeof field === 'number') return `Speaker ${field}`;
  if (isFields(field)) {
    return voiceAt(byPlainNames(field), PERSON);
  }
  const name = typeof field === 'string' ? field.trim() : '';
  if (name === '') return null;
  return /^(?:\p{Lu}|\d{1,4})$/u.test(name) ? `Speaker ${name}` : name;
}

const NAMES = new Map(
  TRANSLATION_LANGUAGE_CODES.map((code) => [
    new Intl.DisplayNames(['en'], { type: 'language' }).of(code)?.toLowerCase() ?? code,
    code,
  ]),
);

/** A language as Whisper writes it: "en", "en-US" or "english". */
export function languageOf(text: string | null | undefined): ImportedPassage['language'] {
  const name = text?.trim().toLowerCase() ?? '';
  const code = NAMES.get(name) ?? name.split(/[-_]/)[0];
  return TRANSLATION_LANGUAGE_CODES.find((known) => known === code) ?? null;
}
