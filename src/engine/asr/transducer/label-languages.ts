import type { WindowPiece } from '../../audio/speech-window.ts';
import type { RecognisedSegment, RecognisedWord, TranscribeOptions } from '../asr-engine.ts';
import { guessLanguage } from './guess-language.ts';

/** Letters that a text must have before its language overrules that of the words before. */
const FEWEST_LETTERS = 12;

const textOf = (words: readonly RecognisedWord[]): string =>
  words
    .map(({ word }) => word)
    .join('')
    .trim();

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The words of each piece, in seconds of the file; a piece without words gives none. */
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

/** The text of the first pieces, as many as say enough. */
function firstText(groups: readonly RecognisedWord[][]): string {
  let text = '';
  for (const group of groups) {
    text += `${textOf(group)} `;
    if (letters(text) >= FEWEST_LETTERS) break;
  }
  return text;
}

/**
 * Says which language the words are in. A transducer writes every language that it knows without naming it, so unless
 * the language is given or there is only one to choose from, it is guessed from the text: of the window's first utterance,
 * or of every piece with `codeSwitching`. A piece that says too little takes the language of the one before it. Where
 * nothing tells it, the first candidate is written down with confidence 0.
 *
 * @param words in seconds of the file
 * @param known languages that the model writes
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
