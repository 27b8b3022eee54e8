import type {
  CorrectedTranscript,
  CorrectedWord,
  DocumentSpeaker,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { append } from '../../lib/append.ts';
import { firstIndex } from '../../lib/first-index.ts';
import { withWords } from '../paragraphs.ts';
import { carryTranslations } from '../translations/carry-translations.ts';
import { matchWords } from '../words/match-words.ts';
import { plainWord, retimeWords } from '../words/retime-words.ts';

/** Words of a channel, with the paragraph of each. */
export interface Stream {
  words: CorrectedWord[];
  plain: string[];
  /** Id of the paragraph of each. */
  homes: string[];
}

export function streamOf({ paragraphs }: CorrectedTranscript, channel: number): Stream {
  const own = paragraphs.filter((paragraph) => paragraph.channel === channel);
  const words = own.flatMap((paragraph) => paragraph.words);
  return {
    words,
    plain: words.map(({ word }) => plainWord(word)),
    homes: own.flatMap((paragraph) => paragraph.words.map(() => paragraph.id)),
  };
}

/** A run of the machine's words, and what somebody wrote in its place. */
interface Correction {
  from: number;
  end: number;
  words: CorrectedWord[];
}

/** What was corrected of the machine's words: replaced, taken out or added. */
function correctionsOf(machine: Stream, edited: Stream): Correction[] {
  const [ranges, editedRanges] = [rangesOf(machine), rangesOf(edited)];
  const areSame = [...ranges.keys()].join(' ') === [...editedRanges.keys()].join(' ');
  if (!areSame) return correctionsIn(machine, edited, [0, machine.words.length], [0, edited.words.length]);
  // Paragraph by paragraph: a line that is written anew has words of its neighbours by chance.
  return [...ranges].flatMap(([home, range]) =>
    correctionsIn(machine, edited, range, editedRanges.get(home) ?? [0, 0]),
  );
}

type Range = readonly [from: number, end: number];

/** The words of each paragraph. */
function rangesOf({ homes }: Stream): Map<string, Range> {
  const ranges = new Map<string, Range>();
  for (const [at, home] of homes.entries()) ranges.set(home, [ranges.get(home)?.[0] ?? at, at + 1]);
  return ranges;
}

function correctionsIn(
  machine: Stream,
  edited: Stream,
  [from, end]: Range,
  [editedFrom, editedEnd]: Range,
): Correction[] {
  const corrections: Correction[] = [];
  let [machineAt, editedAt] = [from, editedFrom];
  const pairs = matchWords(machine.plain.slice(from, end), edited.plain.slice(editedFrom, editedEnd)).map(
    ([one, other]) => [one + from, other + editedFrom] as const,
  );
  for (const [one, other] of [...pairs, [end, editedEnd] as const]) {
    if (one > machineAt || other > editedAt)
      corrections.push({ from: machineAt, end: one, words: edited.words.slice(editedAt, other) });
    const [before, after] = [machine.words[one], edited.words[other]];
    const isPair = one < end && other < editedEnd;
    if (isPair && before && after && (before.word !== after.word || after.struck || after.redacted))
      corrections.push({ from: one, end: one + 1, words: [after] });
    [machineAt, editedAt] = [one + 1, other + 1];
  }
  return corrections;
}

/** Seconds by which the times of two runs differ for the same words. */
const TIMES_DIFFER = 1;

/** The new words from `start` up to before `stop`, in whose place a correction stands; none if it stands between two. */
interface Place {
  start: number;
  stop: number;
}

/**
 * Where corrections belong in the new words. A correction lies between the equal words around it; of what lies there in the new run, it
 * replaces what was said at its time.
 */
function placesOf(corrections: readonly Correction[], machine: Stream, next: Stream): (Place | null)[] {
  const pairs = matchWords(machine.plain, next.plain);
  const firstPairFrom = (word: number) => firstIndex(pairs.length, (at) => (pairs[at]?.[0] ?? 0) >= word);
  const middle = ({ start, end }: CorrectedWord) => (start + end) / 2;
  let taken = 0;
  return corrections.map(({ from, end, words }) => {
    const [firstInside, behind] = [firstPairFrom(from), firstPairFrom(end)];
    const [before, after] = [pairs[firstInside - 1], pairs[behind]];
    const inside = pairs.slice(firstInside, behind).map(([, place]) => place);
    const said = from === end ? words : machine.words.slice(from, end);
    const [first, last] = [said[0], said.at(-1)];
    if (!first || !last) return null;
    // Next to an equal word the place is known; otherwise the times decide.
    const earliest = first.start - (before?.[0] === from - 1 ? TIMES_DIFFER : 0);
    const latest = last.end + (after?.[0] === end ? TIMES_DIFFER : 0);
    let start = Math.max((before?.[1] ?? -1) + 1, taken);
    let stop = after?.[1] ?? next.words.length;
    while (start < stop && middle(next.words[start] ?? first) < earliest && !inside.includes(start)) start++;
    while (stop > start && middle(next.words[stop - 1] ?? last) > latest && !inside.includes(stop - 1))
      stop--;
    const most = Math.max(stop - start, end - from);
    // Most words are others than those that somebody took out, or gave another mark.
    const isNeeded = words.length > 0 && !isMarked(machine.words.slice(from, end), words);
    if (!isNeeded && inside.length * 2 <= most) return null;
    taken = stop;
    return { start, stop };
  });
}

/** Whether words differ only in marks and capitals. */
const isMarked = (old: readonly CorrectedWord[], written: readonly CorrectedWord[]): boolean =>
  old.length === written.length &&
  written.every(
    ({ word, struck, redacted }, index) =>
      !struck && !redacted && plainWord(word) === plainWord(old[index]?.word ?? ''),
  );

/** Words that were added between two others, with times between theirs. */
function addedWords(
  written: readonly CorrectedWord[],
  before: CorrectedWord | undefined,
  after: CorrectedWord | undefined,
): CorrectedWord[] {
  const around = [before, after].filter((word) => word !== undefined);
  const texts = [before, ...written, after].flatMap((word) => (word ? [word.word] : []));
  const first = before ? 1 : 0;
  return retimeWords(around, texts).slice(first, first + written.length);
}

/** Written words in the place of others: one for one with their times. */
function replacedWords(written: readonly CorrectedWord[], old: readonly CorrectedWord[]): CorrectedWord[] {
  const timed =
    written.length === old.length
      ? old
      : retimeWords(
          old,
          written.map(({ word }) => word),
        );
  return written.map((word, index) => {
    const { start, end } = timed[index] ?? word;
    return { ...word, start, end };
  });
}

/**
 * The new machine's words of a channel with the corrections of the old ones, by the new word that each begins with. What somebody wrote is
 * right, also where the words are others now; what somebody took out of the old words says nothing about others.
 */
export function correctWords(
  machine: Stream,
  edited: Stream,
  next: Stream,
): { words: CorrectedWord[][]; carried: number } {
  const slots = next.words.map((word) => ({
    before: [] as CorrectedWord[],
    own: [word],
    after: [] as CorrectedWord[],
  }));
  let carried = 0;
  const corrections = correctionsOf(machine, edited);
  const places = placesOf(corrections, machine, next);
  for (const [index, { words }] of corrections.entries()) {
    const place = places[index];
    if (!place) continue;
    const { start, stop } = place;
    carried++;
    if (start === stop) {
      const added = addedWords(words, next.words[start - 1], next.words[start]);
      append((start === 0 ? slots[0]?.before : slots[start - 1]?.after) ?? [], added);
      continue;
    }
    const timed = replacedWords(words, next.words.slice(start, stop));
    for (const [at, slot] of slots.slice(start, stop).entries()) slot.own = at === 0 ? timed : [];
  }
  return { words: slots.map(({ before, own, after }) => [...before, ...own, ...after]), carried };
}

const overlap = (one: Paragraph, other: Paragraph) =>
  one.channel === other.channel
    ? Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))
    : 0;

