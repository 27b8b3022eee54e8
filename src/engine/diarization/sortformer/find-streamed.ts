import {
  type ChannelWindow,
  type FoundSpeakers,
  NEAR_SHARE,
  numberedByAppearance,
  type SpeakerLimits,
  withinLimits,
} from '../find-speakers.ts';
import { meanVector } from '../group-voices.ts';
import { type ChannelSpeaker, joinChannels, voiceOf } from '../join-channels.ts';
import { joinTurns } from '../speaker-turns.ts';
import { cosineDistance } from '../voices/voice-vectors.ts';
import { MOST_SPEAKERS } from './speaker-cache.ts';
import type { StreamedWindow, StreamVoice } from './stream-state.ts';

/** Shorter turns are no speech: no syllable is. */
const LEAST_SECONDS = 0.1;

/** A speaker of a channel, and the seconds that each of its eight may have spoken meanwhile. */
interface StreamedSpeaker extends ChannelSpeaker {
  number: number;
  likely: number[];
}

/**
 * The people of streams that were followed: each number of a channel is one. Across channels those with almost the same
 * voice are one person. If there are more people than the limits allow, the one who speaks least becomes the one most
 * like them, until there are few enough; there are never more than the network found.
 *
 * @param threshold cosine distance above which two voices are two people; null without a model for voices
 * @returns turns in order of start, speakers numbered by first appearance
 */
export function findStreamed(
  windows: readonly ChannelWindow[],
  limits: SpeakerLimits,
  threshold: number | null,
): FoundSpeakers {
  const channels = [...new Set(windows.map(({ channel }) => channel))].toSorted((a, b) => a - b);
  const speakers = channels.flatMap((channel) => speakersOf(channel, windows));
  let people = inChannels(speakers, joinChannels(speakers, (threshold ?? 0) * NEAR_SHARE, null));
  const most = withinLimits(people.length, limits);
  while (people.length > Math.max(most, 1)) people = withoutLeast(people);
  const turns = people.flatMap((parts, speaker) =>
    [...new Set(parts.map(({ channel }) => channel))].flatMap((channel) =>
      joinTurns(
        parts.flatMap((part) =>
          part.channel === channel ? part.turns.map((turn) => ({ ...turn, speaker })) : [],
        ),
      ).map((turn) => ({ ...turn, channel })),
    ),
  );
  return numberedByAppearance(
    turns.sort((a, b) => a.start - b.start || a.channel - b.channel),
    people.map(voiceOf),
  );
}

/** Throws SyntaxError if it is not what the diarizer wrote. */
export const readStreamed = (stream: string): StreamedWindow => JSON.parse(stream);

/** `joinChannels` gives back the speakers that it was given. */
const inChannels = (
  speakers: readonly StreamedSpeaker[],
  people: readonly ChannelSpeaker[][],
): StreamedSpeaker[][] =>
  people.map((person) => person.flatMap((part) => speakers.find((speaker) => speaker === part) ?? []));

function speakersOf(channel: number, windows: readonly ChannelWindow[]): StreamedSpeaker[] {
  const streamed = windows.flatMap((window) =>
    window.channel === channel && window.speakers.stream !== undefined
      ? [readStreamed(window.speakers.stream)]
      : [],
  );
  return Array.from({ length: MOST_SPEAKERS }, (_, number) => {
    const said = streamed.flatMap(({ turns }) => turns.filter(({ speaker }) => speaker === number));
    const turns = joinTurns(said).filter(({ start, end }) => end - start >= LEAST_SECONDS);
    const voices = streamed.flatMap((window) => window.voices.filter(({ speaker }) => speaker === number));
    return {
      channel,
      number,
      turns: turns.map(({ speaker, start, end }) => ({ speaker, start, end })),
      likely: sumOf(streamed.map(({ likely }) => likely[number] ?? [])),
      line: null,
      ...centreOf(voices),
    };
  }).filter(({ turns }) => turns.length > 0);
}

function centreOf(voices: readonly StreamVoice[]): Pick<ChannelSpeaker, 'centre' | 'seconds'> {
  const parts = voices.map(({ vector, seconds }) => ({ vector, seconds, rivals: [] }));
  return {
    centre: parts.length > 0 ? meanVector([...parts.keys()], parts) : null,
    seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

const sumOf = (rows: readonly number[][]): number[] =>
  Array.from({ length: MOST_SPEAKERS }, (_, speaker) =>
    rows.reduce((sum, row) => sum + (row[speaker] ?? 0), 0),
  );

/** The one who speaks least becomes the one most like them. */
function withoutLeast(people: readonly StreamedSpeaker[][]): StreamedSpeaker[][] {
  const [least = [], ...others] = people.toSorted((a, b) => secondsOf(a) - secondsOf(b));
  const [nearest = []] = others.toSorted((a, b) => likeness(b, least) - likeness(a, least));
  return [[...nearest, ...least], ...others.filter((person) => person !== nearest)];
}

const secondsOf = (person: readonly StreamedSpeaker[]) =>
  person.reduce((sum, { turns }) => sum + turns.reduce((all, { start, end }) => all + end - start, 0), 0);

/** By their voices, or else by how likely the network took the one for the other. */
function likeness(person: readonly StreamedSpeaker[], least: readonly StreamedSpeaker[]): number {
  const [one, other] = [voiceOf(person), voiceOf(least)];
  if (one && other) return 2 - cosineDistance(one, other);
  const taken = least.flatMap(({ channel, likely }) =>
    person.flatMap((part) => (part.channel === channel ? (likely[part.number] ?? 0) : [])),
  );
  return taken.reduce((sum, seconds) => sum + seconds, 0) / Math.max(secondsOf(least), LEAST_SECONDS);
}
