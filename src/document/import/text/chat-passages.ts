import words from '../vocabulary/texts.json' with { type: 'json' };
import { goesOn } from './join-rows.ts';
import type { StampedLine } from './stamped-line.ts';

/** Of WhatsApp, and of logs: "[08.01.26, 10:58:23] Ada: Hello", "1/8/26, 10:58 AM - Ada: Hello". */
const MESSAGE =
  /^\[?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4})(?:,?\s|T)(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?(?:\s?([ap])\.?\s?m\.?|Z)?(?:\]:?|\s[-–])?\s(.*)$/iu;
/** Of Telegram, whose text follows on lines of its own: "Ada, [08.01.2026 10:58]". */
const HEAD =
  /^([^[\]]{1,60}), \[(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ([AP])M)?\]:?$/iu;
/** A name or a number of a telephone. */
const SAID = /^([^:]{1,60}):\s?(.*)$/u;
/** Marks of a direction, which stand before such lines. */
const DIRECTIONS = /[\u200E\u200F\u202A-\u202E]/gu;
/** What stands for a picture or a voice message, and the first line of every chat. */
const NOTHING_SAID = new RegExp(words.patterns.nothingSaid.join('|'), 'iu');
/** Of a chat, what nobody is named for is a message of the program. */
const OF_CHAT = /^.{0,2}\[|^.{6,24}\s[-–]\s/u;
const BY_YEAR = /^\d{4}-\d{2}-\d{2}$/;

/** Seconds of the day; since 1970 where the order of day and month is known. */
function secondsOf(day: string, hours: number, minutes: string, rest: string | undefined): number {
  const midnight = BY_YEAR.test(day) ? Date.parse(day) / 1000 : 0;
  return midnight + hours * 3600 + Number(minutes) * 60 + Number(rest ?? 0);
}

/** The day, the parts of the time, and who says what, which `SAID` parts. */
function messageIn(line: string): readonly (string | undefined)[] | null {
  const [head, name, ...when] = HEAD.exec(line) ?? [];
  return head === undefined ? MESSAGE.exec(line) : [head, ...when, `${name}:`];
}

/**
 * The messages of a chat, or the lines of a log with dates; null if a text is none. They have times if all are of one day, or their
 * dates begin with the year: of others nobody knows which number is the month.
 *
 * @param leaveOut is called with each line that nobody said
 */
export function chatPassages(
  lines: readonly string[],
  leaveOut: (line: string) => void,
): StampedLine[] | null {
  const messages = lines.map((raw) => messageIn(raw.replaceAll(DIRECTIONS, '')));
  const days = new Set(messages.flatMap((message) => message?.[1] ?? []));
  if (!messages[0] || messages.filter((message) => message !== null).length < 2) return null;
  // A log without names is all said.
  const isNamed = messages.some((message) => SAID.test(message?.[6] ?? ''));
  const isTimed = days.size === 1 || [...days].every((day) => BY_YEAR.test(day));
  const passages: StampedLine[] = [];
  let isSaid = false;
  messages.forEach((message, at) => {
    const line = lines[at] ?? '';
    if (!message) {
      const last = passages.at(-1);
      if (isSaid && last) last.text = `${last.text}${goesOn(lines[at - 1] ?? '', line)}`.trim();
      else leaveOut(line);
      return;
    }
    const [, day = '', hours = '', minutes = '', rest, half, body = ''] = message;
    const [, voice, text = body] = SAID.exec(body) ?? [];
    const isOfChat = isNamed && OF_CHAT.test(line);
    isSaid = (voice !== undefined || !isOfChat) && !NOTHING_SAID.test(text);
    if (!isSaid) {
      leaveOut(line);
      return;
    }
    const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
    const start = isTimed ? secondsOf(day, hour, minutes, rest) : null;
    passages.push({ start, end: null, voice: voice?.trim() ?? null, text: text.trim() });
  });
  return passages.length > 0 ? passages : null;
}
