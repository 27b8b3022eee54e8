import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { LIMITS } from './vocabulary/patterns.ts';

/** What a file says, as short as a message can have it. */
export const quoted = (text: string): string => {
  const row = text.trim().replaceAll(/\s+/gu, ' ');
  return `“${row.length > LIMITS.quote ? `${row.slice(0, LIMITS.quote)}…` : row}”`;
};

/**
 * A 400 that names what is wrong with a file, and in which line. Nothing has been changed by it.
 *
 * @param line counted from 1; null if the fault is in no line
 */
export const badImport = (name: string, line: number | null, reason: Message, cause?: unknown): AppError =>
  new AppError(
    'invalid_request',
    line === null
      ? msg`${quoted(name)} cannot be imported: ${reason}. Nothing was changed.`
      : msg`${quoted(name)} cannot be imported: line ${line}: ${reason}. Nothing was changed.`,
    { cause },
  );

/** What is made of a file, or null if the file is refused for it. */
export function unlessRefused<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** What was mended in a file or left out of it, for people. */
export class ImportNotes {
  readonly #notes: Message[] = [];
  #more = 0;

  /** @param line counted from 1; null if it is no line */
  add(line: number | null, what: Message): void {
    if (this.#notes.length >= LIMITS.notes) this.#more++;
    else this.#notes.push(line === null ? msg`${what}.` : msg`Line ${line}: ${what}.`);
  }

  list(): Message[] {
    return this.#more === 0
      ? [...this.#notes]
      : [...this.#notes, msg`${this.#more} more faults of this file.`];
  }
}
