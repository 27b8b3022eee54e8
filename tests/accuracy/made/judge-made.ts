import type { RecognisedWord } from '../../../src/engine/asr/asr-engine.ts';
import { recognitionNotes } from '../../../src/host/run/speech/recognition-notes.ts';
import { type AlignedPair, alignWords } from '../align-words.ts';
import { countWordErrors, normaliseWords, sumWordErrors, wordErrorRate } from '../word-error-rate.ts';
import type { SaidPart } from './make-recording.ts';

/** Zero to nine. */
const DIGITS: Readonly<Record<string, string>> = {
  en: 'zero one two three four five six seven eight nine',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  it: 'zero uno due tre quattro cinque sei sette otto nove',
  pt: 'zero um dois três quatro cinco seis sete oito nove',
  nl: 'nul een twee drie vier vijf zes zeven acht negen',
  ar: 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة',
};

/** Kinds whose words have no context: one letter in another spelling is no lost word. */
const BY_LETTER: ReadonlySet<string> = new Set([
  'letters and digits one by one',
  'digits one by one',
  'single words between long pauses',
]);

/** Most errors of a text that is right, share of what is said. */
const MOST_ERRORS = 0.34;
/** A word may begin so long before the stretch in which it is said, or end behind it, seconds. */
const MOST_SHIFT = 0.5;
/** A stretch has a word that is so near, seconds. */
const NEAR_SECONDS = 0.2;

interface Owner {
  unit: string;
  part: SaidPart;
}

interface Written {
  unit: string;
  word: RecognisedWord;
}

/** What is wrong in a text with its times; empty if it is right. */
export function faultsOf(
  kind: string,
  language: string,
  said: readonly SaidPart[],
  words: readonly RecognisedWord[],
): string[] {
  if (said.length === 0) return words.length === 0 ? [] : [`${words.length} words where nobody speaks`];
  const isByLetter = BY_LETTER.has(kind);
  const unitsOf = (text: string) => (isByLetter ? lettersOf(text, language) : normaliseWords(text, language));
  const owners = said.flatMap((part) => unitsOf(part.text).map((unit) => ({ unit, part })));
  const written = words.flatMap((word) => unitsOf(word.word).map((unit) => ({ unit, word })));
  const pairs = alignWords(
    owners.map(({ unit }) => unit),
    written.map(({ unit }) => unit),
  );
  const faults: string[] = [];
  const errors = pairs.filter(({ kind: pair }) => pair !== 'hit').length / owners.length;
  const most = Math.max(MOST_ERRORS, plainErrors(said, language));
  // A small model knows few single letters of a synthetic voice: its words are judged by their times alone.
  const isKnown = !isByLetter || said.some(({ isSynthetic }) => !isSynthetic);
  if (isKnown && errors > most && !isNoted(language, words))
    faults.push(`${Math.round(errors * 100)} % errors`);
  if (isByLetter)
    faults.push(...said.filter((part) => isEmpty(part, words)).map(({ text }) => `nothing at: ${text}`));
  for (const { reference, hypothesis, kind: pair } of pairs) {
    const owner = owners[reference ?? -1];
    const own = written[hypothesis ?? -1];
    if (pair !== 'hit' || !owner || !own) continue;
    const { start, end } = owner.part;
    const { word } = own;
    if (word.end < start - MOST_SHIFT || word.start > end + MOST_SHIFT)
      faults.push(`${word.word.trim()} at ${word.start.toFixed(2)} s, said before ${end.toFixed(2)} s`);
  }
  for (const part of said)
    if (lacksEnd(part, owners, written, pairs)) faults.push(`the end of: ${part.text}`);
  return [...new Set(faults)];
}

/** Whether a stretch before another one has no word in the place of its last one. */
function lacksEnd(
  part: SaidPart,
  owners: readonly Owner[],
  written: readonly Written[],
  pairs: readonly AlignedPair[],
): boolean {
  const last = owners.findLastIndex((owner) => owner.part === part);
  if (last === owners.length - 1) return false;
  if (!pairs.some(({ reference, kind }) => reference === last && kind === 'deletion')) return false;
  // Another word in its time is a wrong spelling of it.
  const before = pairs.findLast(({ reference, kind }) => kind === 'hit' && (reference ?? last) < last);
  const hits = new Set(pairs.flatMap(({ hypothesis, kind }) => (kind === 'hit' ? [hypothesis] : [])));
  return !written.some(
    ({ word }, at) => at > (before?.hypothesis ?? -1) && word.start < part.end && !hits.has(at),
  );
}

/** Share of errors of plain Whisper on the stretches alone, as far as it is known. */
function plainErrors(said: readonly SaidPart[], language: string): number {
  const errors = said.map(({ text, plain = text }) => countWordErrors(text, plain, language));
  return wordErrorRate(sumWordErrors(errors));
}

/** Whether the result says that much of the text may be wrong. */
function isNoted(language: string, words: readonly RecognisedWord[]): boolean {
  const segments = [{ language, languageConfidence: 1, words: [...words] }];
  const window = { index: 0, channel: 0, start: 0, end: words.at(-1)?.end ?? 0, segments };
  return 'low_confidence' in recognitionNotes([window]).session;
}

/** Whether a stretch has no word in its time. */
const isEmpty = ({ start, end }: SaidPart, words: readonly RecognisedWord[]): boolean =>
  !words.some((word) => word.start < end + NEAR_SECONDS && word.end > start - NEAR_SECONDS);

function lettersOf(text: string, language: string): string[] {
  const digits = (DIGITS[language] ?? '').split(' ');
  const parts = normaliseWords(text, language).map((word) => {
    const digit = digits.indexOf(word);
    return digit < 0 ? word : `${digit}`;
  });
  return [...parts.join('')].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
}
