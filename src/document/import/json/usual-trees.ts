import { append } from '../../../lib/append.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { firstMade } from '../../../lib/first-made.ts';
import type { ImportNotes } from '../bad-import.ts';
import { builtIn } from '../mappings/built-in.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { LIMITS, wholeOf } from '../vocabulary/patterns.ts';
import { isNameLike, isNumbered } from '../voices/names.ts';
import { inSeconds } from '../written-times.ts';
import { at, type Fields, firstAt, firstList, isFields, languageOf, listAt, textAt } from './json-fields.ts';
import { readLayout, segmentOf, surroundings, wordOf } from './read-layout.ts';
import { byTurns, type RecognisedPassage, segmentsOfWords } from './recognised-segments.ts';
import { wordsOfSpans } from './spoken-words.ts';

const { segmentLists, innerLists, wordLists, wrappers, languages, texts, noNames } = names.lists;
/** The list of the transformers library, whose pieces may be words. */
const PIECES = 'chunks';

type Segments = RecognisedPassage[];

const hasText = ({ text }: RecognisedPassage): boolean => text.trim() !== '';

/** Whether there is a text with the time at which it was said. */
export const isTimed = (segments: Segments | null): boolean =>
  segments?.some((segment) => hasText(segment) && segment.start !== null) ?? false;

/** The segments of a value by the first layout of a mapping that it fits; null if it fits none. */
const mappedSegments = (value: unknown): Segments | null =>
  firstMade(builtIn('trees'), ({ layouts }) => firstMade(layouts, (layout) => readLayout(layout, value)));

/** A segment, or those of a turn or a recording that lists some, whose voice is theirs. */
function segmentsWithin(item: Fields): Segments {
  const one = segmentOf(item);
  const inner = hasText(one) && one.start !== null ? [] : innerLists.flatMap((key) => listAt(item, key));
  const parts = inner.map(segmentOf);
  return isTimed(parts) ? parts.map((part) => ({ ...part, voice: part.voice ?? one.voice })) : [one];
}

/** Segments with the words that the file lists beside them; by those words where only they name who speaks. */
function withWords(segments: Segments, words: RecognisedPassage['words'], text: string): Segments {
  if (words.length === 0 || segments.some((segment) => segment.words.length > 0)) return segments;
  if (segments.every(({ voice }) => voice === null) && words.some(({ voice }) => voice !== null))
    return segmentsOfWords(words, text);
  const parts = wordsOfSpans(segments, words);
  return segments.map((segment, index) => ({ ...segment, words: parts[index] ?? [] }));
}

const hasVoice = ({ voice }: { voice: string | null }): boolean => voice !== null;

/** Who begins to speak when, by a list that has no texts. */
const turnsIn = (value: unknown): Segments =>
  firstMade(segmentLists, (key) => {
    const [first, ...others] = listAt(value, key);
    // Most lists have texts, and many items.
    if (!first || hasText(segmentOf(first))) return null;
    const turns = [first, ...others].map(segmentOf).filter((turn) => turn.start !== null && hasVoice(turn));
    return turns.length > 0 && !turns.some(hasText) ? turns : null;
  }) ?? [];

/** A text as a list of its lines. */
const linesAt = (value: unknown): string | null =>
  firstAt(value, texts, (field) =>
    Array.isArray(field) && field.every((line) => typeof line === 'string') ? field.join('\n') : null,
  );

/** The segments in the first of the usual lists that has a text, or of the words; null if a value has neither. */
function segmentsIn(value: unknown): Segments | null {
  const partsIn = (list: readonly Fields[]) => list.map((word) => wordOf(word, null));
  const wordsIn = (list: readonly Fields[]) => inSeconds(partsIn(list));
  const text = textAt(value, texts) ?? linesAt(value) ?? '';
  const parts = partsIn(firstList(value, wordLists));
  const words = inSeconds(parts);
  const turns = turnsIn(value);
  for (const key of Array.isArray(value) ? [''] : segmentLists) {
    const items = listAt(value, key);
    if (items.length === 0) continue;
    if (items.every((item) => typeof item.word === 'string')) return segmentsOfWords(wordsIn(items), text);
    const listed = items.flatMap(segmentsWithin);
    const segments = inSeconds(listed);
    const areWords =
      segments.length >= LIMITS.pieces && !segments.some((one) => /\S\s\S/u.test(one.text.trim()));
    if (key === PIECES && areWords) return segmentsOfWords(wordsIn(items), text);
    const isVoiced = turns.length === 0 || [...listed, ...listed.flatMap((one) => one.words)].some(hasVoice);
    if (segments.some(hasText)) return withWords(isVoiced ? segments : byTurns(listed, turns), words, text);
  }
  if (words.length > 0) return segmentsOfWords(turns.length > 0 ? byTurns(parts, turns) : words, text);
  return text.trim() === '' ? null : [{ start: null, end: null, text, voice: null, words: [] }];
}

