import type {
  Place,
  TreeCondition,
  TreeLayout,
  TreeWords,
} from '../../../contract/transcripts/import-mapping.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import { languageOf } from '../language-of.ts';
import { inSeconds } from './in-seconds.ts';
import { at, each, isFields, numberAt, textAt, timeAt, voiceAt } from './json-fields.ts';
import { type RecognisedPart, type RecognisedPassage, segmentsOfWords } from './recognised-segments.ts';
import { wordOf, wordsOfTokens } from './segment-fields.ts';

type Fields = Pick<TreeLayout, 'start' | 'end' | 'length'>;
type Unit = TreeLayout['unit'];
type Words = RecognisedPart & { channel: number | null };
type Item = Omit<RecognisedPassage, 'words'> & { words: readonly Words[] };

const listOf = (place: Place | undefined): readonly string[] =>
  place === undefined ? [] : typeof place === 'string' ? [place] : place;

/** Those at the first of the paths that has any. */
const firstOf = (value: unknown, place: Place | undefined): unknown[] =>
  listOf(place)
    .map((path) => each(value, path))
    .find((found) => found.length > 0) ?? [];

function holds(condition: TreeCondition, root: unknown): boolean {
  if ('has' in condition) return firstOf(root, condition.has).length > 0;
  if ('lacks' in condition) return firstOf(root, condition.lacks).length === 0;
  const { is } = condition;
  return firstOf(root, condition.at).some((value) =>
    is === 'text'
      ? typeof value === 'string'
      : is === 'whole number'
        ? Number.isInteger(numberAt({ value }, 'value'))
        : is.some((one) => one === value),
  );
}

/** The first of the places that is a time: a number in the unit, or a text of any kind. */
function timeIn(value: unknown, place: Place | undefined, unit: Unit): number | null {
  for (const path of listOf(place)) {
    const number = unit === 'guess' || unit === 1 ? null : numberAt(value, path);
    const time = number === null ? timeAt(value, path) : roundSeconds(number * Number(unit));
    if (time !== null) return time;
  }
  return null;
}

function spanIn(value: unknown, { start, end, length }: Fields, unit: Unit) {
  const from = timeIn(value, start, unit);
  const seconds = timeIn(value, length, unit);
  const until = timeIn(value, end, unit);
  return {
    start: from,
    end: until ?? (from === null || seconds === null ? null : roundSeconds(from + seconds)),
  };
}

function channelIn(value: unknown, place: Place | undefined, index: number): number | null {
  for (const path of listOf(place)) {
    if (path === '#') return index;
    const digits = /\d{1,3}$/.exec(String(at(value, path) ?? ''))?.[0];
    if (digits !== undefined) return Number(digits);
  }
  return null;
}

const hasValue = (value: unknown, wanted: TreeWords['only']): boolean =>
  Object.entries(wanted ?? {}).some(([path, values]) => values.some((one) => one === at(value, path)));

type VoiceOf = (word: unknown) => string | null;

/** Who speaks when a word begins, by lists beside the words. */
function voicesBeside(root: unknown, { voices, words }: TreeLayout): VoiceOf {
  if (!voices) return () => null;
  const startOf = (value: unknown, place: Place | undefined) => numberAt(value, ...listOf(place));
  if ('under' in voices) {
    const under = at(root, voices.under);
    let last: string | null = null;
    return (word) => {
      last = voiceAt(under, String(startOf(word, words?.start))) ?? last;
      return last;
    };
  }
  const known = new Map(
    firstOf(root, voices.list).map((one) => [
      startOf(one, voices.start),
      voiceAt(one, ...listOf(voices.voice)),
    ]),
  );
  return (word) => known.get(startOf(word, words?.start)) ?? null;
}

