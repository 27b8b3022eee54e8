import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import type { Word } from '../../../contract/transcripts/utterance.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import type { ImportNotes } from '../bad-import.ts';
import { spokenWords } from '../json/spoken-words.ts';
import { LIMITS, MARKS, REWRITE } from '../vocabulary/patterns.ts';
import { secondsOf } from '../written-times.ts';
import { type CaptionFormat, type CueBlock, cueBlocks } from './cue-blocks.ts';
import { type CueWord, readMarkup } from './cue-markup.ts';
import { cuePassages, fieldPassages } from './cue-passages.ts';
import { type WordedCue, withoutHighlights, withoutRepeats } from './repeated-cues.ts';

/** The rows that words are in. */
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

/** The cues of a SubRip or WebVTT file. Throws AppError 400 if there is none; the notes say what was mended or left out. */
export function readCaptions(
  name: string,
  content: string,
  notes: ImportNotes,
  format: CaptionFormat,
): ImportedPassage[] {
  const isVtt = format === 'vtt';
  const blocks = cueBlocks(name, isVtt ? REWRITE.vtt(content) : content, notes, format);
  return blockPassages(blocks, format, isVtt && MARKS.namesAll.test(content));
}

/** Subtitles with pairs of times, such as YouTube's SBV: SubRip with other times, and with rows that may be parted by a mark. */
export const readSbv = (name: string, content: string, notes: ImportNotes): ImportedPassage[] =>
  readCaptions(name, REWRITE.pairs(content.replaceAll(/\r\n?/g, '\n')), notes, 'srt');

/**
 * Cues with their markup as passages.
 *
 * @param namesAll whether who is not named is nobody
 */
function blockPassages(
  blocks: readonly CueBlock[],
  format: CaptionFormat,
  namesAll = false,
): ImportedPassage[] {
  const parts = blocks.flatMap(({ start, end, rows }) => {
    const italic = MARKS.italicCue.test(rows.join('\n'));
    return readMarkup(rows, format).map((part) => ({ start, end, italic, ...part }));
  });
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

/** Whether a text is lyrics with times: it says so in its first lines. */
export const isLyrics = (name: string, content: string): boolean =>
  /\.lrc$/i.test(name) || /^\[(?:ti|ar|al|au|by|re|ve|offset|length):/i.test(content.trimStart());

/** The times of lyrics: with hundredths where only then they go on, or where other stamps have no hours. */
function lyricClock(content: string): typeof secondsOf {
  const stamps = Array.from(content.matchAll(MARKS.lyricStarts), ([, stamp = '']) => stamp);
  const ofSong = (stamp: string) => secondsOf(stamp.replace(MARKS.lyricParts, '$1.$2'));
  const faultsOf = (clock: typeof secondsOf) =>
    stamps.map(clock).filter((time, at, all) => time === null || time < (all[at - 1] ?? 0)).length;
  const more = faultsOf(secondsOf) - faultsOf(ofSong);
  return more > 0 || (more === 0 && stamps.some((stamp) => !MARKS.lyricParts.test(stamp)))
    ? ofSong
    : secondsOf;
}

/**
 * Lyrics in order of time, read as captions: a line is at each of its stamps, one without a text ends the one before, and stamps
 * within a line are those of its words. Null if no line has a stamp.
 */
export function readLyrics(content: string): ImportedPassage[] | null {
  const offset = Number(/^\[offset:\s*([+-]?\d+)\]/im.exec(content)?.[1] ?? 0) / 1000;
  const clock = lyricClock(content);
  const timeOf = (stamp: string): number | null => {
    const time = clock(stamp);
    return time === null ? null : roundSeconds(Math.max(0, time - offset));
  };
  const lines = content
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const [, stamps = '', text = ''] = MARKS.lyricLine.exec(line) ?? [];
      return stamps.split(/[[\]\s]+/).flatMap((stamp) => {
        const time = timeOf(stamp);
        return time === null ? [] : [{ time, text }];
      });
    })
    .toSorted((a, b) => a.time - b.time);
  const cues = lines.flatMap(({ time, text }, index): CueBlock[] => {
    const said = text.replaceAll(MARKS.lyricWord, (_, stamp) => `<0:${(timeOf(stamp) ?? time).toFixed(3)}>`);
    if (said.replaceAll(/<[^<>]*>/g, '').trim() === '') return [];
    const until = timeOf(MARKS.lyricEnd.exec(text)?.[1] ?? '');
    const next = until ?? lines[index + 1]?.time ?? time + LIMITS.lastLyric;
    return [{ start: time, end: roundSeconds(Math.max(next, time + 0.01)), rows: [said] }];
  });
  if (cues.length === 0) return null;
  return blockPassages(cues, 'vtt').map((passage) => ({
    ...passage,
    rows: null,
    end: passage.start === lines.at(-1)?.time && passage.words === null ? null : passage.end,
  }));
}
