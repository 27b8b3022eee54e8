import { type Message, msg } from '../../lib/errors/msg.ts';

/** Most of what is told of one file: a file may be broken in every line. */
const MOST_NOTES = 20;

/** What was mended in a file or left out of it, for people. */
export class ImportNotes {
  readonly #notes: Message[] = [];
  #more = 0;

  /** @param line counted from 1; null if it is no line */
  add(line: number | null, what: Message): void {
    if (this.#notes.length >= MOST_NOTES) this.#more++;
    else this.#notes.push(line === null ? msg`${what}.` : msg`Line ${line}: ${what}.`);
  }

  list(): Message[] {
    return this.#more === 0
      ? [...this.#notes]
      : [...this.#notes, msg`${this.#more} more faults of this file.`];
  }
}
