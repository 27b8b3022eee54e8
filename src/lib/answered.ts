import { AppError } from './errors/errors.ts';
import { msg } from './errors/msg.ts';

/** What takes milliseconds is asked for once more after this time. Disks that have to wake up take a few seconds. */
const LIMIT_MS = 30_000;

interface Asking<T> {
  /** For people, such as "reading the file". */
  what: string;
  limitMs?: number;
  /** Receives an answer that came after another one. */
  discard?: (late: T) => void;
}

/** The browser was asked for something, and neither did it nor said why not. */
export class Unanswered extends AppError {
  constructor(what: string, afterMs: number) {
    super(
      'storage_failed',
      msg`The browser did not finish ${what} within ${Math.round(afterMs / 1000)} seconds.`,
      { remedy: msg`Close the app's other tabs, reload the page and try again.` },
    );
  }
}

/** The same promise; it rejects with `Unanswered` if it is open after this time. */
export async function inTime<T>(answer: Promise<T>, what: string, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered(what, limitMs)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks the browser for something that it may forget to answer, as Chromium does once in some thousand reads of a Blob: a second
 * time if nothing came within the limit. The first answer counts. Only for what can be asked twice, and takes no time of its own:
 * no waiting for a person, a network or a lock.
 *
 * @throws Unanswered 500 if neither is answered in time; whatever `ask` throws
 */
export async function answered<T>(
  ask: () => Promise<T>,
  { what, limitMs = LIMIT_MS, discard }: Asking<T>,
): Promise<T> {
  const first = ask();
  const isLate = await inTime(first, what, limitMs).then(
    () => false,
    (error: unknown) => error instanceof Unanswered,
  );
  if (!isLate) return first;
  const asked = [first, ask()];
  let answer: T | undefined;
  try {
    answer = await inTime(Promise.race(asked), what, limitMs);
    return answer;
  } finally {
    for (const one of asked) {
      one.then(
        (value) => value !== answer && discard?.(value),
        () => undefined,
      );
    }
  }
}