/** The segments of a value by a mapping, or by the usual names; null if it has none. */
export function segmentsHere(value: unknown): Segments | null {
  const language = languageOf(textAt(value, languages));
  const usual = () => segmentsIn(value) ?? firstMade(wrappers, (key) => segmentsIn(at(value, key)));
  return mappedSegments(value) ?? usual()?.map((segment) => ({ ...segment, language })) ?? null;
}

/** The segments of several results beside each other in the file of a service, such as those of channels or of a stream. */
const ofSeveral = (value: unknown): Segments =>
  Array.isArray(value) ? value.slice(0, LIMITS.treeBeside).flatMap((item) => mappedSegments(item) ?? []) : [];

/** An item of a list, or who speaks in one, with what is inside. */
type Part = [owner: unknown, inside: Segments | null];

/**
 * Lists that follow each other in one recording as one, and those of several people or channels. Others, whose times begin anew, are of
 * another recording, and are left out with a note.
 */
function inOne(parts: readonly Part[], notes: ImportNotes): Segments | null {
  const all: Segments = [];
  const seen = new Set<string | number>();
  let left = 0;
  for (const [owner, inside] of parts) {
    if (!inside) continue;
    const { voice, channel } = isFields(owner) ? surroundings(owner) : { voice: null, channel: null };
    const of = voice ?? channel;
    const isBeside = of !== null && !seen.has(of) && seen.size > 0;
    if (of !== null) seen.add(of);
    const place = Math.max(0, channel ?? 0);
    if (isBeside || (inside[0]?.start ?? 0) > (all.at(-1)?.start ?? -1))
      append(
        all,
        inside.map((one) => ({ ...one, voice: one.voice ?? voice, channel: one.channel || place })),
      );
    else left++;
  }
  if (left > 0) notes.add(null, msg`${left} of its transcripts begin anew, and were left out`);
  return all.length > 0 ? all : null;
}

/** What programs call lists, which are no names of people. */
const LISTS = wholeOf(noNames);

/** Lists under the names of those who speak, of a value that has nothing else. */
function listsOfPeople(value: unknown): [name: string, list: unknown][] {
  const entries = isFields(value) ? Object.entries(value) : [];
  const isNamed = ([name, list]: [string, unknown]) =>
    Array.isArray(list) && (isNumbered(name) || isNameLike(name)) && !LISTS.test(name);
  return entries.length > 1 && entries.length <= LIMITS.people && entries.every(isNamed) ? entries : [];
}

/** The segments of a result that a program wrapped in fields or lists of its own; null if there is none with times. */
export function nestedSegments(
  value: unknown,
  notes: ImportNotes,
  depth = LIMITS.treeDepth,
): Segments | null {
  const several = ofSeveral(value);
  const found = several.length > 0 ? several : segmentsHere(value);
  if (isTimed(found)) return found;
  if (depth === 0 || typeof value !== 'object' || value === null) return null;
  const within = (part: unknown) => nestedSegments(part, notes, depth - 1);
  if (Array.isArray(value))
    return inOne(
      value.slice(0, LIMITS.treeBeside).map((item): Part => [item, within(item)]),
      notes,
    );
  const people = listsOfPeople(value).map(([speaker, list]): Part => [{ speaker }, within(list)]);
  if (people.some(([, inside]) => inside)) return inOne(people, notes);
  return firstMade(Object.values(value).slice(0, LIMITS.treeBeside), within);
}
