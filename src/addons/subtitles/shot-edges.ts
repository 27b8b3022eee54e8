import type { CaptionRules } from './caption-rules.ts';
import type { Cue } from './cue.ts';

export type Edge = 'start' | 'end';
type Times = Pick<Cue, 'startMs' | 'endMs'>;

interface Place {
  cue: Times;
  /** When its words are said, and how wide they are. */
  said: Times & { columns: number };
  /** The cues before and after it. */
  before: Times | undefined;
  next: Times | undefined;
}

/** An edge meets a change of shots that is one picture away. */
const PICTURE_MS = 45;

/**
 * Where an edge may go that is near a change of shots and does not meet it, nearest first: to the change, where a cue ends with the gap
 * before it, or away from it. Null where it may remain.
 */
export function awayFromShot(
  edge: Edge,
  ms: number,
  { shotsMs = [], shotMs = 0, gapMs }: CaptionRules,
): { distanceMs: number; places: number[] } | null {
  const shot = shotsMs.reduce(
    (best, one) => (Math.abs(one - ms) < Math.abs(best - ms) ? one : best),
    Number.POSITIVE_INFINITY,
  );
  const meets = edge === 'end' ? shot - gapMs : shot;
  if (Math.abs(shot - ms) >= shotMs || (ms >= meets - PICTURE_MS && ms <= shot + PICTURE_MS)) return null;
  const places = [meets, ms < shot ? shot - shotMs : shot + shotMs];
  return {
    distanceMs: Math.abs(shot - ms),
    places: places.toSorted((a, b) => Math.abs(a - ms) - Math.abs(b - ms)),
  };
}

/** The nearest place of an edge that keeps a change of shots, and all other rules; undefined if there is none, or it may remain. */
export function placeByShot(
  edge: Edge,
  { cue, said, before, next }: Place,
  rules: CaptionRules,
): number | undefined {
  const { gapMs, chainMs, leadMs, lagMs } = rules;
  const now = edge === 'start' ? cue.startMs : cue.endMs;
  const readingMs = Math.max(rules.minimumMs, (said.columns * 1000) / rules.columnsPerSecond);
  const leastMs = Math.min(cue.endMs - cue.startMs, readingMs);
  const [earliest, latest] =
    edge === 'start'
      ? [Math.min(said.startMs - leadMs, now), Math.max(said.startMs + lagMs, now)]
      : [Math.min(said.endMs, now), Number.POSITIVE_INFINITY];
  return awayFromShot(edge, now, rules)?.places.find((ms) => {
    const durationMs = edge === 'start' ? cue.endMs - ms : ms - cue.startMs;
    const gap =
      edge === 'start'
        ? ms - (before?.endMs ?? Number.NEGATIVE_INFINITY)
        : (next?.startMs ?? Number.POSITIVE_INFINITY) - ms;
    return (
      ms >= Math.max(earliest, 0) &&
      ms <= latest &&
      durationMs >= leastMs &&
      durationMs <= rules.maximumMs &&
      (gap === gapMs || gap >= Math.max(chainMs, gapMs))
    );
  });
}

/** Moves edges to changes of shots, or away from them, where the cues still keep their other rules. */
export function keepShots(cues: readonly Cue[], said: readonly Place['said'][], rules: CaptionRules): Cue[] {
  const moved = cues.map((cue) => ({ ...cue }));
  if (!rules.shotsMs?.length) return moved;
  for (const [index, cue] of moved.entries()) {
    const own = said[index];
    const before = moved[index - 1];
    if (!own) continue;
    const place = { cue, said: own, before, next: moved[index + 1] };
    // A cue that reaches to the next one goes on to do so.
    const isChained = before !== undefined && cue.startMs - before.endMs === rules.gapMs;
    const start = placeByShot('start', isChained ? { ...place, before: undefined } : place, rules);
    const room = before && start !== undefined ? start - rules.gapMs - before.startMs : 0;
    const isRoom = room >= rules.minimumMs && room <= rules.maximumMs && (start ?? 0) > cue.startMs;
    if (start !== undefined && (!isChained || isRoom)) {
      if (before && isChained) before.endMs = start - rules.gapMs;
      cue.startMs = start;
    }
    if (place.next?.startMs !== cue.endMs + rules.gapMs)
      cue.endMs = placeByShot('end', place, rules) ?? cue.endMs;
  }
  return moved;
}
