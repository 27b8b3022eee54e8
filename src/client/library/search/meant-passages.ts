import { baseName } from '../../../lib/files/file-name.ts';
import { segmentsOf } from '../../../lib/segmenter-of.ts';
import type { LibraryPassage } from '../../../storage/library/library-texts.ts';
import { SPACELESS } from '../word-tokens.ts';

/** A stretch of speech that is found as a whole. */
export interface MeantPassage {
  /** Seconds; within a long paragraph as if everybody spoke evenly. */
  start: number;
  /** Index among the speakers; null for none or several. */
  speaker: number | null;
  text: string;
}

/** Characters that are spoken in about 25 s. */
const LONGEST = 380;
const LONGEST_SPACELESS = 140;
/** Seconds between two paragraphs that belong to one passage. */
const LONGEST_PAUSE = 30;
/** What is spoken in a second, where no next paragraph says when one ends. */
export const CHARACTERS_PER_SECOND = 15;

/** The spoken text of a recording in passages of about 25 s, cut between sentences; short turns of a conversation together. */
export function meantPassages(passages: readonly LibraryPassage[]): MeantPassage[] {
  const spoken = passages.filter(({ kind, text }) => kind === 'text' && text.trim() !== '');
  const found: MeantPassage[] = [];
  let longest = LONGEST;
  for (const [index, { start, speaker, text }] of spoken.entries()) {
    longest = SPACELESS.test(text) ? LONGEST_SPACELESS : LONGEST;
    const end = spoken[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const seconds = Math.max(0, Math.min(end - start, text.length / CHARACTERS_PER_SECOND));
    for (const part of partsOf(text, longest)) {
      const at = start + (seconds * part.at) / text.length;
      const last = found.at(-1);
      if (last && last.text.length + part.text.length < longest && at - last.start < LONGEST_PAUSE) {
        last.text += ` ${part.text}`;
        if (last.speaker !== speaker) last.speaker = null;
      } else found.push({ start: at, speaker, text: part.text });
    }
  }
  return found;
}

/** Shorter words of a name are numbers, or parts of a date. */
const SHORTEST_WORD = 3;

/** The texts that a passage's vectors are made of: the words of the recording's name say what it is about, which the passage may not. */
export function meantTexts(name: string, text: string): [string, string] {
  const [first, second] = halvesOf(text);
  return [namedText(name, first), namedText(name, second)];
}

function namedText(name: string, text: string): string {
  const words = baseName(name).match(/\p{L}[\p{L}\p{M}’']*/gu) ?? [];
  return words.some((word) => word.length >= SHORTEST_WORD) ? `${words.join(' ')}. ${text}` : text;
}

/** The text of a passage in two halves, parted between sentences; the whole one twice if it is a single sentence. */
function halvesOf(text: string): [string, string] {
  const starts = [...segmentsOf(text, undefined, 'sentence')].slice(1).map(({ index }) => index);
  const [first = 0, ...others] = starts;
  const middle = others.reduce(
    (best, start) => (Math.abs(start - text.length / 2) < Math.abs(best - text.length / 2) ? start : best),
    first,
  );
  return middle === 0 ? [text, text] : [text.slice(0, middle).trim(), text.slice(middle)];
}

/** Sentences of a paragraph, joined up to a length; a longer sentence is cut between words. */
function partsOf(text: string, longest: number): { at: number; text: string }[] {
  const parts: { at: number; text: string }[] = [];
  for (const { segment, index } of segmentsOf(text, undefined, 'sentence')) {
    const last = parts.at(-1);
    if (last && last.text.length + segment.length <= longest) last.text += segment;
    else if (segment.length <= longest) parts.push({ at: index, text: segment });
    else parts.push(...cut(segment, index, longest));
  }
  return parts.map((part) => ({ ...part, text: part.text.trim() })).filter((part) => part.text !== '');
}

function cut(sentence: string, at: number, longest: number): { at: number; text: string }[] {
  const parts: { at: number; text: string }[] = [];
  for (let from = 0; from < sentence.length; ) {
    const space =
      from + longest < sentence.length ? sentence.lastIndexOf(' ', from + longest) : sentence.length;
    const to = space > from ? space : Math.min(from + longest, sentence.length);
    parts.push({ at: at + from, text: sentence.slice(from, to) });
    from = to;
  }
  return parts;
}
