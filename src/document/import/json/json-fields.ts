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

/** The values at a path, in which `[]` means each item of a list. */
export function each(value: unknown, path: string): unknown[] {
  let found = [value];
  path.split('[]').forEach((part, index) => {
    const key = part.replace(/^\./, '');
    found = (index === 0 ? found : found.flatMap((one) => (Array.isArray(one) ? one : []))).map((one) =>
      key === '' ? one : at(one, key),
    );
  });
  return found.filter((one) => one !== undefined);
}

const plainKeys = new Map<string, string>();

/** A name in lower case without marks. */
function plainKey(key: string): string {
  let plain = plainKeys.get(key);
  if (plain === undefined) {
    plain = key.replaceAll(/[^a-z\d]/gi, '').toLowerCase();
    // A file may have a field for each of its words.
    if (plainKeys.size < MOST_KEYS) plainKeys.set(key, plain);
  }
  return plain;
}

const MOST_KEYS = 1000;

/** The same fields by plain names: programs write `start_time`, `startTime` and `StartTime`. */
export const byPlainNames = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [plainKey(key), value]));

/** Those items of a list that have fields. */
export const listAt = (value: unknown, path: string): Fields[] => {
  const list = path === '' ? value : at(value, path);
  return Array.isArray(list) ? list.filter(isFields) : [];
};

/** A duration of Google's libraries: whole seconds, which may be a text, and the rest. */
const durationOf = (field: unknown): number | undefined =>
  has(field, 'seconds') || has(field, 'nanos')
    ? Number(field.seconds ?? 0) + Number(field.nanos ?? 0) / 1e9
    : undefined;

/** The first of the fields that is a number; also in a text: "1.25" and "1.25s". */
export function numberAt(value: unknown, ...paths: string[]): number | null {
  for (const path of paths) {
    const field = at(value, path);
    const text = typeof field === 'string' ? field.trim().replace(/s$/, '') : '';
    const number =
      typeof field === 'number' ? field : text === '' ? (durationOf(field) ?? Number.NaN) : Number(text);
    if (Number.isFinite(number)) return number;
  }
  return null;
}

/** A number in a text, which has no unit or that of seconds. */
const NUMBER = /^-?\d*\.?\d*s?$/;

/** The first of the fields that is a time, in seconds: a number, a text of one, a clock ("00:01:02.5"), a duration or a moment. */
export function timeAt(value: unknown, ...paths: string[]): number | null {
  let moment: number | null = null;
  for (const path of paths) {
    const field = at(value, path);
    // Most have one of the names, and a file has many.
    if (field === undefined) continue;
    const text = typeof field === 'string' ? field.trim() : '';
    const time = (NUMBER.test(text) ? null : writtenSeconds(text)) ?? numberAt(value, path);
    if (time !== null && !isMoment(time)) return time;
    // Beside it may be a time in the recording.
    moment ??= time;
  }
  return moment;
}

/** The first of the fields that is a text. */
export function textAt(value: unknown, ...paths: string[]): string | null {
  for (const path of paths) {
    const field = at(value, path);
    if (typeof field === 'string') return field;
  }
  return null;
}

/**
 * Who speaks: a name as it is; numbers and single letters are those of a speaker. A name goes before an id or a number that a field
 * before it has.
 */
export function voiceAt(value: unknown, ...paths: string[]): string | null {
  let first: string | null = null;
  for (const path of paths) {
    const voice = voiceOf(at(value, path));
    if (voice !== null && isPersonName(voice)) return voice;
    first ??= voice;
  }
  return first;
}

/** The same of a single field. */
export function voiceOf(field: unknown): string | null {
  if (typeof field === 'number') return `Speaker ${field}`;
  if (isFields(field)) {
    return voiceAt(byPlainNames(field), 'name', 'displayname', 'fullname', 'label', 'id', 'source');
  }
  const name = typeof field === 'string' ? field.trim() : '';
  if (name === '') return null;
  return /^(?:\p{Lu}|\d{1,4})$/u.test(name) ? `Speaker ${name}` : name;
}
