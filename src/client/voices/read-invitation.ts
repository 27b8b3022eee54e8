import { convertIcsCalendar } from 'ts-ics';
import type { Invitation } from '../../contract/transcripts/corrected-transcript.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { baseName } from '../../lib/files/file-name.ts';

/** Far above an invitation; a whole calendar is none. */
const LARGEST = 1e6;
const LONGEST_NAME = 100;
/** What is invited but does not speak (RFC 5545, 3.2.3). */
const THINGS: readonly string[] = ['ROOM', 'RESOURCE'];

/**
 * The people of a meeting's invitation (iCalendar, RFC 5545): who organises it and who is invited, by their names.
 *
 * @throws AppError `invalid_request` if the file is no invitation, is of several meetings, or names nobody
 */
export async function readInvitation(file: File): Promise<Invitation> {
  if (file.size > LARGEST) throw notRead();
  const text = await file.text();
  const [first, ...others] = parsed(() => convertIcsCalendar(undefined, text)).events ?? [];
  // Changes of single days of a meeting are events with its id.
  if (!first || others.some(({ uid }) => uid !== first.uid)) throw notRead();
  const people = [
    first.organizer,
    ...(first.attendees ?? []).filter(({ cutype }) => !THINGS.includes(cutype ?? '')),
  ];
  const names = new Set(people.flatMap((one) => (one?.name ? shownName(one.name) : [])));
  if (names.size === 0) throw notRead();
  // The package's type has a title, which the standard does not require.
  const title = (first.summary as string | undefined) || baseName(file.name);
  return { title: title.slice(0, LONGEST_NAME), names: [...names] };
}

function parsed<Calendar>(read: () => Calendar): Calendar {
  try {
    return read();
  } catch (cause) {
    throw notRead(cause);
  }
}

/** "King, Ada" as "Ada King"; none where the name is an address. */
function shownName(name: string): string[] {
  const [surname = '', given, ...more] = name.split(',').map((part) => part.trim());
  const shown = given && more.length === 0 ? `${given} ${surname}` : name.trim();
  return shown === '' || shown.includes('@') || shown.length > LONGEST_NAME ? [] : [shown];
}

const notRead = (cause?: unknown) =>
  new AppError('invalid_request', msg`This file is not the invitation of one meeting that names people.`, {
    cause,
    remedy: msg`Save the invitation as an .ics file in your calendar or mail program, and choose that.`,
  });
