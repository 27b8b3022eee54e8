import type { RecognisedWord } from '../../../src/engine/asr/asr-engine.ts';
import { alignWords } from '../align-words.ts';
import { normaliseWords } from '../word-error-rate.ts';
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
const MOST_ERRORS = 0.2;
/** Of words alone, of which a small model knows few. */
const MOST_LETTER_ERRORS = 0.34;
/** A word may begin so long before the stretch in which it is said, or end behind it, seconds. */
const MOST_SHIFT = 0.5;
/** Seconds. */
const SHORTEST_WORD = 0.03;

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
  if (errors > (isByLetter ? MOST_LETTER_ERRORS : MOST_ERRORS))
    faults.push(`${Math.round(errors * 100)} % errors`);
  for (const { reference, hypothesis, kind: pair } of pairs) {
    const owner = owners[reference ?? -1];
    const own = written[hypothesis ?? -1];
    if (pair !== 'hit' || !owner || !own) continue;
    const { start, end } = owner.part;
    const { word } = own;
    if (word.end < start - MOST_SHIFT || word.start > end + MOST_SHIFT)
      faults.push(`${word.word.trim()} at ${word.start.toFixed(2)} s, said before ${end.toFixed(2)} s`);
  }
  for (const part of said) if (lacksEnd(part, said, pairs, owners)) faults.push(`the end of: ${part.text}`);
  for (const { word, start, end } of words)
    if (end - start < SHORTEST_WORD) faults.push(`${word.trim()} of ${Math.round((end - start) * 1000)} ms`);
  return [...new Set(faults)];
}

/** Whether the last word of a stretch has no word in its place, where another stretch follows. */
function lacksEnd(
  part: SaidPart,
  said: readonly SaidPart[],
  pairs: ReturnType<typeof alignWords>,
  owners: readonly { part: SaidPart }[],
): boolean {
  if (part === said.at(-1)) return false;
  const last = owners.findLastIndex((owner) => owner.part === part);
  return pairs.some(({ reference, kind }) => reference === last && kind === 'deletion');
}

function lettersOf(text: string, language: string): string[] {
  const digits = (DIGITS[language] ?? '').split(' ');
  const parts = normaliseWords(text, language).map((word) => {
    const digit = digits.indexOf(word);
    return digit < 0 ? word : `${digit}`;
  });
  return [...parts.join('')].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
}
