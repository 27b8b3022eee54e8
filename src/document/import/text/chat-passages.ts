import data from '../vocabulary/lines.json' with { type: 'json' };
import words from '../vocabulary/texts.json' with { type: 'json' };
import { writtenSeconds } from '../written-times.ts';
import { goesOn } from './join-rows.ts';
import { type LineParts, lineReader } from './line-layouts.ts';
import type { StampedLine } from './stamped-line.ts';

const messageIn = lineReader(data.messages);
/** What represents a picture or a voice message, and the first line of every chat. */
const NOTHING_SAID = new RegExp(words.patterns.nothingSaid.join('|'), 'iu');
/** Of a chat, what nobody is named for is a message of the program. */
const OF_CHAT = /^.{0,2}\[|^.{6,24}\s[-–]\s/u;
/** Seconds of the day. */
const timeOf = ({ hours, minutes, seconds = '00', half }: LineParts): number =>
  writtenSeconds(`${hours}:${minutes}:${seconds}${half ? ` ${half}m` : ''}`) ?? 0;
const BY_YEAR = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The messages of a chat, or the lines of a log with dates; null if a text is none. They have times if all are of one day, or their
 * dates begin with the year: of others nobody knows which number is the month.
 *
 * @param leaveOut is called with each line that nobody said
 */
export function chatPassages(raw: readonly string[], leaveOut: (line: string) => void): StampedLine[] | null {
  const lines = raw.map((line) => line.replaceAll(/[\u200E\u200F\u202A-\u202E]/gu, ''));
  const messages = lines.map(messageIn);
  if (!messages[0] || messages.filter(Boolean).length < 2) return null;
  const days = [...new Set(messages.flatMap((message) => message?.day ?? []))];
  const areYears = days.every((day) => BY_YEAR.test(day));
  const isNamed = messages.some((message) => message?.voice);
  const passages: StampedLine[] = [];
  let isSaid = false;
  messages.forEach((message, at) => {
    const line = lines[at] ?? '';
    const last = passages.at(-1);
    if (!message && isSaid && last) last.text = `${last.text}${goesOn(lines[at - 1] ?? '', line)}`.trim();
    else if (!message) leaveOut(line);
    else {
      const { day = '', voice, text = '' } = message;
      // A log without names is all said.
      isSaid = (voice !== undefined || !(isNamed && OF_CHAT.test(line))) && !NOTHING_SAID.test(text);
      const time = timeOf(message);
      const start = areYears ? Date.parse(day) / 1000 + time : days.length === 1 ? time : null;
      if (isSaid) passages.push({ start, end: null, voice: voice?.trim() ?? null, text: text.trim() });
      else leaveOut(line);
    }
  });
  return passages.length > 0 ? passages : null;
}
