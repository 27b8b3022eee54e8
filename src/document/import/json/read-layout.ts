import type {
  Place,
  TreeCondition,
  TreeLayout,
  TreeWords,
} from '../../../contract/transcripts/import-mapping.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { wholeOf } from '../vocabulary/patterns.ts';
import { isNameLike } from '../voices/names.ts';
import { inSeconds } from '../written-times.ts';
import {
  at,
  byPlainNames,
  each,
  type Fields,
  firstAt,
  firstList,
  firstOf,
  has,
  isFields,
  languageOf,
  numberAt,
  piecesAt,
  spanAt,
  textAt,
  voiceAt,
} from './json-fields.ts';
import {
  byTurns,
  joined,
  type RecognisedPart,
  type RecognisedPassage,
  segmentsOfWords,
} from './recognised-segments.ts';

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
    start: spanAt(one, { start: voices?.start }, unit).start,
    voice: voiceAt(one, voices?.voice),
  }));

/** A list's words. Times that count from their item need at least one that is given. */
function wordsIn(item: unknown, { words, unit }: TreeLayout, itemStart: number): Words[] {
  if (!words) return [];
  const listed = firstOf(item, words.list).filter(
    (word) => (!words.only || hasValue(word, words.only)) && !hasValue(word, words.without),
  );
  const isOfItem = words.from === 'item';
  if (isOfItem && listed.every((word) => spanAt(word, words, unit).start === null)) return [];
  const base = isOfItem ? itemStart : 0;
  let channel: number | null = null;
  const isMark = ({ word }: Words) =>
    words.marks?.some(([start, end]) => word.startsWith(start) && word.endsWith(end)) ?? false;
  const read = listed.map((word, index): Words => {
    // What has no channel, such as a mark, belongs to the word before.
    channel = channelIn(word, words.channel, index) ?? channel;
    const placed = (): RecognisedPart => ({
      ...spanAt(word, words, unit),
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
    const span = spanAt(item, layout, layout.unit);
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

const USUAL = names.lists;
/** Whose part it is, and what a program was given, or says of a conversation; that was not said. */
const ROLES = wholeOf(USUAL.roles);
const UNSAID_ROLES = wholeOf(USUAL.unsaidRoles);
const UNSAID_TYPE = 'moment';
const CHANNEL = ['channelindex', 'channel'];

/** Who speaks, by plain names; a role in small letters, such as "agent", as a name. */
const speakerAt = (fields: Fields): string | null =>
  voiceAt(fields, USUAL.speaker) ??
  roleAt(fields)?.replace(/^\p{Ll}(?=[\p{Ll}\s]*$)/u, (first) => first.toUpperCase()) ??
  voiceAt(fields, USUAL.standsFor);

/** A message may be from a person, and a channel may be that of a role; others are times and numbers. */
function roleAt(fields: Fields): string | null {
  const from = textAt(fields, 'from')?.trim() ?? '';
  const channel = textAt(fields, 'channel') ?? '';
  if (isNameLike(from)) return from;
  return voiceAt(fields, USUAL.role) ?? (ROLES.test(channel) ? channel : null);
}

/** The times of a segment or a word, by plain names. Vapi has the length in milliseconds under the name of seconds. */
const timesOf = (fields: Fields) =>
  spanAt(fields, has(fields, 'secondsfromstart') ? { ...USUAL, length: undefined } : USUAL);

/** A word of any program. */
export function wordOf(raw: Fields, voice: string | null): RecognisedPart {
  const fields = byPlainNames(raw);
  return {
    ...timesOf(fields),
    word: textAt(fields, USUAL.word) ?? '',
    confidence: numberAt(fields, USUAL.confidence),
    voice: speakerAt(fields) ?? voice,
  };
}

/** Who says all words; null if several people do. */
function voiceOfAll(words: readonly RecognisedPart[]): string | null {
  const [voice = null, ...others] = new Set(words.flatMap((word) => word.voice ?? []));
  return others.length === 0 ? voice : null;
}

/** Who speaks, and in which channel, in all that a list has inside one of its items. */
export function surroundings(raw: Fields): { voice: string | null; channel: number | null } {
  const fields = byPlainNames(raw);
  return { voice: speakerAt(fields), channel: numberAt(fields, CHANNEL) };
}

/** A segment of any program. */
export function segmentOf(raw: Fields): RecognisedPassage {
  const fields = byPlainNames(raw);
  const name = textAt(fields, 'name')?.trim() ?? '';
  const voice = speakerAt(fields) ?? (isNameLike(name) ? name : null);
  const words = firstList(fields, USUAL.words).map((word) => wordOf(word, voice));
  const { start, end } = timesOf(fields);
  const from = start ?? words.find((word) => word.start !== null)?.start ?? null;
  // A text of digits may be a number.
  const number = typeof fields.text === 'number' ? `${fields.text}` : null;
  const text = textAt(fields, USUAL.text) ?? number ?? piecesAt(fields, USUAL.pieces, USUAL.textOfPiece);
  return {
    start: from,
    end: end ?? words.findLast((word) => word.end !== null)?.end ?? null,
    text: text ?? joined(words),
    isTextless: text === null && words.length === 0 && start !== null,
    isUnsaid: UNSAID_ROLES.test(textAt(fields, 'role') ?? '') || fields.type === UNSAID_TYPE,
    voice: voice ?? voiceOfAll(words),
    channel: Math.max(0, Math.floor(numberAt(fields, CHANNEL) ?? 0)),
    words,
  };
}

/** Pieces of words as words: a piece without a space before it belongs to the one before. */
export function wordsOfTokens<Part extends RecognisedPart>(tokens: readonly Part[]): Part[] {
  const words: Part[] = [];
  for (const part of tokens) {
    const last = words.at(-1);
    if (last && last.voice === part.voice && !/^\s/u.test(part.word)) {
      last.word += part.word;
      last.end = part.end ?? last.end;
    } else words.push({ ...part });
  }
  return words;
}