/** A list's words. Times that count from their item need at least one that is given. */
function wordsIn(item: unknown, { words, unit }: TreeLayout, voiceOf: VoiceOf, itemStart: number): Words[] {
  if (!words) return [];
  const listed = firstOf(item, words.list).filter(
    (word) => (!words.only || hasValue(word, words.only)) && !hasValue(word, words.without),
  );
  const isOfItem = words.from === 'item';
  if (isOfItem && listed.every((word) => timeIn(word, words.start, unit) === null)) return [];
  const base = isOfItem ? itemStart : 0;
  let channel: number | null = null;
  const isMark = ({ word }: Words) =>
    words.marks?.some(([start, end]) => word.startsWith(start) && word.endsWith(end)) ?? false;
  const read = listed.map((word, index): Words => {
    // What has no channel, such as a mark, belongs to the word before.
    channel = channelIn(word, words.channel, index) ?? channel;
    const zero = words.zero && index === 0 ? 0 : null;
    if (words.text === undefined) {
      const usual = wordOf(isFields(word) ? word : {}, null);
      return { ...usual, start: usual.start ?? zero, channel };
    }
    const span = spanIn(word, words, unit);
    const start = hasValue(word, words.untimed) ? null : (span.start ?? zero);
    const voice = voiceAt(word, ...listOf(words.voice)) ?? voiceOf(word);
    return {
      word: textAt(word, ...listOf(words.text)) ?? '',
      start: start === null ? null : base + start,
      end: span.end === null ? null : base + span.end,
      confidence: numberAt(word, ...listOf(words.confidence)),
      voice: voice !== null && words.nobody?.includes(voice) ? null : voice,
      channel,
    };
  });
  const said = words.marks ? read.filter((word) => !isMark(word)) : read;
  return words.joins ? wordsOfTokens(said) : said;
}

/** Items whose times are in seconds: whole numbers by their size, those of the words where only they have times. */
function guessed(items: readonly Item[], { start, unit }: TreeLayout): Item[] {
  if (unit !== 'guess') return [...items];
  if (start !== undefined) return inSeconds(items);
  const words = inSeconds(items.flatMap((item) => item.words));
  return items.map((item) => ({ ...item, words: words.splice(0, item.words.length) }));
}

/** The segments of a file by one of a program's layouts; null if it has another one. */
export function readLayout(layout: TreeLayout, root: unknown): RecognisedPassage[] | null {
  if (!layout.when.every((condition) => holds(condition, root))) return null;
  const voiceOf = voicesBeside(root, layout);
  const textIn = (item: unknown, place: Place | undefined) => textAt(item, ...listOf(place));
  const read = firstOf(root, layout.list).map((item, index): Item => {
    const span = spanIn(item, layout, layout.unit);
    return {
      ...span,
      text: layout.pieces ? each(item, layout.pieces).join('') : (textIn(item, layout.text) ?? ''),
      voice: voiceAt(item, ...listOf(layout.voice)),
      channel: channelIn(item, layout.channel, index) ?? 0,
      language: languageOf(textIn(item, layout.language) ?? textIn(root, layout.language)),
      words: wordsIn(item, layout, voiceOf, span.start ?? 0),
    };
  });
  const items = guessed(read, layout);
  if (layout.part === 'words') {
    return items.flatMap(({ words, text, channel, language }) =>
      [...new Set(words.map((word) => word.channel))].flatMap((own) =>
        segmentsOfWords(
          words.filter((word) => word.channel === own),
          text,
          { channel: own ?? channel, language },
        ),
      ),
    );
  }
  const ofAll = layout.repeats ? items.findLast(({ words }) => words.some(isNamed)) : undefined;
  if (ofAll) return segmentsOfWords(ofAll.words, '');
  let before = 0;
  return items.map((item) => {
    const start = item.start ?? item.words[0]?.start ?? (layout.follows ? before : null);
    const end = item.end ?? item.words.at(-1)?.end ?? null;
    before = end ?? before;
    return { ...item, start, end };
  });
}

/** Programs that do not separate speakers number all of them 0. */
const isNamed = ({ voice }: RecognisedPart): boolean => voice !== null && voice !== 'Speaker 0';
