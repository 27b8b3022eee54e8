import { expect, it } from 'vitest';
import { readInvitation } from './read-invitation.ts';

const fileOf = (...parts: BlobPart[]) => new File(parts, 'a meeting.ics');
const event = (lines: string, uid = 'one') =>
  `BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20261129T080000Z\nDTSTART:20261130T090000Z\nDTEND:20261130T100000Z\nSUMMARY:Weekly\n${lines}\nEND:VEVENT\n`;
const calendar = (...events: string[]) =>
  fileOf(`BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n${events.join('')}END:VCALENDAR`.replaceAll('\n', '\r\n'));

const ADA = 'ORGANIZER;CN=Ada King:mailto:ada@example.org';
const OTHERS = [
  'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;RSVP=TRUE',
  ' ;CN="Müller, Jörg";X-NUM-GUESTS=0:mailto:joerg@example.org',
  'ATTENDEE;CN=ben@example.org:mailto:ben@example.org',
  'ATTENDEE;CUTYPE=ROOM;CN=Blue Room:mailto:room@example.org',
  'ATTENDEE;CN=Ada King:mailto:ada@example.org',
].join('\n');

it('reads who organises a meeting and who is invited, without rooms and addresses', async () => {
  const invitation = { title: 'Weekly', names: ['Ada King', 'Jörg Müller'] };
  expect(await readInvitation(calendar(event(`${ADA}\n${OTHERS}`)))).toEqual(invitation);
  expect(await readInvitation(calendar(event(`${ADA}\n${OTHERS}`), event(ADA)))).toEqual(invitation);
});

it('calls a meeting without a title by the name of its file', async () => {
  const untitled = event(ADA).replace('SUMMARY:Weekly\n', '');
  expect(await readInvitation(calendar(untitled))).toEqual({ title: 'a meeting', names: ['Ada King'] });
});

it.each([
  ['of no calendar', fileOf('hello')],
  ['that is empty', fileOf()],
  ['without a meeting', calendar()],
  ['that names nobody', calendar(event('ATTENDEE;CN=ben@example.org:mailto:ben@example.org'))],
  ['of several meetings', calendar(event(ADA), event(ADA, 'two'))],
  ['of any bytes', fileOf(Uint8Array.from({ length: 500 }, (_, at) => (at * 37) % 256))],
  ['that is larger than an invitation', fileOf(event(ADA), ' '.repeat(1e6))],
])('refuses a file %s', async (_, file) => {
  await expect(readInvitation(file)).rejects.toThrow('not the invitation');
});
