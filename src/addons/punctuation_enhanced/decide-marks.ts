import type { LabelledWord } from './punctuation-tools.ts';
import type { SentenceMarks } from './sentence-marks.ts';
import type { SentenceRules } from './sentence-rules.ts';

/** A word without marks, in lower case. */
export interface BareWord {
  text: string;
  /** Silence after it in seconds; infinite after the last word. */
  pauseAfter: number;
}

export interface WordDecision {
  mark: LabelledWord['mark'];
  /** Whether it needs a capital for a reason other than its position. */
  capital: boolean | null;
  /** Whether it starts a question. */
  asks: boolean;
}

interface LanguageRules {
  rules: SentenceRules;
  marks: SentenceMarks;
}

/** Pauses that end a sentence: on their own, and before a word that starts one. Seconds. */
const SENTENCE_PAUSE = 0.7;
const OPENER_PAUSE = 0.4;
/** Without a pause, sentence ends are at least this many words apart. */
const CLOSE_WORDS = 2;
/** Seconds a speaker pauses at a comma. */
const COMMA_PAUSE = 0.12;
const INTRODUCTION_PAUSE = 0.2;
/** A sentence that starts like a question but is longer than this is not one. */
const LONGEST_QUESTION = 25;

const logit = (probability: number): number => {
  const safe = Math.min(Math.max(probability, 0.0025), 0.9975);
  return Math.log(safe / (1 - safe));
};

/** Whether a sentence ends after `words[index]`, given the `length` words it has so far. */
function endsHere(
  words: readonly BareWord[],
  index: number,
  {
    length,
    probabilities,
    rules,
  }: { length: number; probabilities: readonly number[] | null; rules: SentenceRules },
): boolean {
  const word = words[index];
  const next = words[index + 1];
  if (!word || !next || word.text === '') return false;
  const open = rules.neverLast.has(word.text);
  if (probabilities !== null) {
    const probability = probabilities[index] ?? 0;
    // Without a pause, only the likeliest of several nearby ends counts.
    const around = probabilities.slice(Math.max(index - CLOSE_WORDS, 0), index + CLOSE_WORDS + 1);
    if (word.pauseAfter < OPENER_PAUSE && Math.max(...around) > probability) return false;
    const pause = Math.min(Math.max(word.pauseAfter - 0.25, -0.2), 0.9);
    return logit(probability) + 3 * pause - (open ? 4 : 0) > 0;
  }
  if (open) return false;
  if (word.pauseAfter >= SENTENCE_PAUSE) return true;
  const opens = rules.openers.has(next.text) || asks(words.slice(index + 1, index + 6), rules);
  return length > 1 && word.pauseAfter >= OPENER_PAUSE && opens;
}

/** Whether words start like a question. */
function asks(sentence: readonly BareWord[], rules: SentenceRules): boolean {
  if (!rules.question) return false;
  const words = sentence.map(({ text }) => text);
  for (let skipped = 0; skipped <= 2; skipped++) {
    if (rules.question.test(words.slice(skipped).join(' '))) return true;
    if (!rules.leadIns.has(words[skipped] ?? '')) return false;
  }
  return false;
}

/** Whether a whole sentence is a question, judging by its start, its tag or its final particle. */
export function isQuestion(
  sentence: readonly BareWord[],
  rules: SentenceRules,
  { particle }: SentenceMarks,
): boolean {
  const texts = sentence.map(({ text }) => text);
  if (rules.tag?.test(texts.join(' '))) return true;
  if (particle?.test(texts.slice(-3).join(''))) return true;
  return sentence.length <= LONGEST_QUESTION && asks(sentence, rules);
}

/** Commas inside a sentence: before words that take one, after an introduction. */
function wantsComma(sentence: readonly BareWord[], index: number, rules: SentenceRules): boolean {
  const word = sentence[index];
  const next = sentence[index + 1];
  if (!word || !next || word.text === '') return false;
  if (index === 0 && rules.introductions.has(word.text))
    return sentence.length > 2 && word.pauseAfter >= INTRODUCTION_PAUSE;
  if (!rules.commaBefore.has(next.text) || rules.noCommaAfter.has(word.text)) return false;
  if (index + 2 >= sentence.length) return false;
  return !rules.commaNeedsPause || word.pauseAfter >= COMMA_PAUSE;
}

/** Decides by chances of sentence ends (null if unknown), pauses and question forms; `isLast` words end a sentence. */
export function decideByRules(
  words: readonly BareWord[],
  probabilities: readonly number[] | null,
  { rules, marks }: LanguageRules,
  isLast: boolean,
): WordDecision[] {
  const decisions = words.map((): WordDecision => ({ mark: '', capital: null, asks: false }));
  let from = 0;
  words.forEach((_, index) => {
    const atEnd = index === words.length - 1;
    if (!atEnd && !endsHere(words, index, { length: index + 1 - from, probabilities, rules })) return;
    const sentence = words.slice(from, index + 1);
    const question = isQuestion(sentence, rules, marks);
    sentence.forEach((_, place) => {
      const decision = decisions[from + place];
      if (decision && wantsComma(sentence, place, rules)) decision.mark = ',';
    });
    const first = decisions[from];
    const last = decisions[index];
    if (last && (!atEnd || isLast)) {
      last.mark = question ? '?' : '.';
      if (first) first.asks = question;
    }
    from = index + 1;
  });
  return decisions;
}

/** Uses a model's labels as they are; only the last word always ends a sentence. */
export function decideByLabels(labels: readonly LabelledWord[], isLast: boolean): WordDecision[] {
  const decisions = labels.map(({ mark, capital }): WordDecision => ({ mark, capital, asks: false }));
  const last = decisions.at(-1);
  if (last && isLast && !/[.?!]/.test(last.mark)) last.mark = '.';
  let from = 0;
  decisions.forEach(({ mark }, index) => {
    if (!/[.?!]/.test(mark)) return;
    const first = decisions[from];
    if (first) first.asks = mark === '?';
    from = index + 1;
  });
  return decisions;
}
