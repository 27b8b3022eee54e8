import type { ChannelTurn } from '../diarization/find-speakers.ts';
import type { SureStretch } from '../diarization/stretches/sureness.ts';
import type { TimedWord } from './timed-word.ts';

/** A turn in whole milliseconds. */
interface Turn {
  speaker: number;
  startMs: number;
  endMs: number;
}

/**
 * Assigns each word of a channel to the speaker whose turns overlap it most; on a tie, to the previous word's
 * speaker. A word outside all turns goes to the nearest. No word is lost, moved or changed. Words whose speaker is doubtful say so.
 *
 * @param words of one channel, in order
 * @param turns of all channels; a channel without any has one speaker of its own
 * @param sureness of all channels, in order within each
 */
export function assignSpeakers(
  words: readonly TimedWord[],
  turns: readonly ChannelTurn[],
  channel: number,
  sureness: readonly SureStretch[] = [],
): TimedWord[] {
  const own = turnsOf(turns, channel);
  if (own.length === 0) {
    const speaker = 1 + channel + turns.reduce((most, turn) => Math.max(most, turn.speaker), 0);
    return words.map((word) => ({ ...word, speaker }));
  }
  let first = 0;
  let passed: Turn | undefined;
  let before: number | undefined;
  const confidenceOf = confidenceIn(sureness.filter((stretch) => stretch.channel === channel));
  return words.map((word) => {
    // Of the turns that ended before this word, only the last to end can be the nearest.
    for (let turn = own[first]; turn && turn.endMs <= word.startMs; turn = own[++first]) {
      if (!passed || turn.endMs >= passed.endMs) passed = turn;
    }
    before = speakerOf(word, nearby(own, first, word), passed, before);
    return { ...word, speaker: before, ...confidenceOf(word) };
  });
}

/** Below this a speaker is doubtful: half of the words are another's (docs/accuracy.md). */
const DOUBTFUL = 0.6;

/** The mean over a word's time, where that is doubtful. Words are asked for in order. */
function confidenceIn(sureness: readonly SureStretch[]) {
  let first = 0;
  return ({ startMs, endMs }: TimedWord): Pick<TimedWord, 'speakerConfidence'> => {
    let total = 0;
    let sum = 0;
    while (first < sureness.length && (sureness[first]?.end ?? 0) * 1000 <= startMs) first++;
    for (let at = first; at < sureness.length; at++) {
      const { start, end, confidence } = sureness[at] ?? { start: 0, end: 0, confidence: 1 };
      if (start * 1000 >= endMs) break;
      const common = Math.max(0, Math.min(end * 1000, endMs) - Math.max(start * 1000, startMs));
      total += common;
      sum += common * confidence;
    }
    const mean = total === 0 ? 1 : sum / total;
    return mean < DOUBTFUL ? { speakerConfidence: Math.round(mean * 100) / 100 } : {};
  };
}

function turnsOf(turns: readonly ChannelTurn[], channel: number): Turn[] {
  return turns
    .filter((turn) => turn.channel === channel)
    .map(({ speaker, start, end }) => ({
      speaker,
      startMs: Math.round(start * 1000),
      endMs: Math.round(end * 1000),
    }))
    .sort((a, b) => a.startMs - b.startMs);
}

/** Turns from `first` on that begin before the word ends, and the next one. */
function nearby(turns: readonly Turn[], first: number, word: TimedWord): Turn[] {
  let end = first;
  while (end < turns.length && (turns[end]?.startMs ?? 0) < word.endMs) end++;
  return turns.slice(first, end + 1);
}

function speakerOf(
  word: TimedWord,
  candidates: readonly Turn[],
  passed: Turn | undefined,
  before: number | undefined,
): number {
  const shared = new Map<number, number>();
  for (const { speaker, startMs, endMs } of candidates) {
    const common = Math.min(endMs, word.endMs) - Math.max(startMs, word.startMs);
    if (common > 0) shared.set(speaker, (shared.get(speaker) ?? 0) + common);
  }
  if (shared.size > 0) {
    const most = Math.max(...shared.values());
    if (before !== undefined && shared.get(before) === most) return before;
    return [...shared].find(([, common]) => common === most)?.[0] ?? 0;
  }
  const distance = (turn: Turn) => Math.max(turn.startMs - word.endMs, word.startMs - turn.endMs);
  const all = passed ? [passed, ...candidates] : candidates;
  return all.reduce(
    (nearest, turn) => (distance(turn) < distance(nearest) ? turn : nearest),
    all[0] ?? NOBODY,
  ).speaker;
}

const NOBODY: Turn = { speaker: 0, startMs: 0, endMs: 0 };
