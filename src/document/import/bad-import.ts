import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';

const LONGEST_QUOTE = 60;

/** What a file says, as short as a message can have it. */
export const quoted = (text: string): string => {
  const row = text.trim().replaceAll(/\s+/gu, ' ');
  return `“${row.length > LONGEST_QUOTE ? `${row.slice(0, LONGEST_QUOTE)}…` : row}”`;
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
