import { languageOf } from '../language-of.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { inSeconds } from '../written-times.ts';
import { at, type Fields, has, isFields, listAt, textAt } from './json-fields.ts';
import { type RecognisedPart, type RecognisedPassage, segmentsOfWords } from './recognised-segments.ts';
import { segmentOf, wordOf } from './segment-fields.ts';
import { wordsOfSpans } from './spoken-words.ts';

/** What programs call the lists of their segments and of all words, and what they wrap them in. */
const { segmentLists: LISTS, wordLists: WORD_LISTS, wrappers: WRAPPERS } = names.lists;
/** Fewer pieces of one word each may be short segments. */
const FEWEST_WORDS = 5;
/** The text of all. */
const TEXTS = ['text', 'transcript', 'transcription', 'results.transcripts.0.transcript'];
/** What lists who speaks when, beside words. */
const TURNS = ['paragraphs', 'segments', 'speakers'];

const wordsIn = (list: readonly Fields[]): RecognisedPart[] =>
  inSeconds(list.map((word) => wordOf(word, null)));
const hasText = ({ text }: RecognisedPassage): boolean => text.trim() !== '';
const firstList = (value: unknown, keys: readonly string[]): Fields[] =>
  keys.map((key) => listAt(value, key)).find((list) => list.length > 0) ?? [];

/**
 * The segments of Whisper's kin: OpenAI's, faster-whisper, WhisperX, whisper-timestamped, transformers, Vosk, NeMo, FunASR, Premiere,
 * podcasts' transcripts and lists of the same; null if it is none of them.
 */
export function whisperSegments(value: unknown): RecognisedPassage[] | null {
  const language = languageOf(
    textAt(value, ['language', 'result.language', 'language_code', 'params.language']),
  );
  const found = segmentsIn(value) ?? WRAPPERS.map((key) => segmentsIn(at(value, key))).find((one) => one);
  return found?.map((segment) => ({ ...segment, language })) ?? null;
}

function segmentsIn(value: unknown): RecognisedPassage[] | null {
  if (Array.isArray(value)) return ofList(listAt(value, ''));
  const text = textAt(value, TEXTS) ?? '';
  // What was said by whom, beside pieces without speakers.
  const turns = listAt(value, 'speakers');
  if (turns.some((one) => has(one, 'text'))) return turns.map(segmentOf);
  const words = wordsIn(firstList(value, WORD_LISTS));
  for (const key of LISTS) {
    if (!Array.isArray(at(value, key))) continue;
    const segments = inSeconds(listAt(value, key).map(unwrapped).flatMap(segmentsWithin));
    if (segments.length === 0 || segments.some(hasText)) return withWords(segments, words, text);
    // Who speaks when, and the words beside it.
    if (words.length > 0) return segmentsOfWords(voiced(value, words), text);
  }
  const chunks = listAt(value, 'chunks');
  if (chunks.length > 0) return ofChunks(chunks, text);
  const all = words.length > 0 ? words : wordsIn(listAt(value, 'result'));
  if (all.length > 0) return segmentsOfWords(all, text);
  return text.trim() === '' ? null : [{ start: null, end: null, text, voice: null, words: [] }];
}

/** Pieces of the transformers library, which may be words. */
function ofChunks(chunks: readonly Fields[], text: string): RecognisedPassage[] {
  const segments = chunks.map(segmentOf);
  const areWords =
    segments.length >= FEWEST_WORDS && segments.every((segment) => !/\S\s\S/u.test(segment.text.trim()));
  if (areWords) return segmentsOfWords(wordsIn(chunks), text);
  // A piece without a start begins where the one before ends.
  return segments.map((segment, index) => ({
    ...segment,
    start: segment.start ?? (index === 0 ? 0 : (segments[index - 1]?.end ?? null)),
  }));
}

/** Segments with the words that the file lists beside them. */
function withWords(
  segments: readonly RecognisedPassage[],
  words: readonly RecognisedPart[],
  text: string,
): RecognisedPassage[] {
  if (words.length === 0 || segments.some((segment) => segment.words.length > 0)) return [...segments];
  // Only they say who speaks.
  if (segments.every(({ voice }) => voice === null) && words.some(({ voice }) => voice !== null))
    return segmentsOfWords(words, text);
  const parts = wordsOfSpans(segments, words);
  return segments.map((segment, index) => ({ ...segment, words: parts[index] ?? [] }));
}

/** What a program has in an envelope for each cue: `{ type: 'cue', data: { start, end, text } }`, `{ cue: { start, end, text } }`. */
function unwrapped(item: Fields): Fields {
  const [only, ...more] = Object.values(item);
  const inside = has(item, 'data') ? item.data : more.length === 0 ? only : null;
  return isFields(inside) ? inside : item;
}

/** Segments, words, or lists of them for each recording: what Vosk and FunASR print. */
function ofList(items: readonly Fields[]): RecognisedPassage[] {
  if (items.length > 0 && items.every((item) => typeof item.word === 'string'))
    return segmentsOfWords(wordsIn(items), '');
  const isWhole = (item: Fields) => has(item, 'result') || has(item, 'sentence_info');
  return inSeconds(
    items.map(unwrapped).flatMap((item) => (isWhole(item) ? (segmentsIn(item) ?? []) : segmentsWithin(item))),
  );
}

/** A segment, or those of a turn that has several: its own voice is theirs. */
function segmentsWithin(item: Fields): RecognisedPassage[] {
  const one = segmentOf(item);
  const parts = hasText(one) ? [] : listAt(item, 'sentences').map(segmentOf);
  return parts.length === 0 ? [one] : parts.map((part) => ({ ...part, voice: part.voice ?? one.voice }));
}

/** Words with who speaks then, which other lists of the file have. */
function voiced(value: unknown, words: readonly RecognisedPart[]): RecognisedPart[] {
  const listed = TURNS.map((key) =>
    listAt(value, key)
      .map((fields) => ({ ...segmentOf(fields), name: textAt(fields, 'name') }))
      .filter(({ start, voice, name }) => start !== null && (voice ?? name) !== null),
  ).find((turns) => turns.length > 0);
  const turns = inSeconds(listed ?? []).toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  let next = 0;
  return words.map((part) => {
    while ((turns[next]?.start ?? Number.POSITIVE_INFINITY) <= (part.start ?? 0)) next++;
    const turn = turns[next - 1];
    return { ...part, voice: part.voice ?? turn?.voice ?? turn?.name ?? null };
  });
}
