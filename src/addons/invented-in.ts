import type { Transcription } from '../contract/transcripts/transcription-result.ts';
import { speakerName } from '../contract/transcripts/voice-name.ts';
import { comparableWords } from './comparable-words.ts';
import { languageInEnglish } from './language-in-english.ts';
import { DIGITS, numberValue, saidNumbers } from './said-numbers.ts';
import { stopWords } from './stop-words.ts';

/** Languages that capitalise every noun, so that a capital does not indicate a name. */
const CAPITAL_NOUNS = new Set(['de', 'lb']);
const YES_AND_NO = [
  'yes',
  'no',
  'oui',
  'non',
  'sí',
  'si',
  'sì',
  'sim',
  'não',
  'tak',
  'nie',
  'ja',
  'nej',
  'да',
  'нет',
];
const NAME = /\p{Lu}[\p{L}\p{M}'-]+/gu;
/** An answer with this few words is all name, so its first word is checked too. */
const SHORT_ANSWER = 4;

/**
 * Names and numbers of a text that neither transcript nor prompt has, in order, each once: small models invent them.
 */
export function inventedIn(written: string, transcription: Transcription, prompt = ''): string[] {
  const { full_transcript, languages, utterances } = transcription;
  const given = [
    full_transcript,
    prompt,
    ...languages.map(languageInEnglish),
    ...utterances.map(({ speaker }) => (speaker === undefined ? '' : `${speakerName(speaker)} `)),
  ].join(' ');
  const known = new Set(comparableWords(given));
  // The numbers of a list belong to the answer.
  const text = written.replaceAll(/^\s*\d+[.)]\s+/gmu, '');
  const numbers = numbersIn(text);
  if (numbers.length > 0) for (const number of saidNumbers(given, ['en', ...languages])) known.add(number);
  const isSaid = (claimed: string) => comparableWords(claimed).every((word) => known.has(word));
  const invented = [
    ...namesIn(text, languages[0] ?? 'en').filter((name) => !isSaid(name.text)),
    ...numbers.filter((number) => !known.has(number.value) && !isSaid(number.text)),
  ].toSorted((a, b) => a.index - b.index);
  return [...new Set(invented.map(({ text: claim }) => claim))];
}

/** An answer's claims and their positions. */
interface Claim {
  text: string;
  index: number;
}

function namesIn(text: string, language: string): Claim[] {
  if (CAPITAL_NOUNS.has(language)) return [];
  const ordinary = new Set([...YES_AND_NO, ...stopWords('en'), ...stopWords(language)]);
  const isShort = text.trim().split(/\s+/u).length <= SHORT_ANSWER;
  return [...text.matchAll(NAME)].flatMap(({ 0: name, index }) => {
    if (ordinary.has(name.toLowerCase())) return [];
    const begins = /(?:^|[.?!:\n*•-])["'“(\s]*$/u.test(text.slice(0, index));
    return begins && !isShort ? [] : [{ text: name, index }];
  });
}

const numbersIn = (text: string): (Claim & { value: string })[] =>
  [...text.matchAll(DIGITS)].map(({ 0: digits, index }) => ({
    text: digits,
    index,
    value: numberValue(digits, text.slice(index + digits.length)),
  }));
