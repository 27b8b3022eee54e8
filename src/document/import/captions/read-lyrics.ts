import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { roundSeconds } from '../../../lib/round-seconds.ts';
import type { CueBlock } from './cue-blocks.ts';
import { secondsOf } from './cue-times.ts';
import { blockPassages } from './read-captions.ts';

const STAMPED = /^((?:[ \t]*\[\d[\d:.]*\])+)[ \t]*(.*)$/;
const WORD_STAMP = /<(\d[\d:.]*)>/g;
/** What the last line takes where nothing says when it ends; seconds. */
const LAST_SECONDS = 5;
const LAST_STAMP = /<(\d[\d:.]*)>\s*$/;

/** Whether a text is lyrics with times: it says so in its first lines. */
export const isLyrics = (name: string, content: string): boolean =>
  /\.lrc$/i.test(name) || /^\[(?:ti|ar|al|au|by|re|ve|offset|length):/i.test(content.trimStart());

/**
 * Lyrics in order of time, read as captions: a line is at each of its stamps, one without a text ends the one before, and stamps
 * within a line are those of its words. Null if no line has a stamp.
 */
export function readLyrics(content: string): ImportedPassage[] | null {
  const offset = Number(/^\[offset:\s*([+-]?\d+)\]/im.exec(content)?.[1] ?? 0) / 1000;
  const timeOf = (stamp: string): number | null => {
    // A song has no hours: a third number is that of hundredths.
    const time = secondsOf(stamp.replace(/^(\d+:\d{2}):(\d{2})$/, '$1.$2'));
    return time === null ? null : roundSeconds(Math.max(0, time - offset));
  };
  const lines = content
    .split(/\r\n?|\n/)
    .flatMap((line) => {
      const [, stamps = '', text = ''] = STAMPED.exec(line) ?? [];
      return stamps.split(/[[\]\s]+/).flatMap((stamp) => {
        const time = timeOf(stamp);
        return time === null ? [] : [{ time, text }];
      });
    })
    .toSorted((a, b) => a.time - b.time);
  const cues = lines.flatMap(({ time, text }, index): CueBlock[] => {
    const said = text.replaceAll(WORD_STAMP, (_, stamp) => `<0:${(timeOf(stamp) ?? time).toFixed(3)}>`);
    if (said.replaceAll(/<[^<>]*>/g, '').trim() === '') return [];
    const until = timeOf(LAST_STAMP.exec(text)?.[1] ?? '');
    const next = until ?? lines[index + 1]?.time ?? time + LAST_SECONDS;
    return [{ start: time, end: roundSeconds(Math.max(next, time + 0.01)), rows: [said] }];
  });
  if (cues.length === 0) return null;
  return blockPassages(cues, 'vtt').map((passage) => ({
    ...passage,
    rows: null,
    end: passage.start === lines.at(-1)?.time && passage.words === null ? null : passage.end,
  }));
}
