import type { ChannelWindow, FoundSpeakers, SpeakerLimits } from '../find-speakers.ts';
import { NEAR_SHARE, numberedByAppearance, withinLimits } from '../find-speakers.ts';
import { type ChannelSpeaker, joinChannels, voiceOf } from '../join-channels.ts';
import { joinLines, meanLine } from '../join-lines.ts';
import { type ActiveFrames, joinTurns, turnsOf } from '../speaker-turns.ts';
import { meanOf } from '../voices/voice-vectors.ts';
import { type Cluster, STRETCH_RULES, type StretchRules, StretchTree } from './cluster-stretches.ts';
import { type FollowedWindow, followVoices, nearestPair, OWN_SHARE } from './follow-voices.ts';
import { type SureStretch, surenessOf } from './sureness.ts';
import { mostOf, NOBODY, type WindowFrames, windowFrames } from './window-frames.ts';

/** A channel's windows and the people in it. */
interface ChannelPeople {
  channel: number;
  windows: WindowFrames[];
  tree: StretchTree;
  people: Cluster[];
  followed: FollowedWindow[];
}

/**
 * Finds a recording's speakers by the vectors of overlapping stretches of 1.6 s, wherever the segmentation has its borders: it often
 * follows two people who talk in turn as one. Channels and limits are as with `findVoices`.
 *
 * @param speakerDistance cosine distance above which the mean voices of two channels are two people
 */
export function findByStretches(
  windows: readonly ChannelWindow[],
  limits: SpeakerLimits,
  speakerDistance: number,
  rules: StretchRules = STRETCH_RULES,
): FoundSpeakers {
  const numbers = [...new Set(windows.map(({ channel }) => channel))].toSorted((a, b) => a - b);
  let channels = numbers.map((channel) => channelPeople(windows, channel, rules));
  let people = joinLines(joinChannels(channels.flatMap(speakersOf), speakerDistance * NEAR_SHARE, null));
  const total = withinLimits(people.length, limits);
  if (total !== people.length) {
    channels = withTotal(channels, total, rules);
    people = joinChannels(channels.flatMap(speakersOf), 0, total);
  }
  const turns = people.flatMap((parts, speaker) =>
    parts.flatMap(({ channel, turns: own }) => own.map((turn) => ({ ...turn, speaker, channel }))),
  );
  return {
    ...numberedByAppearance(
      turns.sort((a, b) => a.start - b.start || a.channel - b.channel),
      people.map(voiceOf),
    ),
    sureness: people.length < 2 ? [] : channels.flatMap(surenessIn),
  };
}

function channelPeople(
  windows: readonly ChannelWindow[],
  channel: number,
  rules: StretchRules,
): ChannelPeople {
  const own = windows
    .filter((window) => window.channel === channel)
    .map(({ speakers }) => windowFrames(speakers));
  const tree = new StretchTree(own, rules);
  return { channel, windows: own, tree, ...followVoices(own, tree.clusters(), rules) };
}

const surenessIn = ({ channel, windows, followed }: ChannelPeople): SureStretch[] =>
  followed.flatMap((found, index) => surenessOf(windows[index], found, channel));

