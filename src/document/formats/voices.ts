import { append } from '../../lib/append.ts';
import { uniqueNames } from '../../lib/files/unique-names.ts';
import { cleanLine, type Line, sentencesOf, wholeParagraph } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/** A stretch of speech; times in whole milliseconds of the file. */
export interface Segment {
  startMs: number;
  endMs: number;
  text: string;
}

export interface Passage extends Segment {
  /** In order, inside the passage, without overlap. */
  words: Segment[];
}

/** What one voice says, in order and without overlap. */
export interface Voice {
  /** Unlike those of the other voices. */
  name: string;
  /** Counts from 0. */
  channel: number;
  passages: Passage[];
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000);

const toSegment = ({ start, end, text }: { start: number; end: number; text: string }): Segment => ({
  startMs: milliseconds(start),
  endMs: milliseconds(end),
  text,
});

/**
 * Segments as tiers need them: each begins where the last ended, at the earliest. What has no time left is said with the
 * one before.
 */
function inOrder(segments: readonly Segment[], from: number, until: number): Segment[] {
  const ordered: Segment[] = [];
  for (const { startMs, endMs, text } of segments.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = ordered.at(-1);
    const start = Math.max(startMs, last?.endMs ?? from);
    const end = Math.min(endMs, until);
    if (end > start) ordered.push({ startMs: start, endMs: end, text });
    else if (last) last.text = `${last.text} ${text}`;
    else ordered.push({ startMs: from, endMs: from + 1, text });
  }
  return ordered;
}

function passagesOf(lines: readonly Line[]): Passage[] {
  const passages: Passage[] = [];
  let from = 0;
  for (const line of lines.toSorted((a, b) => a.start - b.start)) {
    const { startMs, endMs, text } = toSegment(line);
    const begin = Math.max(startMs, from);
    const end = Math.max(endMs, begin + 1);
    const words = line.words.flatMap((word) => {
      const said = cleanLine(word.word);
      return said === '' ? [] : [toSegment({ ...word, text: said })];
    });
    passages.push({ startMs: begin, endMs: end, text, words: inOrder(words, begin, end) });
    from = end;
  }
  return passages;
}

/** The voices of a transcript in order of their first word, for formats with a tier for each. */
export function voicesOf({ paragraphs, voiceOf, options }: ExportView): Voice[] {
  const byVoice = new Map<string, { name: string; channel: number; lines: Line[] }>();
  for (const paragraph of paragraphs) {
    const { channel, speaker } = paragraph;
    const name = cleanLine(voiceOf(paragraph) ?? '') || 'Transcript';
    const key = `${channel}/${speaker ?? ''}/${name}`;
    const voice = byVoice.get(key) ?? { name, channel, lines: [] };
    append(voice.lines, options.timestamps === 'line' ? sentencesOf(paragraph) : [wholeParagraph(paragraph)]);
    byVoice.set(key, voice);
  }
  const voices = [...byVoice.values()];
  const names = uniqueNames(voices.map(({ name }) => name));
  return voices.map(({ name, channel, lines }, index) => ({
    name: names[index] ?? name,
    channel,
    passages: passagesOf(lines),
  }));
}