/** The new speakers with the names and colours of those who spoke at the same times before, by seconds. */
function namedSpeakers(edited: CorrectedTranscript, next: CorrectedTranscript): DocumentSpeaker[] {
  const taken = new Set<string>();
  const votes = next.speakers.map((speaker) => {
    const seconds = new Map<string, number>();
    for (const own of next.paragraphs.filter((paragraph) => paragraph.speaker === speaker.id))
      for (const before of edited.paragraphs) {
        if (before.speaker === null || before.start >= own.end || before.end <= own.start) continue;
        seconds.set(before.speaker, (seconds.get(before.speaker) ?? 0) + overlap(own, before));
      }
    return { speaker, ranked: [...seconds].toSorted(([, a], [, b]) => b - a) };
  });
  const most = ({ ranked }: (typeof votes)[number]) => ranked[0]?.[1] ?? 0;
  const named = new Map<string, DocumentSpeaker>();
  for (const { speaker, ranked } of votes.toSorted((a, b) => most(b) - most(a))) {
    const id = ranked.find(([one]) => !taken.has(one))?.[0];
    const before = edited.speakers.find((one) => one.id === id);
    if (before) taken.add(before.id);
    named.set(speaker.id, before ? { ...speaker, name: before.name, colour: before.colour } : speaker);
  }
  return next.speakers.map((speaker) => named.get(speaker.id) ?? speaker);
}

