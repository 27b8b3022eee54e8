import { meanVector } from './group-voices.ts';
import type { SpeakerTurn } from './speaker-turns.ts';
import type { VoiceLine } from './voice-line.ts';
import { cosineDistance } from './voices/voice-vectors.ts';

/** A speaker of one channel. */
export interface ChannelSpeaker {
  channel: number;
  /** Mean of the voices, of unit length; null if none spoke for long enough. */
  centre: Float32Array | null;
  /** Seconds of speech behind it. */
  seconds: number;
  /** What they came over; null if it is not known. */
  line: VoiceLine | null;
  /** What they say. */
  turns: SpeakerTurn[];
}

/** Voices that speak for less are too uncertain to join by. */
const SURE_SECONDS = 1;
/** Who speaks in two channels at the same time for longer is two people. */
const MOST_TOGETHER_SECONDS = 0.5;

/**
 * Joins speakers of different channels to people, the most alike first; speakers of one channel remain apart.
 *
 * @param near distance up to which two are one person
 * @param most if there are more people, the nearest are joined whatever their distance; null for no limit
 */
export function joinChannels(
  speakers: readonly ChannelSpeaker[],
  near: number,
  most: number | null,
): ChannelSpeaker[][] {
  let people = speakers.map((speaker) => [speaker]);
  for (;;) {
    const isOver = most !== null && people.length > most;
    const pair = nearest(people, isOver ? Number.POSITIVE_INFINITY : near, isOver);
    if (!pair) return people;
    const joined = pair.flat();
    people = [joined, ...people.filter((person) => !pair.includes(person))];
  }
}

function nearest(
  people: readonly ChannelSpeaker[][],
  near: number,
  isForced: boolean,
): [ChannelSpeaker[], ChannelSpeaker[]] | null {
  let best: [ChannelSpeaker[], ChannelSpeaker[]] | null = null;
  let least = near;
  for (const [index, one] of people.entries()) {
    for (const other of people.slice(index + 1)) {
      if (one.some(({ channel }) => other.some((speaker) => speaker.channel === channel))) continue;
      const distance = distanceOf(one, other);
      if (best ? distance >= least : distance > least) continue;
      if (!isForced && (!isSure(one) || !isSure(other))) continue;
      if (!isForced && secondsTogether(one, other) > MOST_TOGETHER_SECONDS) continue;
      best = [one, other];
      least = distance;
    }
  }
  return best;
}

const isSure = (person: readonly ChannelSpeaker[]): boolean =>
  person.every(({ seconds }) => seconds >= SURE_SECONDS);

/** 2, the largest, where a voice is not known. */
function distanceOf(one: readonly ChannelSpeaker[], other: readonly ChannelSpeaker[]): number {
  const [first, second] = [one, other].map(voiceOf);
  return first && second ? cosineDistance(first, second) : 2;
}

/** Mean of a person's voices in all channels, of unit length; null if none is known. */
export function voiceOf(person: readonly ChannelSpeaker[]): Float32Array | null {
  const voices = person.flatMap(({ centre, seconds }) =>
    centre ? [{ vector: centre, seconds, rivals: [] }] : [],
  );
  return voices.length > 0 ? meanVector([...voices.keys()], voices) : null;
}

function secondsTogether(one: readonly ChannelSpeaker[], other: readonly ChannelSpeaker[]): number {
  const turnsOf = (person: readonly ChannelSpeaker[]) => person.flatMap(({ turns }) => turns);
  const others = turnsOf(other).sort((a, b) => a.start - b.start);
  let seconds = 0;
  let from = 0;
  for (const turn of turnsOf(one).sort((a, b) => a.start - b.start)) {
    while (from < others.length && (others[from]?.end ?? 0) <= turn.start) from++;
    for (let at = from; at < others.length; at++) {
      const { start, end } = others[at] ?? turn;
      if (start >= turn.end) break;
      seconds += Math.max(0, Math.min(end, turn.end) - Math.max(start, turn.start));
    }
  }
  return seconds;
}
