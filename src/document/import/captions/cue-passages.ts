import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { joinRows } from '../text/join-rows.ts';
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';
import { areWholeNames, nameInBrackets } from '../voices/names.ts';
import { findLabels, voiceChanges, withNobody, withoutLabel } from '../voices/voice-labels.ts';

/** A cue of any format, without markup. */
export interface RowedCue {
  start: number;
  end: number;
  /** Null where the file does not name it by its own means. */
  voice: string | null;
  rows: readonly string[];
  /** With the file's own times; null if words have none. */
  words?: ImportedPassage['words'] | undefined;
  /** Whether a mark says that another voice begins. */
  turns?: boolean | undefined;
  italic?: boolean | undefined;
}

/** A cue as a passage; nothing if it has no text. */
function cuePassage({ start, end, voice, rows, words = null, turns, italic }: RowedCue): ImportedPassage[] {
  const shown = rows.map((row) => row.trim()).filter((row) => row !== '');
  if (shown.length === 0) return [];
  const text = joinRows(shown);
  const marks = { ...(turns && { turns }), ...(italic && { italic }) };
  return [{ start, end, text, rows: shown, voice, channel: 0, language: null, words, ...marks }];
}

/** The same of a format that has a field for who speaks in each cue. */
export function fieldPassages(cues: readonly RowedCue[]): ImportedPassage[] {
  const passages = cuePassages(cues);
  return cues.some(({ voice }) => voice !== null) ? withNobody(passages) : passages;
}

/** The names in rows of their own: as Teams has them in each cue, or Meet in brackets in most. Null where such rows are no names. */
function namesAbove(cues: readonly RowedCue[]): (string | null)[] | null {
  const isUnnamed = cues.every(({ voice }) => voice === null);
  if (isUnnamed && areWholeNames(cues.map(({ rows }) => rows)))
    return cues.map(({ rows: [first = ''] }) => first.replace(/[:：]$/, ''));
  const names = cues.map(({ voice, rows: [first = '', ...more] }) =>
    voice !== null || more.length === 0 ? null : nameInBrackets(first),
  );
  const count = names.filter((name) => name !== null).length;
  return count > Math.max(1, cues.length * LIMITS.bracketedCues) ? names : null;
}

/**
 * Cues as passages. Where the file names no voice of a cue by its own means, names before the text of a row do, and marks of a change:
 * what follows is said by that voice, in a passage of its own.
 */
export function cuePassages(cues: readonly RowedCue[]): ImportedPassage[] {
  const above = namesAbove(cues);
  if (above) {
    return cues.flatMap((cue, at) => {
      const voice = above[at] ?? null;
      return cuePassage(voice === null ? cue : { ...cue, voice, rows: cue.rows.slice(1), words: null });
    });
  }
  const unnamed = cues.filter(({ voice }) => voice === null);
  const rowsOfCues = voiceChanges(unnamed.map(({ rows }) => rows));
  const labels = findLabels(rowsOfCues.flat().map(({ text }) => text));
  let [index, next] = [0, 0];
  return cues.flatMap((cue) => {
    if (cue.voice !== null) return cuePassage(cue);
    const parts: { voice: string | null; rows: string[]; turns: boolean; label?: string }[] = [];
    let isMarked = false;
    for (const { text, isChange } of rowsOfCues[index++] ?? []) {
      const label = labels[next++];
      isMarked ||= isChange;
      if (label) {
        const before = text.slice(0, text.length - label.text.length);
        parts.push({ voice: label.voice, rows: [label.text], turns: isChange, label: before });
      } else if (isChange || parts.length === 0) parts.push({ voice: null, rows: [text], turns: isChange });
      else parts.at(-1)?.rows.push(text);
    }
    const said = parts.filter(({ rows }) => rows.some((row) => row.trim() !== ''));
    // A name and nothing else is what is said.
    if (said.length < parts.length && !isMarked) return cuePassage(cue);
    const words = isMarked ? unmarked(cue.words) : cue.words;
    return said.flatMap(({ label, ...part }) => {
      const own = label === undefined ? words : withoutLabel(words ?? null, label);
      return cuePassage({ ...cue, ...part, words: said.length > 1 ? null : own });
    });
  });
}

/** Words without the mark that is before them. */
function unmarked(words: RowedCue['words']): RowedCue['words'] {
  const said = words?.filter(({ word }) => !MARKS.changeMark.test(word));
  return said?.map((word, index) =>
    index === 0 ? { ...word, word: word.word.replace(/^(\s*)(?:>{2,3}|[-–—])/u, '$1') } : word,
  );
}