/** The channels with as many people together as wanted, if there are as many: one less where two are nearest, one more where most is said. */
function withTotal(channels: readonly ChannelPeople[], total: number, rules: StretchRules): ChannelPeople[] {
  const counts = channels.map(({ people }) => Math.max(1, people.length));
  const sum = () => counts.reduce((all, count) => all + count, 0);
  const fewer = channels.map(({ people }) => joinedUntilOne(people));
  while (sum() > Math.max(total, channels.length)) {
    const [place = 0] = [...channels.keys()]
      .filter((at) => (counts[at] ?? 1) > 1)
      .toSorted((a, b) => nextDistance(fewer[a], counts[a]) - nextDistance(fewer[b], counts[b]));
    counts[place] = (counts[place] ?? 2) - 1;
  }
  const said = channels.map(({ people }) => people.reduce((all, { stretches }) => all + stretches, 0));
  while (sum() < total) {
    const perPerson = (at: number) => (said[at] ?? 0) / (counts[at] ?? 1);
    const [place = 0] = [...channels.keys()].toSorted((a, b) => perPerson(b) - perPerson(a));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return channels.map((one, at) => {
    const count = counts[at] ?? 1;
    if (count === Math.max(1, one.people.length)) return one;
    const people = fewer[at]?.find(({ length }) => length === count) ?? one.tree.atLeast(count);
    return { ...one, ...followVoices(one.windows, people, rules, true) };
  });
}

/** Some people with the nearest two as one, and so on: each list is one shorter. */
function joinedUntilOne(people: readonly Cluster[]): Cluster[][] {
  const pair = nearestPair(people);
  if (!pair) return [[...people]];
  const rest = people.filter((_, at) => !pair.places.includes(at));
  return [[...people], ...joinedUntilOne([...rest, pair.joined])];
}

const nextDistance = (lists: readonly Cluster[][] = [], count = 1): number =>
  nearestPair(lists.find(({ length }) => length === count) ?? [])?.distance ?? Number.POSITIVE_INFINITY;

function speakersOf({ channel, windows, people, followed }: ChannelPeople): ChannelSpeaker[] {
  const turns = joinTurns(
    windows.flatMap((window, index) => {
      const path = followed[index]?.path ?? new Int16Array(window.counts.length);
      return turnsOf(activeBy(window, path, Math.max(1, people.length)), window.speakers);
    }),
  );
  const lines = linesOf(windows, followed);
  return Array.from({ length: Math.max(1, people.length) }, (_, person) => {
    const own = turns.filter(({ speaker }) => speaker === person);
    return {
      channel,
      centre: voiceIn(windows, followed, person),
      line: meanLine(lines.get(person) ?? []),
      seconds: own.reduce((sum, { start, end }) => sum + end - start, 0),
      turns: own,
    };
  });
}

/** Mean of the stretches in which a person speaks most, as the network has them; null if there are none. */
function voiceIn(
  windows: readonly WindowFrames[],
  followed: readonly FollowedWindow[],
  person: number,
): Float32Array | null {
  const own = windows.flatMap(({ counts, stretches }, index) => {
    const alone = Int16Array.from(followed[index]?.path ?? [], (one, frame) =>
      counts[frame] === 1 ? one : NOBODY,
    );
    return stretches.flatMap(({ first, length, voice }) => {
      const [most, share] = mostOf(alone.subarray(first, first + length));
      return most === person ? [{ voice, share }] : [];
    });
  });
  const clear = own.filter(({ share }) => share >= OWN_SHARE);
  return meanOf((clear.length > 0 ? clear : own).map(({ voice }) => voice));
}

/** What the pieces of the segmentation came over, by who speaks in most of each. */
function linesOf(windows: readonly WindowFrames[], followed: readonly FollowedWindow[]) {
  const lines = new Map<number, Parameters<typeof meanLine>[0][number][]>();
  windows.forEach(({ speakers: { voices, chunks } }, index) => {
    voices.forEach(({ line, cleanSeconds }, voice) => {
      if (!line) return;
      const ranges = chunks.flatMap(({ speakers }) =>
        speakers.flatMap((speaker) => (speaker.voice === voice ? speaker.ranges : [])),
      );
      const frames = ranges.flatMap(([from, to]) => [...(followed[index]?.path.subarray(from, to) ?? [])]);
      const [person] = mostOf(Int16Array.from(frames));
      if (person === NOBODY) return;
      lines.set(person, [...(lines.get(person) ?? []), { line, seconds: cleanSeconds }]);
    });
  });
  return lines;
}

/** Where two speak at once, the second is who else speaks next before or after (Otterson and Ostendorf, 2007). */
function activeBy({ counts }: WindowFrames, path: Int16Array, people: number): ActiveFrames {
  const active = new Map(
    Array.from({ length: people }, (_, person) => [person, new Uint8Array(counts.length)]),
  );
  counts.forEach((count, frame) => {
    if (count === 0) return;
    const person = path[frame] ?? 0;
    active.get(person)?.fill(1, frame, frame + 1);
    if (count > 1) active.get(nearestOther(counts, path, frame))?.fill(1, frame, frame + 1);
  });
  return active;
}

function nearestOther(counts: Uint8Array, path: Int16Array, frame: number): number {
  const isOther = (at: number) => (counts[at] ?? 0) > 0 && path[at] !== path[frame];
  for (let away = 1; away < counts.length; away++) {
    if (isOther(frame - away)) return path[frame - away] ?? NOBODY;
    if (isOther(frame + away)) return path[frame + away] ?? NOBODY;
  }
  return NOBODY;
}
