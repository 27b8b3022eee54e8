import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import type { Word } from '../../../contract/transcripts/utterance.ts';
import type { ImportNotes } from '../bad-import.ts';
import { spokenWords } from '../json/spoken-words.ts';
import { rewriter } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };
import { type CaptionFormat, type CueBlock, cueBlocks } from './cue-blocks.ts';
import { type CueWord, readMarkup } from './cue-markup.ts';
import { cuePassages, fieldPassages } from './cue-passages.ts';
import { type WordedCue, withoutHighlights, withoutRepeats } from './repeated-cues.ts';

/** The rows that words stand in. */
function rowsOf(words: readonly CueWord[]): string[] {
  const rows = new Map<number, string>();
  for (const { row, text, isJoined } of words) {
    const own = rows.get(row);
    rows.set(row, own === undefined ? text : `${own}${isJoined ? '' : ' '}${text}`);
  }
  return [...rows.values()];
}

/** The words of a cue whose tags say when some begin; those between share the time. Null if no tag does. */
function timedWords({ start, end, words }: WordedCue): Word[] | null {
  if (words.every((word) => word.start === null)) return null;
  const parts = words.map((word, index) => ({
    word: index === 0 || word.isJoined ? word.text : ` ${word.text}`,
    start: word.start === null && index > 0 ? null : Math.min(Math.max(word.start ?? start, start), end),
    end: null,
    confidence: null,
  }));
  return spokenWords(parts, { start, end, text: '' });
}

const ofVtt = rewriter(data.rewrites.vtt);
const ofPairs = rewriter(data.rewrites.pairs);

/** What this app writes where some cues are nobody's. */
const NAMES_ALL = /^NOTE Each cue names who speaks\.[ \t]*\r?$/m;

/** The cues of a SubRip or WebVTT file. Throws AppError 400 if there is none; the notes say what was mended or left out. */
export function readCaptions(
  name: string,
  content: string,
  notes: ImportNotes,
  format: CaptionFormat,
): ImportedPassage[] {
  const isVtt = format === 'vtt';
  const blocks = cueBlocks(name, isVtt ? ofVtt(content) : content, notes, format);
  return blockPassages(blocks, format, isVtt && NAMES_ALL.test(content));
}

/** Subtitles with pairs of times, such as YouTube's SBV: SubRip with other times, and with rows that may be parted by a mark. */
export const readSbv = (name: string, content: string, notes: ImportNotes): ImportedPassage[] =>
  readCaptions(name, ofPairs(content.replaceAll(/\r\n?/g, '\n')), notes, 'srt');

/**
 * Cues with their markup as passages.
 *
 * @param namesAll whether who is not named is nobody
 */
export function blockPassages(
  blocks: readonly CueBlock[],
  format: CaptionFormat,
  namesAll = false,
): ImportedPassage[] {
  const parts = blocks.flatMap(({ start, end, rows }) =>
    readMarkup(rows, format).map((part) => ({ start, end, ...part })),
  );
  // Who is named again without a change is named in each cue.
  const isEach = namesAll || parts.some(({ voice }, at) => voice !== null && voice === parts[at + 1]?.voice);
  const read = isEach ? fieldPassages : cuePassages;
  return read(
    withoutRepeats(withoutHighlights(parts)).map((cue) => ({
      ...cue,
      rows: rowsOf(cue.words),
      words: timedWords(cue),
    })),
  );
}
