import type { WindowPiece } from '../../../audio/windows/speech-window.ts';
import type { RecognisedSegment, RecognisedWord, TranscribeOptions } from '../../asr-engine.ts';
import { guessLanguage } from './guess-language.ts';

/** Minimum letters of a text for its language to override that of the preceding words. */
const FEWEST_LETTERS = 12;

const textOf = (words: readonly RecognisedWord[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The words of each piece, in seconds of the file; pieces without words are left out. */
function wordsByPiece(words: readonly RecognisedWord[], pieces: readonly WindowPiece[]): RecognisedWord[][] {
  const groups: RecognisedWord[][] = [];
  let lastPiece = -1;
  for (const word of words) {
    const middle = (word.start + word.end) / 2;
    const piece = pieces.findLastIndex(({ fileStart }) => fileStart <= middle);
    if (piece !== lastPiece || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(word);
    lastPiece = piece;
  }
  return groups;
}

/** The text of the first pieces, as many as it takes. */
function firstText(groups: readonly RecognisedWord[][]): string {
  let text = '';
  for (const group of groups) {
    text += `${textOf(group)} `;
    if (letters(text) >= FEWEST_LETTERS) break;
  }
  return text;
}

/**
 * Determines the language of the words. A transducer writes every language of its own without naming it, so unless the
 * language is given or there is only one candidate, it is guessed from the text: of the window's first utterance or,
 * with `codeSwitching`, of every piece. A piece with too little text takes the language of the one before. If nothing
 * determines it, the first candidate is used with confidence 0.
 *
 * @param words in seconds of the file
 * @param known languages the model writes
 */
export async function labelLanguages(
  words: readonly RecognisedWord[],
  pieces: readonly WindowPiece[],
  options: TranscribeOptions,
  known: readonly string[],
): Promise<RecognisedSegment[]> {
  if (words.length === 0) return [];
  const wanted = options.languages.filter((language) => known.includes(language));
  const candidates = wanted.length > 0 ? wanted : known;
  const only = candidates.length === 1 ? candidates[0] : options.language;
  if (only) return [{ language: only, languageConfidence: 1, words: [...words] }];

  const groups = wordsByPiece(words, pieces);
  const unknown = { language: candidates[0] ?? 'en', confidence: 0 };
  const first = (await guessLanguage(firstText(groups), candidates)) ?? unknown;
  if (!options.codeSwitching) {
    return [{ language: first.language, languageConfidence: first.confidence, words: [...words] }];
  }
  const segments: RecognisedSegment[] = [];
  for (const group of groups) {
    const text = textOf(group);
    const previous = segments.at(-1);
    const guess = letters(text) >= FEWEST_LETTERS ? await guessLanguage(text, candidates) : null;
    const language = guess?.language ?? previous?.language ?? first.language;
    if (previous?.language === language) {
      previous.words.push(...group);
      continue;
    }
    const languageConfidence = guess?.confidence ?? first.confidence;
    segments.push({ language, languageConfidence, words: group });
  }
  return segments;
}
