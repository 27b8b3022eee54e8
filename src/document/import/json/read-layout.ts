import type {
  Place,
  TreeCondition,
  TreeLayout,
  TreeWords,
} from '../../../contract/transcripts/import-mapping.ts';
import { inSeconds } from '../written-times.ts';
import {
  at,
  each,
  firstAt,
  firstOf,
  isFields,
  languageOf,
  numberAt,
  spanAt,
  type TimePlaces,
  textAt,
  voiceAt,
} from './json-fields.ts';
import {
  byTurns,
  type RecognisedPart,
  type RecognisedPassage,
  segmentsOfWords,
} from './recognised-segments.ts';
import { wordOf, wordsOfTokens } from './segment-fields.ts';

type Unit = TreeLayout['unit'];
type Words = RecognisedPart & { channel: number | null };
type Item = Omit<RecognisedPassage, 'words'> & { words: readonly Words[] };

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

/** When an item or a word begins and ends, in the layout's unit. */
const spanIn = (value: unknown, places: TimePlaces, unit: Unit) =>
  spanAt(value, places, unit === 'guess' ? 1 : unit);

function channelIn(value: unknown, place: Place | undefined, index: number): number | null {
  if (place === '#') return index;
  const digits = firstAt(value, place, (field) => /\d{1,3}$/.exec(String(field ?? ''))?.[0] ?? null);
  return digits === null ? null : Number(digits);
}

const hasValue = (value: unknown, wanted: TreeWords['only']): boolean =>
  Object.entries(wanted ?? {}).some(([path, values]) => values.some((one) => one === at(value, path)));

/** Who begins to speak when, by a list beside the words. */
const turnsBeside = (root: unknown, { voices, unit }: TreeLayout) =>
  firstOf(root, voices?.list).map((one) => ({
    start: spanIn(one, { start: voices?.start }, unit).start,
    voice: voiceAt(one, voices?.voice),
  }));

/** A list's words. Times that count from their item need at least one that is given. */
function wordsIn(item: unknown, { words, unit }: TreeLayout, itemStart: number): Words[] {
  if (!words) return [];
  const listed = firstOf(item, words.list).filter(
    (word) => (!words.only || hasValue(word, words.only)) && !hasValue(word, words.without),
  );
  const isOfItem = words.from === 'item';
  if (isOfItem && listed.every((word) => spanIn(word, words, unit).start === null)) return [];
  const base = isOfItem ? itemStart : 0;
  let channel: number | null = null;
  const isMark = ({ word }: Words) =>
    words.marks?.some(([start, end]) => word.startsWith(start) && word.endsWith(end)) ?? false;
  const read = listed.map((word, index): Words => {
    // What has no channel, such as a mark, belongs to the word before.
    channel = channelIn(word, words.channel, index) ?? channel;
    const placed = (): RecognisedPart => ({
      ...spanIn(word, words, unit),
      word: textAt(word, words.text) ?? '',
      confidence: numberAt(word, words.confidence),
      voice: voiceAt(word, words.voice),
    });
    const found = words.text === undefined ? wordOf(isFields(word) ? word : {}, null) : placed();
    const { end, voice } = found;
    const zero = words.zero && index === 0 ? 0 : null;
    const start = hasValue(word, words.untimed) ? null : (found.start ?? zero);
    return {
      ...found,
      start: start === null ? null : base + start,
      end: end === null ? null : base + end,
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
  const turns = turnsBeside(root, layout);
  const listed = firstOf(root, layout.list).filter((item) => !hasValue(item, layout.without));
  const read = listed.map((item, index): Item => {
    const span = spanIn(item, layout, layout.unit);
    return {
      ...span,
      text: layout.pieces ? each(item, layout.pieces).join('') : (textAt(item, layout.text) ?? ''),
      voice: voiceAt(item, layout.voice),
      channel: channelIn(item, layout.channel, index) ?? 0,
      language: languageOf(textAt(item, layout.language) ?? textAt(root, layout.language)),
      words: byTurns(wordsIn(item, layout, span.start ?? 0), turns),
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
