import { contentTerms } from '../../../addons/content-terms.ts';
import { inventedIn } from '../../../addons/invented-in.ts';
import { saidNumbers } from '../../../addons/said-numbers.ts';
import { stopWords } from '../../../addons/stop-words.ts';
import type { FoundPassage } from '../../../contract/transcripts/library-search.ts';
import { segmentsOf } from '../../../lib/segmenter-of.ts';
import { CHARACTERS_PER_SECOND } from './meant-passages.ts';
import questionWords from './question-words.json' with { type: 'json' };
import { encodeQuestion } from './vector-index.ts';

/** A passage that may have the answer. */
export interface AskedPassage extends FoundPassage {
  language: string;
}

const MOST_SENTENCES = 3;
/** Words of a sentence that says something. */
const FEWEST_WORDS = 4;
/**
 * Cosines from which a sentence answers in other words: what both share is left out of both, because a sentence that is about the same
 * thing need not say what is asked. Where a certain quality is asked for, as by "which colour", neighbours of the answer are as near.
 */
const NEAR = { usual: 0.55, attribute: 0.65 };
/** Between parts of a sentence: a number in one is not of what another is about. */
const PART = /[,;:–—]\s+/u;
/** A word with a capital that begins no sentence. */
const NAME_WITHIN = /[\p{Ll},] \p{Lu}/u;
/** Letters of a word that another form of it has, too, and of what follows them. */
const SHORTEST_STEM = 3;
const LONGEST_ENDING = 2;
/** A question of fewer words is in too many sentences. */
const FEWEST_TERMS = 2;

type Language = keyof typeof questionWords;
const isKnown = (language: string): language is Language => language in questionWords;

/**
 * Sentences that answer a question, shortest first, each with its moment. A sentence answers if it has all the words of the question, or
 * the meaning of those that it has not; and if it has a number or a date where one is asked for. Empty if none is sure: nothing is said
 * rather than something about the same thing.
 *
 * @param encode vectors of texts; null where there is no model, or it does not have the language
 */
export async function answerQuestion(
  question: string,
  passages: readonly AskedPassage[],
  encode: ((text: string) => Promise<Float32Array>) | null,
): Promise<FoundPassage[]> {
  const found = new Map<string, { sentence: FoundPassage; score: number }>();
  for (const { language, ...passage } of passages) {
    const asked = readQuestion(question, language);
    // A person who is asked about by name, and each number, must be in the recording.
    const context = `${passage.name} ${passage.speaker ?? ''} ${passage.text}`;
    const said = { full_transcript: context, languages: [], utterances: [] };
    if (asked.terms.size === 0 || inventedIn(question, said).length > 0) continue;
    for (const { segment, index } of segmentsOf(passage.text, language, 'sentence')) {
      const text = segment.trim();
      if (text.split(/\s+/u).length < FEWEST_WORDS || /[?？؟]$/u.test(text)) continue;
      const score = await bestLikeness(asked, text, encode);
      if (score < (asked.wantsAttribute ? NEAR.attribute : NEAR.usual)) continue;
      const start = passage.start + index / CHARACTERS_PER_SECOND;
      found.set(`${passage.id} ${text}`, { sentence: { ...passage, start, text }, score });
    }
  }
  return [...found.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_SENTENCES)
    .map(({ sentence }) => sentence)
    .toSorted((one, other) => one.text.length - other.text.length);
}

interface Question {
  text: string;
  language: string;
  terms: ReadonlySet<string>;
  wantsAttribute: boolean;
  /** A number or a date. */
  wantsAmount: boolean;
  /** Whether a sentence has what is asked for: a number, a date or somebody. */
  fits(sentence: string): boolean;
}

/** What a question is about, without the words that ask; as `contentTerms` has them. */
export const questionTerms = (text: string, language: string): ReadonlySet<string> =>
  readQuestion(text, language).terms;

