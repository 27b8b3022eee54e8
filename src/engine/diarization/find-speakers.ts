import { meanVector, type Voice, VoiceTree } from './group-voices.ts';
import { type ChannelSpeaker, joinChannels, voiceOf } from './join-channels.ts';
import { joinLines, meanLine } from './join-lines.ts';
import { activeFrames, joinTurns, type SpeakerTurn, turnsOf } from './speaker-turns.ts';
import type { SureStretch } from './stretches/sureness.ts';
import type { VoiceLine } from './voice-line.ts';
import { cosineDistance } from './voices/voice-vectors.ts';
import type { WindowSpeakers } from './window-speakers.ts';

/** Number of people to find in a recording. */
export interface SpeakerLimits {
  /** Exact number; null if not given. */
  exact: number | null;
  least: number;
  /** Null for no limit. */
  most: number | null;
}

/** A diarized window of one channel. */
export interface ChannelWindow {
  channel: number;
  speakers: WindowSpeakers;
}

/** A turn in one channel; speakers are numbered across all channels. */
export interface ChannelTurn extends SpeakerTurn {
  channel: number;
}

/** Who speaks when, and each speaker's voice: of unit length, null for one who never spoke for long enough. */
export interface FoundSpeakers {
  turns: ChannelTurn[];
  voices: (Float32Array | null)[];
  /** How sure it is who speaks, in order within each channel; absent if it is not known, empty if there is one speaker. */
  sureness?: SureStretch[];
}

/** Numbers that were chosen on recordings with known turns, each left out in turn (`npm run accuracy -- turns`). */
export interface SpeakerRules {
  /** Voices that speak alone for less than this many seconds are too uncertain to make a speaker. */
  sureSeconds: number;
  /** Distance added between simultaneous voices. Not infinite: the segmentation also splits one person in two. */
  rivalry: number;
}

export const SPEAKER_RULES: SpeakerRules = { sureSeconds: 1, rivalry: 0.2 };

/** A voice and where it came from. */
interface PlacedVoice extends Voice {
  line?: VoiceLine | undefined;
  window: number;
  voice: number;
  followed: number;
}

/** One channel's voices: those that make speakers and those that only join one. */
interface ChannelVoices {
  channel: number;
  sure: PlacedVoice[];
  unsure: PlacedVoice[];
  tree: VoiceTree;
}

/**
 * Share of the threshold up to which speakers of two channels are one person, who moved from one to the other. Smaller
 * than within a channel, because most recordings have a channel for each person.
 */
export const NEAR_SHARE = 0.6;

/**
 * Finds a recording's speakers by their voices, and when each one speaks. Channels are first handled separately, then
 * speakers of different channels with almost the same voice become one person, and one who goes on by telephone (see
 * `joinLines`); so do the nearest ones if there are more than the limits allow. A channel's own speakers are never more than there are distinct voices.
 *
 * @param threshold cosine distance above which two groups of voices are two people; a property of the embedding model
 * @returns turns in order of start, speakers numbered by first appearance
 */
export function findVoices(
  windows: readonly ChannelWindow[],
  limits: SpeakerLimits,
  threshold: number,
  rules: SpeakerRules = SPEAKER_RULES,
): FoundSpeakers {
  const numbers = [...new Set(windows.map(({ channel }) => channel))].toSorted((a, b) => a - b);
  const wanted = limits.exact ?? limits.least;
  const channels = numbers.map((channel) => channelVoices(windows, channel, wanted, { threshold, ...rules }));
  const speakersOf = (counts: readonly number[]) =>
    channels.flatMap((channel, index) => channelSpeakers(channel, counts[index] ?? 1, windows));
  const natural = speakerCounts(channels, null, threshold);
  let people = joinLines(joinChannels(speakersOf(natural), threshold * NEAR_SHARE, null));
  const total = withinLimits(people.length, limits);
  if (total !== people.length) {
    people = joinChannels(speakersOf(speakerCounts(channels, total, threshold)), 0, total);
  }
  const turns = people.flatMap((parts, speaker) =>
    parts.flatMap(({ channel, turns }) => turns.map((turn) => ({ ...turn, speaker, channel }))),
  );
  return numberedByAppearance(
    turns.sort((a, b) => a.start - b.start || a.channel - b.channel),
    people.map(voiceOf),
  );
}

/** The turns alone. */
export const findSpeakers = (...given: Parameters<typeof findVoices>): ChannelTurn[] =>
  findVoices(...given).turns;

export function withinLimits(found: number, { exact, least, most }: SpeakerLimits): number {
  return exact ?? Math.min(Math.max(found, least), most ?? Number.POSITIVE_INFINITY);
}

function channelSpeakers(
  voices: ChannelVoices,
  count: number,
  windows: readonly ChannelWindow[],
): ChannelSpeaker[] {
  const { channel, sure, tree } = voices;
  const groups = tree.groups(count);
  const labels = labelled(voices, groups, windows);
  const people = groups.map((_, speaker) => speaker);
  const own = windows.flatMap((window, at) =>
    window.channel === channel
      ? [{ ...window, active: activeFrames(window.speakers, labels[at] ?? [], people) }]
      : [],
  );
  const turns = joinTurns(own.flatMap(({ active, speakers }) => turnsOf(active, speakers)));
  return Array.from({ length: Math.max(1, groups.length) }, (_, speaker) => {
    const members = groups[speaker] ?? [];
    return {
      channel,
      centre: members.length > 0 ? meanVector(members, sure) : null,
      line: meanLine(members.flatMap((member) => sure[member] ?? [])),
      seconds: members.reduce((sum, member) => sum + (sure[member]?.seconds ?? 0), 0),
      turns: turns.filter((turn) => turn.speaker === speaker),
    };
  });
}

