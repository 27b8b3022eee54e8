import { languageOf } from '../language-of.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { inSeconds } from './in-seconds.ts';
import { listAt, textAt } from './json-fields.ts';
import { type RecognisedPart, type RecognisedPassage, segmentsOfWords } from './recognised-segments.ts';
import { segmentOf, wordOf } from './segment-fields.ts';
import { at, type Fields, has, isFields } from './tree-paths.ts';

/** What programs call the lists of their segments and of all words, and what they wrap them in. */
const { segmentLists: LISTS, wordLists: WORD_LISTS, wrappers: WRAPPERS } = names.lists;
/** Fewer pieces of one word each may be short segments. */
const FEWEST_WORDS = 5;

/** Pieces of the transformers library, which may be words. */
function ofChunks(chunks: readonly Fields[], text: string): RecognisedPassage[] {
  // A piece without a start begins where the one before ends.
  const segments = chunks.map(segmentOf).map((segment, at, all) => {
    return { ...segment, start: segment.start ?? (at === 0 ? 0 : (all[at - 1]?.end ?? null)) };
  });
  const areWords =
    segments.length >= FEWEST_WORDS && segments.every((segment) => !/\S\s\S/u.test(segment.text.trim()));
  if (!areWords) return segments;
  return segmentsOfWords(
    chunks.map((chunk) => wordOf(chunk, null)),
    text,
  );
}

/**
 * The segments of Whisper's kin: OpenAI's, faster-whisper, WhisperX, whisper.cpp, whisper-timestamped, transformers, Vosk, NeMo, FunASR, Soniox, Premiere, podcasts'
 * transcripts and lists of the same; null if it is none of them.
 */
export function whisperSegments(value: unknown): RecognisedPassage[] | null {
  const language = languageOf(
    textAt(value, 'language', 'result.language', 'language_code', 'params.language'),
  );
  const found = segmentsIn(value) ?? WRAPPERS.map((key) => segmentsIn(at(value, key))).find((one) => one);
  return found?.map((segment) => ({ ...segment, language })) ?? null;
}

function segmentsIn(value: unknown): RecognisedPassage[] | null {
  const text = textAt(value, 'text', 'transcript', 'transcription', 'results.transcripts.0.transcript') ?? '';
  if (Array.isArray(value)) return ofList(listAt(value, ''));
  // What was said by whom, beside pieces without speakers.
  if (listAt(value, 'speakers').some((one) => has(one, 'text')))
    return listAt(value, 'speakers').map(segmentOf);
  for (const key of LISTS) {
    if (!Array.isArray(at(value, key))) continue;
    const segments = inSeconds(listAt(value, key).map(unwrapped).flatMap(segmentsWithin));
    if (segments.length === 0) return segments;
    const words = WORD_LISTS.map((list) => listAt(value, list)).find((list) => list.length > 0) ?? [];
    if (segments.some((segment) => segment.text.trim() !== '')) return withWords(segments, words, text);
    // Who speaks when, and the words beside it.
    if (words.length > 0) return segmentsOfWords(voiced(value, words), text);
  }
  if (Array.isArray(has(value, 'chunks') ? value.chunks : null))
    return ofChunks(listAt(value, 'chunks'), text);
  for (const key of [...WORD_LISTS, 'result']) {
    const words = listAt(value, key);
    if (words.length > 0) return segmentsOfWords(inSeconds(words.map((word) => wordOf(word, null))), text);
  }
  return text.trim() === '' ? null : [{ start: null, end: null, text, voice: null, words: [] }];
}

/** Segments with the words that the file lists beside them. */
function withWords(
  segments: readonly RecognisedPassage[],
  listed: readonly Fields[],
  text: string,
): RecognisedPassage[] {
  if (listed.length === 0 || segments.some(({ words }) => words.length > 0)) return [...segments];
  const words = inSeconds(listed.map((word) => wordOf(word, null)));
  // Only they say who speaks.
  if (segments.every(({ voice }) => voice === null) && words.some(({ voice }) => voice !== null)) {
    return segmentsOfWords(words, text);
  }
  let next = 0;
  return segments.map((segment) => {
    const own: RecognisedPart[] = [];
    for (let word = words[next]; word; word = words[++next]) {
      if ((word.start ?? 0) >= (segment.end ?? Number.POSITIVE_INFINITY)) break;
      if ((word.start ?? 0) >= (segment.start ?? 0)) own.push(word);
    }
    return { ...segment, words: own };
  });
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
    return segmentsOfWords(inSeconds(items.map((word) => wordOf(word, null))), '');
  return inSeconds(
    items
      .map(unwrapped)
      .flatMap((item) =>
        has(item, 'result') || has(item, 'sentence_info') ? (segmentsIn(item) ?? []) : segmentsWithin(item),
      ),
  );
}

/** A segment, or those of a turn that has several: its own voice is theirs. */
function segmentsWithin(item: Fields): RecognisedPassage[] {
  const one = segmentOf(item);
  if (one.text.trim() !== '' || !Array.isArray(item.sentences)) return [one];
  return listAt(item, 'sentences')
    .map(segmentOf)
    .map((part) => ({ ...part, voice: part.voice ?? one.voice }));
}

const turnOf = (fields: Fields): RecognisedPassage => {
  const turn = segmentOf(fields);
  return { ...turn, voice: turn.voice ?? textAt(fields, 'name') };
};

/** Words with who speaks then, which other lists of the file have. */
function voiced(value: unknown, words: readonly Fields[]): RecognisedPart[] {
  const turnsIn = (key: string) =>
    inSeconds(listAt(value, key).map(turnOf))
      .filter(({ start, voice }) => start !== null && voice !== null)
      .toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  const turns = ['paragraphs', 'segments', 'speakers'].map(turnsIn).find((found) => found.length > 0) ?? [];
  let turn = -1;
  return inSeconds(words.map((word) => wordOf(word, null))).map((part) => {
    while ((turns[turn + 1]?.start ?? Number.POSITIVE_INFINITY) <= (part.start ?? 0)) turn++;
    return { ...part, voice: part.voice ?? turns[turn]?.voice ?? null };
  });
}