function readQuestion(text: string, language: string): Question {
  const words = isKnown(language) ? questionWords[language] : questionWords.en;
  const plain = ` ${wordsOf(text, language).join(' ')} `;
  const asks = (kind: keyof typeof words) => words[kind].find((one) => plain.includes(` ${one} `));
  const stop = stopWords(language);
  const attribute = asks('attribute');
  const [after = ''] = attribute ? (plain.split(` ${attribute} `)[1]?.split(' ') ?? []) : [];
  const { self: _, ...asking } = words;
  const openings = new Set(Object.values(asking).flatMap((some) => some.flatMap((one) => one.split(' '))));
  const own = text.replaceAll(/[\p{L}\p{M}]+/gu, (word) => (openings.has(word.toLowerCase()) ? ' ' : word));
  const isTime = asks('time') !== undefined;
  const isNumber = asks('number') !== undefined;
  const isPerson = asks('person') !== undefined;
  const hasTime = (said: string) => wordsOf(said, language).some((word) => calendarWords(language).has(word));
  const hasPerson = (said: string) =>
    NAME_WITHIN.test(said) || wordsOf(said, language).some((word) => words.self.includes(word));
  return {
    text,
    language,
    terms: new Set(contentTerms(own, language)),
    wantsAttribute: !isTime && !isNumber && after !== '' && !stop.has(after),
    wantsAmount: isTime || isNumber,
    fits: (said) =>
      (!isPerson || hasPerson(said)) &&
      ((!isNumber && !isTime) || saidNumbers(said, [language]).size > 0 || (isTime && hasTime(said))),
  };
}

/** Of the parts of a sentence that have what is asked for; 0 if none has it. */
async function bestLikeness(asked: Question, text: string, encode: Parameters<typeof likeness>[2]) {
  let best = 0;
  for (const part of asked.wantsAmount ? text.split(PART) : [text])
    if (asked.fits(part)) best = Math.max(best, await likeness(asked, part, encode));
  return best;
}

/** 1 for a sentence with all words of the question; otherwise how near the rest of it is to the rest of the question. */
async function likeness(
  { text, language, terms }: Question,
  sentence: string,
  encode: ((text: string) => Promise<Float32Array>) | null,
): Promise<number> {
  const said = contentTerms(sentence, language);
  const shared = [...terms].filter((term) => said.some((other) => isSameWord(term, other)));
  if (shared.length === terms.size) return terms.size >= FEWEST_TERMS ? 1 : 0;
  if (!encode) return 0;
  const rest = (whole: string) =>
    whole
      .split(/\s+/u)
      .filter(
        (word) => !contentTerms(word, language).some((term) => shared.some((one) => isSameWord(one, term))),
      )
      .join(' ');
  const [asked, answering] = [await encodeQuestion(rest(text), encode), await encode(rest(sentence))];
  return asked.reduce((sum, value, at) => sum + value * (answering[at] ?? 0), 0);
}

/** "open" and "opens" */
const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= SHORTEST_STEM &&
    Math.abs(one.length - other.length) <= LONGEST_ENDING &&
    (one.startsWith(other) || other.startsWith(one)));

const wordsOf = (text: string, language: string): string[] =>
  [...segmentsOf(text.toLowerCase(), language, 'word')].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );

const calendars = new Map<string, ReadonlySet<string>>();

/** Names of days and months, and words such as "tomorrow", as the browser has them. */
function calendarWords(language: string): ReadonlySet<string> {
  const known = calendars.get(language);
  if (known) return known;
  const named = (month: number, day: number, options: Intl.DateTimeFormatOptions) =>
    new Date(Date.UTC(2026, month, day)).toLocaleDateString(language, { ...options, timeZone: 'UTC' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const words = new Set(
    [
      ...Array.from({ length: 7 }, (_, day) => named(0, day + 1, { weekday: 'long' })),
      ...Array.from({ length: 12 }, (_, month) => named(month, 1, { month: 'long' })),
      ...[-1, 0, 1].map((days) => relative.format(days, 'day')),
    ].map((word) => word.toLowerCase()),
  );
  calendars.set(language, words);
  return words;
}
