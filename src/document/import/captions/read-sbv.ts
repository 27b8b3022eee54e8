import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import type { ImportNotes } from '../bad-import.ts';
import { rewriter } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };
import { readCaptions } from './read-captions.ts';

const TIME = String.raw`\d{1,3}[:;]\d{1,2}[:;]\d{1,2}[.,:;]\d{1,3}`;
/** Two times on a line, with a cue's number before them or its text behind. */
const PAIR = new RegExp(
  String.raw`^[ \t]*(?:\d{1,6}[.:)]?[ \t]+)?(${TIME})[ \t]*[,\t ][ \t]*(${TIME})(?:[ \t]*,[ \t]*|[ \t]+|$)`,
  'gmu',
);
const rewritten = rewriter(data.rewrites.pairs);
/** SubViewer 1: the end of a cue is a line like the one that begins it, with nothing below. */
const ALONE = /^\[(\d{1,3}:\d{1,2}:\d{1,2})\][ \t]*$/gm;

/** Cues by times that stand alone, each until the next one. */
function pairsOf(content: string): string {
  const [, ...parts] = content.split(ALONE);
  return parts
    .map((part, index) => (index % 2 === 0 ? `${part},0 --> ${parts[index + 2] ?? ''},0` : part))
    .join('\n');
}

/**
 * Subtitles with pairs of times: SubRip with other times, and with rows that may be parted by a mark. YouTube's SBV, SubViewer, and the
 * texts of Avid DS, Encore, FAB and Spruce.
 */
export function readSbv(name: string, raw: string, notes: ImportNotes): ImportedPassage[] {
  const content = rewritten(raw.replaceAll(/\r\n?/g, '\n'));
  const paired = content.replaceAll(
    PAIR,
    (_, from: string, until: string) =>
      `${[from, until].map((time) => time.replaceAll(';', ':')).join(' --> ')}\n`,
  );
  return readCaptions(
    name,
    (paired === content ? pairsOf(content) : paired).replaceAll(/\[br\]|\|/gi, '\n'),
    notes,
    'srt',
  );
}
