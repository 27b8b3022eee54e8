import type {
  CorrectedTranscript,
  CorrectedWord,
  DocumentSpeaker,
  Paragraph,
} from '../../contract/transcripts/corrected-transcript.ts';
import { append } from '../../lib/append.ts';
import { withWords } from '../paragraphs.ts';
import { carryTranslations } from '../translations/carry-translations.ts';
import { matchWords } from '../words/match-words.ts';
import { plainWord, retimeWords } from '../words/retime-words.ts';

/** Words of a channel, with the paragraph of each. */
export interface Stream {
  words: CorrectedWord[];
  plain: string[];
}

export function streamOf({ paragraphs }: CorrectedTranscript, channel: number): Stream {
  const words = paragraphs
    .filter((paragraph) => paragraph.channel === channel)
    .flatMap((paragraph) => paragraph.words);
  return { words, plain: words.map(({ word }) => plainWord(word)) };
}

/** A run of the machine's words, and what somebody wrote in its place. */
interface Correction {
  from: number;
  end: number;
  words: CorrectedWord[];
}

/** What was corrected of the machine's words: replaced, taken out or added. */
function correctionsOf(machine: Stream, edited: Stream): Correction[] {
  const corrections: Correction[] = [];
  let [machineAt, editedAt] = [0, 0];
  const pairs = matchWords(machine.plain, edited.plain);
  for (const [one, other] of [...pairs, [machine.words.length, edited.words.length] as const]) {
    if (one > machineAt || other > editedAt)
      corrections.push({ from: machineAt, end: one, words: edited.words.slice(editedAt, other) });
    const [before, after] = [machine.words[one], edited.words[other]];
    if (before && after && (before.word !== after.word || after.struck || after.redacted))
      corrections.push({ from: one, end: one + 1, words: [after] });
    [machineAt, editedAt] = [one + 1, other + 1];
  }
  return corrections;
}

/** Where a correction belongs in the new words: from one index to another; null if they are others now. */
function placeOf(
  { from, end }: Correction,
  places: ReadonlyMap<number, number>,
  counts: { machine: number; next: number },
): { start: number; stop: number } | null {
  // The words on both sides of an addition must still stand together.
  const [first, last] = from === end ? [from - 1, from] : [from, end - 1];
  const start = first < 0 ? -1 : places.get(first);
  const stop = last >= counts.machine ? counts.next : places.get(last);
  if (start === undefined || stop === undefined || stop - start !== last - first) return null;
  for (let index = from; index < end; index++) if (places.get(index) !== start + index - from) return null;
  return { start, stop };
}

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
  if (written.length !== old.length) {
    return retimeWords(
      old,
      written.map(({ word }) => word),
    );
  }
  return written.map((word, index) => {
    const { start, end } = old[index] ?? word;
    return { ...word, start, end };
  });
}

/** The new machine's words of a channel with the corrections of the old ones, by the new word that each begins with. */
export function correctWords(
  machine: Stream,
  edited: Stream,
  next: Stream,
): { words: CorrectedWord[][]; carried: number } {
  const places = new Map(matchWords(machine.plain, next.plain));
  const counts = { machine: machine.words.length, next: next.words.length };
  const slots = next.words.map((word) => ({
    before: [] as CorrectedWord[],
    own: [word],
    after: [] as CorrectedWord[],
  }));
  let carried = 0;
  for (const correction of correctionsOf(machine, edited)) {
    const place = placeOf(correction, places, counts);
    if (!place) continue;
    const { start, stop } = place;
    carried++;
    if (correction.from === correction.end) {
      const added = addedWords(correction.words, next.words[start], next.words[stop]);
      append((start < 0 ? slots[0]?.before : slots[start]?.after) ?? [], added);
      continue;
    }
    const timed = replacedWords(correction.words, next.words.slice(start, stop + 1));
    for (const [index, slot] of slots.slice(start, stop + 1).entries()) slot.own = index === 0 ? timed : [];
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
 * A new run's transcript with the corrections of an older one, where the words that were corrected are still the
 * same, and with every translation that somebody wrote. Names of speakers go to whoever speaks at their times; notes and chapters stay at theirs. Captions follow the
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
