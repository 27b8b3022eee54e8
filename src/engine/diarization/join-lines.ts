import type { ChannelSpeaker } from './join-channels.ts';
import type { VoiceLine } from './voice-line.ts';

/** A telephone leaves less treble than this … */
const NARROW_DB = -35;
/** … and by so much less than before; other microphones and rooms change it less. */
const OTHER_LINE_DB = 18;
/** Ratio of two pitches up to which they may be one person's: readers vary by so much from one half to the other. */
const SAME_PITCH = 1.2;
/** Shorter turns do not show who speaks when. */
const LEAST_TURN_SECONDS = 1;

/**
 * Joins the two speakers of a channel who are one person that goes on over another line, such as a telephone: it passes too little for
 * the networks to recognise a voice again, so that their distances are not used. One speaks first and then only the other, with
 * about the same pitch; people in a conversation change more often.
 *
 * @param people as joined over channels
 */
export function joinLines(people: ChannelSpeaker[][]): ChannelSpeaker[][] {
  const [one, other, ...more] = people.flat();
  if (!one || !other || more.length > 0 || people.length !== 2 || one.channel !== other.channel)
    return people;
  return isOtherLine(one.line, other.line) && changeOnce(one, other) ? [[one, other]] : people;
}

const isOtherLine = (one: VoiceLine | null, other: VoiceLine | null): boolean =>
  one !== null &&
  other !== null &&
  Math.min(one.trebleDb, other.trebleDb) <= NARROW_DB &&
  Math.abs(one.trebleDb - other.trebleDb) >= OTHER_LINE_DB &&
  one.pitchHz !== null &&
  other.pitchHz !== null &&
  Math.abs(Math.log(one.pitchHz / other.pitchHz)) <= Math.log(SAME_PITCH);

function changeOnce(...speakers: readonly ChannelSpeaker[]): boolean {
  const turns = speakers
    .flatMap((speaker) => speaker.turns.map(({ start, end }) => ({ speaker, start, end })))
    .filter(({ start, end }) => end - start >= LEAST_TURN_SECONDS)
    .sort((a, b) => a.start - b.start);
  return (
    turns.filter(({ speaker }, index) => index > 0 && speaker !== turns[index - 1]?.speaker).length === 1
  );
}

/** The line of some voices together: the mean treble and the median pitch, by seconds: a piece may be measured an octave off; null if none is known. */
export function meanLine(
  voices: readonly { line?: VoiceLine | undefined; seconds: number }[],
): VoiceLine | null {
  const known = voices.flatMap(({ line, seconds }) => (line ? [{ ...line, seconds }] : []));
  const total = known.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0) return null;
  const pitched = known
    .flatMap(({ pitchHz, seconds }) => (pitchHz === null ? [] : [{ pitchHz, seconds }]))
    .sort((a, b) => a.pitchHz - b.pitchHz);
  let left = pitched.reduce((sum, { seconds }) => sum + seconds, 0) / 2;
  const median = pitched.find(({ seconds }) => {
    left -= seconds;
    return left <= 0;
  });
  return {
    trebleDb: known.reduce((sum, { trebleDb, seconds }) => sum + trebleDb * seconds, 0) / total,
    pitchHz: median?.pitchHz ?? null,
  };
}
