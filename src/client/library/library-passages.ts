import type { LibraryPassage } from '../../storage/library/library-texts.ts';
import { joinedWords, searchedForm } from './joined-words.ts';
import { wordSpans } from './word-tokens.ts';

/** A passage with words that were searched. */
export interface LibraryHit {
  kind: LibraryPassage['kind'];
  /** Seconds. */
  start: number;
  speaker: string | null;
  /** The passage around its first hit, in pieces; ellipses where it was cut. */
  pieces: { text: string; hit: boolean }[];
}

/** Characters shown of a passage, before and after its first hit. */
const BEFORE = 60;
const AFTER = 160;

/** The most of the searched words first; `askedOf` has those that a folded word of a text represents. */
export function findPassages(
  passages: readonly LibraryPassage[],
  speakers: readonly string[],
  askedOf: (word: string) => readonly string[],
  most: number,
): { hits: LibraryHit[]; count: number } {
  const found = passages.flatMap((passage, index) => {
    const spans: { at: number; length: number }[] = [];
    const words = new Set<string>();
    for (const { word, at, length } of [...joinedWords(passage.text), ...wordsOf(passage.text)]) {
      const asked = askedOf(searchedForm(word));
      if (asked.length === 0) continue;
      spans.push({ at, length });
      for (const one of asked) words.add(one);
    }
    // The whole of "Wi-Fi" comes before its parts.
    spans.sort((one, other) => one.at - other.at || other.length - one.length);
    return spans.length > 0 ? [{ passage, spans, score: words.size, index }] : [];
  });
  const best = found.reduce((highest, { score }) => Math.max(highest, score), 0);
  // A passage with all the words is what is looked for; one of several words is everywhere.
  const wanted = found.filter(({ score }) => score === best);
  return {
    count: wanted.length,
    hits: wanted.slice(0, most).map(({ passage, spans }) => ({
      kind: passage.kind,
      start: passage.start,
      speaker: passage.speaker === null ? null : (speakers[passage.speaker] ?? null),
      pieces: excerpt(passage.text, spans),
    })),
  };
}

const wordsOf = (text: string) =>
  Array.from(wordSpans(text), (span) => ({ ...span, length: span.word.length }));

function excerpt(text: string, spans: readonly { at: number; length: number }[]): LibraryHit['pieces'] {
  const first = spans[0]?.at ?? 0;
  const from = first <= BEFORE ? 0 : wordStart(text, first - BEFORE);
  const to = first + AFTER >= text.length ? text.length : wordStart(text, first + AFTER);
  const pieces: LibraryHit['pieces'] = from > 0 ? [{ text: '… ', hit: false }] : [];
  let at = from;
  for (const span of spans) {
    if (span.at + span.length > to) break;
    if (span.at < at) continue;
    if (span.at > at) pieces.push({ text: text.slice(at, span.at), hit: false });
    pieces.push({ text: text.slice(span.at, span.at + span.length), hit: true });
    at = span.at + span.length;
  }
  if (at < to) pieces.push({ text: text.slice(at, to).trimEnd(), hit: false });
  if (to < text.length) pieces.push({ text: ' …', hit: false });
  return pieces;
}

/** The beginning of the word after this place, if it is near. */
function wordStart(text: string, place: number): number {
  const space = text.indexOf(' ', place);
  return space >= 0 && space < place + 20 ? space + 1 : place;
}
