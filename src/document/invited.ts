import type { CorrectedTranscript } from '../contract/transcripts/corrected-transcript.ts';

const isSame = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0;

/** The whole name of the only invited person with this first name; otherwise the name as it is. */
export function invitedAs(name: string, invited: readonly string[]): string {
  const [only, second] = invited.filter((one) => isSame(one.split(' ')[0] ?? '', name));
  return only !== undefined && second === undefined ? only : name;
}

/** Invited people whose name no speaker has. */
export const invitedLeft = ({ invitation, speakers }: CorrectedTranscript): string[] =>
  (invitation?.names ?? []).filter(
    (invited) => !speakers.some(({ name }) => name !== null && isSame(name, invited)),
  );