function channelVoices(
  windows: readonly ChannelWindow[],
  channel: number,
  wanted: number,
  { threshold, sureSeconds, rivalry }: SpeakerRules & { threshold: number },
): ChannelVoices {
  const all = windows.flatMap((window, index) =>
    window.channel === channel ? voicesOf(window.speakers, index) : [],
  );
  // If too few voices are certain, the most certain of the others are added: a short recording has speakers too.
  const bySureness = all.toSorted((a, b) => b.seconds - a.seconds);
  const sureCount = all.filter(({ seconds }) => seconds >= sureSeconds).length;
  const count = Math.max(sureCount, wanted, 1);
  const chosen = new Set(bySureness.slice(0, count));
  const sure = withRivals(
    all.filter((voice) => chosen.has(voice)),
    windows,
  );
  const unsure = all.filter((voice) => !chosen.has(voice));
  return { channel, sure, unsure, tree: VoiceTree.of(sure, threshold, rivalry) };
}

function voicesOf({ voices }: WindowSpeakers, window: number): PlacedVoice[] {
  return voices.flatMap(({ vector, cleanSeconds, followed, line }, voice) =>
    vector === null ? [] : [{ vector, seconds: cleanSeconds, rivals: [], window, voice, followed, line }],
  );
}

/** Voices that a chunk assigns to different local speakers are rivals. */
function withRivals(voices: readonly PlacedVoice[], windows: readonly ChannelWindow[]): PlacedVoice[] {
  const index = new Map(voices.map((voice, at) => [`${voice.window}/${voice.voice}`, at]));
  return voices.map((voice) => {
    const chunks = windows[voice.window]?.speakers.chunks ?? [];
    const beside = chunks
      .filter(({ speakers }) => speakers.some((speaker) => speaker.voice === voice.voice))
      .flatMap(({ speakers }) => speakers.map((speaker) => speaker.voice))
      .filter((other) => other !== voice.voice)
      .flatMap((other) => index.get(`${voice.window}/${other}`) ?? [])
      .filter((other) => voices[other]?.followed !== voice.followed);
    return { ...voice, rivals: [...new Set(beside)] };
  });
}

/** Speakers of each channel, at least one, `total` in all or as many as differ: the highest joints are cut. */
function speakerCounts(
  channels: readonly ChannelVoices[],
  total: number | null,
  threshold: number,
): number[] {
  const joints = channels
    .flatMap(({ tree }, channel) => tree.heights.map((height) => ({ channel, height })))
    .sort((a, b) => b.height - a.height);
  const cuts =
    total === null
      ? joints.filter(({ height }) => height > threshold)
      : joints.slice(0, Math.max(0, total - channels.length));
  return channels.map((_, channel) => 1 + cuts.filter((cut) => cut.channel === channel).length);
}

/** Speaker of each voice of each window; voices without a vector join the speaker who talks most. */
function labelled(
  { sure, unsure }: ChannelVoices,
  groups: readonly number[][],
  windows: readonly ChannelWindow[],
): number[][] {
  const labels = windows.map(({ speakers }) => speakers.voices.map(() => 0));
  const put = (voice: PlacedVoice, speaker: number) => {
    const row = labels[voice.window];
    if (row) row[voice.voice] = speaker;
  };
  const centres = groups.map((members) => meanVector(members, sure));
  groups.forEach((members, speaker) => {
    for (const member of members) {
      const voice = sure[member];
      if (voice) put(voice, speaker);
    }
  });
  const taken = new Map(
    groups.flatMap((members, speaker) => members.map((member) => [sure[member], speaker])),
  );
  for (const voice of unsure) {
    const beside = new Set(
      sure
        .filter(
          (other) =>
            other.window === voice.window &&
            other.followed !== voice.followed &&
            speakTogether(voice, other, windows),
        )
        .map((other) => taken.get(other)),
    );
    const distance = (speaker: number) => {
      const centre = centres[speaker];
      return (centre ? cosineDistance(centre, voice.vector) : 2) + (beside.has(speaker) ? 2 : 0);
    };
    const nearest = groups.reduce(
      (best, _, speaker) => (distance(speaker) < distance(best) ? speaker : best),
      0,
    );
    put(voice, nearest);
  }
  return labels;
}

function speakTogether(one: PlacedVoice, other: PlacedVoice, windows: readonly ChannelWindow[]): boolean {
  const chunks = windows[one.window]?.speakers.chunks ?? [];
  return chunks.some(
    ({ speakers }) =>
      speakers.some(({ voice }) => voice === one.voice) &&
      speakers.some(({ voice }) => voice === other.voice),
  );
}

export function numberedByAppearance(
  turns: readonly ChannelTurn[],
  voices: FoundSpeakers['voices'],
): FoundSpeakers {
  const numbers = new Map<number, number>();
  const numbered = turns.map((turn) => {
    const number = numbers.get(turn.speaker) ?? numbers.size;
    numbers.set(turn.speaker, number);
    return { ...turn, speaker: number };
  });
  return { turns: numbered, voices: [...numbers.keys()].map((speaker) => voices[speaker] ?? null) };
}
