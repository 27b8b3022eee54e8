import { columnsOf } from '../../addons/subtitles/columns-of.ts';
import { type Edge, placeByShot } from '../../addons/subtitles/shot-edges.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { Change } from '../edits/change.ts';
import { markWords } from '../words/mark-words.ts';
import type { CueFault } from './cue-faults.ts';
import type { ShownCue } from './document-cues.ts';
import type { DocumentRules } from './document-rules.ts';
import { freeRows, moveCue, splitCue, writeCue } from './edit-cues.ts';
import { spareWords } from './spare-words.ts';
import type { TextFault } from './text-faults.ts';

/** The one way to mend a rule that a cue breaks. */
export type Mend =
  | {
      kind: 'later-end' | 'earlier-start' | 'earlier-end' | 'split' | 'rows' | 'shot';
      make: (document: CorrectedTranscript) => Change | null;
    }
  /** Words that a person may strike; nothing is left out before. */
  | { kind: 'leave-out'; words: string[]; make: (document: CorrectedTranscript) => Change | null }
  | { kind: 'rewrite'; better: string; make: (document: CorrectedTranscript) => Change | null };

interface Place {
  rules: DocumentRules;
  /** The cues before and after it. */
  before: ShownCue | undefined;
  next: ShownCue | undefined;
}

/** How far edges can move: until the neighbours, within the longest duration. Milliseconds. */
function roomOf({ startMs, endMs }: ShownCue, { rules, before, next }: Place) {
  const latest = Math.min(
    (next?.startMs ?? Number.POSITIVE_INFINITY) - rules.gapMs,
    startMs + rules.maximumMs,
  );
  const earliest = Math.max(
    (before?.endMs ?? Number.NEGATIVE_INFINITY) + rules.gapMs,
    startMs - rules.leadMs,
    0,
  );
  return { later: Math.max(0, latest - endMs), earlier: Math.max(0, startMs - earliest) };
}

/** Gives a cue so many milliseconds more; null where there is no room for all of them. */
function longer(cue: ShownCue, missing: number, place: Place): Mend | null {
  const { later, earlier } = roomOf(cue, place);
  const { id, startMs, endMs } = cue;
  if (later >= missing)
    return {
      kind: 'later-end',
      make: (document) => moveCue(document, id, { end: (endMs + missing) / 1000 }),
    };
  if (later + earlier < missing) return null;
  const times = { start: (startMs - (missing - later)) / 1000, end: (endMs + later) / 1000 };
  return { kind: 'earlier-start', make: (document) => moveCue(document, id, times) };
}

const half = (cue: ShownCue): Mend => {
  const text = cue.rows.join('\n');
  return {
    kind: 'split',
    make: (document) => splitCue(document, cue.id, { text, offset: Math.round(text.length / 2) }),
  };
};

function byShot(edge: Edge, cue: ShownCue, place: Place): Mend | null {
  const words = (cue.words ?? []).flat();
  const said = {
    startMs: words[0]?.startMs ?? cue.startMs,
    endMs: words.at(-1)?.endMs ?? cue.startMs,
    columns: cue.rows.reduce((sum, row) => sum + columnsOf(row), 0),
  };
  const ms = placeByShot(edge, { ...place, cue, said }, place.rules);
  return ms === undefined
    ? null
    : { kind: 'shot', make: (document) => moveCue(document, cue.id, { [edge]: ms / 1000 }) };
}

function fewerWords(cue: ShownCue, { value, limit }: CueFault, { rules }: Place): Mend | null {
  const words = (cue.words ?? []).flat().map((word) => ({ ...word, word: word.text }));
  const columns = (value * (cue.endMs - cue.startMs)) / 1000;
  const spared = spareWords(words, Math.ceil(columns * (1 - limit / value)), rules.language).flatMap(
    (at) => words[at] ?? [],
  );
  if (spared.length === 0 || spared.length === words.length) return null;
  const key = (word: string, ms: number) => `${Math.round(ms)} ${word.trim()}`;
  const gone = new Set(spared.map(({ text, startMs }) => key(text, startMs)));
  return {
    kind: 'leave-out',
    words: spared.map(({ text }) => text),
    make: (document) =>
      markWords(document, ({ word, start }) => gone.has(key(word, start * 1000)), 'struck', true),
  };
}

/** How a cue's time or rows are mended; null where only other words would help, or nothing. */
export function mendOf(cue: ShownCue, fault: CueFault, place: Place): Mend | null {
  const { rules, next } = place;
  const missing = (ms: number) => Math.ceil(ms - (cue.endMs - cue.startMs));
  const endBefore = (ms: number): Mend => ({
    kind: 'earlier-end',
    make: (document) => moveCue(document, cue.id, { end: ms / 1000 }),
  });
  const nextMs = next?.startMs ?? 0;
  switch (fault.kind) {
    case 'speed': {
      const needed = missing(((cue.endMs - cue.startMs) * fault.value) / fault.limit + 1);
      return longer(cue, needed, place) ?? fewerWords(cue, fault, place);
    }
    case 'short':
      return longer(cue, missing(rules.minimumMs), place);
    case 'columns':
      return { kind: 'rows', make: (document) => freeRows(document, cue.id) };
    case 'long': {
      const spoken = (cue.words ?? []).flat().reduce((latest, word) => Math.max(latest, word.endMs), 0);
      const latest = cue.startMs + rules.maximumMs;
      return spoken > 0 && spoken <= latest ? endBefore(latest) : half(cue);
    }
    case 'rows':
      return half(cue);
    case 'gap':
    case 'overlap':
      return nextMs - rules.gapMs > cue.startMs ? endBefore(nextMs - rules.gapMs) : null;
    case 'shot-start':
      return byShot('start', cue, place);
    case 'shot-end':
      return byShot('end', cue, place);
    case 'flicker':
      return nextMs - rules.gapMs - cue.startMs <= rules.maximumMs
        ? { ...endBefore(nextMs - rules.gapMs), kind: 'later-end' }
        : null;
  }
}

/** Writes a sound or a number as the guide does. */
export function mendText({ id, rows }: ShownCue, { from, to, better }: TextFault): Mend {
  const text = rows.join('\n');
  const written = `${text.slice(0, from)}${better}${text.slice(to)}`.split('\n');
  return { kind: 'rewrite', better, make: (document) => writeCue(document, id, written) };
}