/**
 * A new run's transcript with the corrections of an older one, and with every translation that somebody wrote. Names of speakers go to whoever speaks at their times; notes and chapters stay at theirs. Captions follow the
 * new transcript.
 *
 * @param machine what the older run gave, before somebody corrected it
 * @param edited what somebody made of it
 * @param next what the new run gave
 */
export function carryOver(
  machine: CorrectedTranscript,
  edited: CorrectedTranscript,
  next: CorrectedTranscript,
): { document: CorrectedTranscript; carried: number } {
  const channels = [...new Set(next.paragraphs.map(({ channel }) => channel))];
  const streams = new Map(
    channels.map((channel) => [
      channel,
      correctWords(streamOf(machine, channel), streamOf(edited, channel), streamOf(next, channel)),
    ]),
  );
  const at = new Map<number, number>();
  const paragraphs = next.paragraphs.map((paragraph) => {
    const from = at.get(paragraph.channel) ?? 0;
    at.set(paragraph.channel, from + paragraph.words.length);
    const words = streams
      .get(paragraph.channel)
      ?.words.slice(from, from + paragraph.words.length)
      .flat();
    return words ? withWords(paragraph, words) : paragraph;
  });
  const { notes, chapters, caption_style } = edited;
  const carried = [...streams.values()].reduce((sum, stream) => sum + stream.carried, 0);
  const speakers = namedSpeakers(edited, next);
  const last = Math.max(next.next, edited.next);
  const translated = carryTranslations(edited.paragraphs, paragraphs);
  return {
    document: { ...next, next: last, speakers, paragraphs: translated, notes, chapters, caption_style },
    carried,
  };
}

/** A stretch in which two transcripts differ. */
export interface Difference {
  /** Seconds. */
  start: number;
  before: string;
  after: string;
}

/** Where two transcripts of one recording differ, in order of time; case and punctuation do not count. */
export function compareTranscripts(before: CorrectedTranscript, after: CorrectedTranscript): Difference[] {
  const channels = [...new Set([...before.paragraphs, ...after.paragraphs].map(({ channel }) => channel))];
  const text = (words: readonly CorrectedWord[]) =>
    words
      .map(({ word }) => word)
      .join('')
      .trim();
  return channels
    .flatMap((channel) => {
      const [one, other] = [streamOf(before, channel), streamOf(after, channel)];
      const differences: Difference[] = [];
      let [oneAt, otherAt] = [0, 0];
      const pairs = matchWords(one.plain, other.plain);
      for (const [oneNext, otherNext] of [...pairs, [one.words.length, other.words.length] as const]) {
        const gone = one.words.slice(oneAt, oneNext);
        const come = other.words.slice(otherAt, otherNext);
        const start = come[0]?.start ?? gone[0]?.start;
        if (start !== undefined) differences.push({ start, before: text(gone), after: text(come) });
        [oneAt, otherAt] = [oneNext + 1, otherNext + 1];
      }
      return differences;
    })
    .toSorted((a, b) => a.start - b.start);
}
