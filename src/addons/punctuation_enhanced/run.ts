import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import type { OnWords } from '../addon.ts';
import { plainMarks, splitWord } from '../split-word.ts';
import {
  type BareWord,
  decideByLabels,
  decideByRules,
  isQuestion,
  type WordDecision,
} from './decide-marks.ts';
import type { PunctuationTools } from './punctuation-tools.ts';
import { capitalised, leavesCapital, uncapitalised } from './sentence-case.ts';
import { type SentenceMarks, sentenceMarks } from './sentence-marks.ts';
import { NO_RULES, SENTENCE_RULES, type SentenceRules } from './sentence-rules.ts';

/** In otherwise punctuated text, this many words without a mark mean that the recogniser omitted some. */
const UNMARKED_WORDS = 40;
/** Seconds of pause that end a sentence in punctuated text if the next word looks like a sentence start. */
const SURE_PAUSE = 1;

const MARKED = /[.!?…,;:。！？，、；：।؟،؛۔։።။།–—-][\s"'”’»›)\]」』】）]*$/u;
const ENDED = /[.!?…。！？।؟۔։።။།][\s"'”’»›)\]」』】）]*$/u;

interface Stretch {
  from: number;
  /** Exclusive. */
  to: number;
}

/** The unpunctuated parts: everything without any punctuation, otherwise what is too long for a sentence. */
function unmarkedStretches(words: readonly RecognisedWord[]): Stretch[] {
  if (!words.some(({ word }) => MARKED.test(word))) return [{ from: 0, to: words.length }];
  const stretches: Stretch[] = [];
  let from = 0;
  words.forEach(({ word }, index) => {
    const isLast = index === words.length - 1;
    if (!MARKED.test(word) && !isLast) return;
    if (index + 1 - from > UNMARKED_WORDS) stretches.push({ from, to: index + 1 });
    from = index + 1;
  });
  return stretches;
}

function bareWords(words: readonly RecognisedWord[]): BareWord[] {
  return words.map(({ word, end }, index) => {
    const next = words[index + 1];
    const { core } = splitWord(word);
    return {
      text: plainMarks(core).toLowerCase(),
      pauseAfter: next ? Math.max(next.start - end, 0) : Number.POSITIVE_INFINITY,
    };
  });
}

/** Written by an engine without capitals: the only ones are at the start and after pauses. */
const SENTENCE_PAUSE = 0.7;
const FIRST_PERSON = /^i(?:'(?:m|d|ll|ve|s|re))?$/;

function hasOwnCapitals(words: readonly RecognisedWord[], bare: readonly BareWord[]): boolean {
  return words.some(({ word }, index) => {
    const pause = bare[index - 1]?.pauseAfter ?? Number.POSITIVE_INFINITY;
    return /\p{Lu}/u.test(word) && pause < SENTENCE_PAUSE && !FIRST_PERSON.test(bare[index]?.text ?? '');
  });
}

interface Language {
  code: string;
  rules: SentenceRules;
  marks: SentenceMarks;
}

/** Applies the decisions to the words of a stretch; `startsSentence` refers to its first word. */
function writeDecisions(
  words: readonly RecognisedWord[],
  {
    bare,
    decisions,
    startsSentence,
  }: { bare: readonly BareWord[]; decisions: readonly WordDecision[]; startsSentence: boolean },
  { code, marks }: Language,
): RecognisedWord[] {
  const ownCapitals = hasOwnCapitals(words, bare);
  let starts = startsSentence;
  return words.map((word, index) => {
    const decision = decisions[index] ?? { mark: '', capital: null, asks: false };
    const isFirstPerson = code === 'en' && FIRST_PERSON.test(bare[index]?.text ?? '');
    let text = word.word;
    if (starts || decision.capital || isFirstPerson) text = capitalised(text, code);
    else if (!ownCapitals) text = uncapitalised(text, code);
    if (decision.asks) text = openQuestion(text, marks);
    const written = MARKED.test(text) ? text : text.trimEnd() + markOf(decision.mark, marks);
    const begins = starts && leavesCapital(text, code);
    starts = MARKED.test(text) ? ENDED.test(text) : begins || /[.?!]/.test(decision.mark);
    return { ...word, word: written };
  });
}

function markOf(mark: WordDecision['mark'], marks: SentenceMarks): string {
  if (mark === '.') return marks.end;
  if (mark === '?') return marks.question;
  return mark === ',' ? marks.comma : mark;
}

function openQuestion(text: string, { openQuestion: mark }: SentenceMarks): string {
  if (mark === '' || text.includes(mark)) return text;
  const { space } = splitWord(text);
  return space + mark + text.slice(space.length);
}

async function punctuateStretch(
  words: readonly RecognisedWord[],
  { startsSentence, isLast }: { startsSentence: boolean; isLast: boolean },
  language: Language,
  tools: PunctuationTools,
): Promise<RecognisedWord[]> {
  const bare = bareWords(words);
  const texts = bare.map(({ text }) => text);
  const decisions = tools.labelWords
    ? decideByLabels(await tools.labelWords(texts), isLast)
    : decideByRules(bare, (await tools.sentenceEnds?.(texts)) ?? null, language, isLast);
  return writeDecisions(words, { bare, decisions, startsSentence }, language);
}

/** Sentence ends that the recogniser omitted from text it did punctuate. */
function fillGaps(words: readonly RecognisedWord[], { code, rules, marks }: Language): RecognisedWord[] {
  const bare = bareWords(words);
  let sentence: BareWord[] = [];
  return words.map((word, index) => {
    const own = bare[index];
    const next = words[index + 1];
    if (own) sentence.push(own);
    if (MARKED.test(word.word)) {
      if (ENDED.test(word.word)) sentence = [];
      return word;
    }
    const nextText = bare[index + 1]?.text ?? '';
    const nextBegins =
      next === undefined ||
      ((own?.pauseAfter ?? 0) >= SURE_PAUSE &&
        /^\p{Lu}/u.test(splitWord(next.word).core) &&
        rules.openers.has(nextText) &&
        !(code === 'en' && FIRST_PERSON.test(nextText)));
    if (!nextBegins || !own || own.text === '' || rules.neverLast.has(own.text)) return word;
    const mark = isQuestion(sentence, rules, marks) ? marks.question : marks.end;
    sentence = [];
    return { ...word, word: word.word.trimEnd() + mark };
  });
}

/**
 * Punctuates the words of an engine that does not (specification §2.4, `punctuation_enhanced`): sentence ends,
 * question marks, certain commas, capitals at sentence starts.
 *
 * Uses a punctuation model if there is one; otherwise finds sentence ends by a sentence splitter and pauses, or by
 * pauses alone, and questions by the language's forms. If the words are already punctuated, only clear gaps are
 * filled. No word is changed: letters change only their case; times and confidences remain.
 *
 * @param words of one channel and language, in order
 * @param language transcription language code
 */
export async function punctuate(
  words: readonly RecognisedWord[],
  language: string,
  tools: PunctuationTools = {},
): Promise<RecognisedWord[]> {
  const known: Language = {
    code: language,
    rules: SENTENCE_RULES[language] ?? NO_RULES,
    marks: sentenceMarks(language),
  };
  const written = [...words];
  for (const { from, to } of unmarkedStretches(words)) {
    const before = words[from - 1];
    const startsSentence = !before || ENDED.test(before.word);
    const stretch = await punctuateStretch(
      words.slice(from, to),
      { startsSentence, isLast: to === words.length },
      known,
      tools,
    );
    for (const [index, word] of stretch.entries()) written[from + index] = word;
  }
  return fillGaps(written, known);
}

export const onWords: OnWords = async ({ words, language }, _request, tools) =>
  punctuate(words, language, await tools.punctuation(language));
