import type { CaptionRules } from './caption-rules.ts';
import type { Cue } from './cue.ts';
import type { SpokenCue } from './divide-into-cues.ts';
import { keepShots } from './shot-edges.ts';

/** However dense the speech, no cue is cut shorter than this, unless the minimum is lower. */
const FLOOR_MS = 500;

interface Plan {
  cue: SpokenCue;
  /** Minimum duration and reading time, both capped at the maximum. */
  neededMs: number;
  readingMs: number;
  /** The latest start that still covers its own and its neighbours' speech. */
  latestMs: number;
}

function plan(cues: readonly SpokenCue[], rules: CaptionRules): Plan[] {
  let spokenUntilMs = 0;
  return cues.map((cue) => {
    const readingMs = Math.min(
      Math.max(Math.ceil((cue.columns * 1000) / rules.columnsPerSecond), rules.minimumMs),
      rules.maximumMs,
    );
    // Overlapping voices share the screen: the later one may wait until the earlier has ended.
    const overlapMs = Math.max(Math.min(spokenUntilMs, cue.endMs) - cue.startMs, 0);
    spokenUntilMs = Math.max(spokenUntilMs, cue.endMs);
    return {
      cue,
      neededMs: rules.readingMovesCues ? readingMs : rules.minimumMs,
      readingMs,
      latestMs: cue.startMs + Math.max(rules.lagMs, overlapMs),
    };
  });
}

/** Starts cues early if the following ones would otherwise be squeezed: from the last cue to the first. */
function earlyStarts(plans: readonly Plan[], { gapMs, leadMs }: CaptionRules): number[] {
  const starts: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  for (const { cue, neededMs, latestMs } of plans.toReversed()) {
    latest = Math.min(latestMs, latest - gapMs - neededMs);
    starts.push(Math.max(Math.min(cue.startMs, latest), cue.startMs - leadMs, 0));
  }
  return starts.reverse();
}

/**
 * From the first cue to the last: each starts on time if possible, but not before the previous one has had its share.
 */
function settleStarts(plans: readonly Plan[], rules: CaptionRules): number[] {
  const wished = earlyStarts(plans, rules);
  const starts: number[] = [];
  plans.forEach(({ cue, latestMs }, index) => {
    const before = plans[index - 1];
    const previous = starts[index - 1];
    const wish = wished[index] ?? cue.startMs;
    if (!before || previous === undefined) {
      starts.push(wish);
      return;
    }
    const after = (durationMs: number) => previous + durationMs + rules.gapMs;
    const overlaps = before.cue.endMs > cue.startMs && before.cue.voice !== cue.voice;
    const shared = overlaps ? Math.min(after(before.readingMs), latestMs) : 0;
    const start = Math.max(wish, Math.min(after(before.neededMs), latestMs), shared);
    starts.push(Math.max(start, after(Math.min(FLOOR_MS, before.neededMs))));
  });
  return starts;
}

/**
 * Determines when cues are shown: from the start to the end of their speech, longer if the minimum duration or
 * reading speed requires it and silence follows, with gaps in between and never two at a time.
 *
 * If dense speech leaves no room for a cue's minimum duration, it starts up to `leadMs` early or the next up to
 * `lagMs` late; with `readingMovesCues` the same applies to reading speed. Beyond that, cues are cut short as an
 * exception to both rules. If voices overlap, the later one waits.
 *
 * @param cues in order of start
 */
export function timeCues(cues: readonly SpokenCue[], rules: CaptionRules): Cue[] {
  const plans = plan(cues, rules);
  const starts = settleStarts(plans, rules);
  const timed = plans.map(({ cue, readingMs }, index): Cue => {
    const startMs = starts[index] ?? cue.startMs;
    const roomUntilMs = (starts[index + 1] ?? Number.POSITIVE_INFINITY) - rules.gapMs;
    const wishedMs = Math.max(cue.endMs, startMs + readingMs);
    const chainedMs = roomUntilMs - wishedMs < rules.chainMs - rules.gapMs ? roomUntilMs : wishedMs;
    const endMs = Math.min(chainedMs, roomUntilMs, startMs + rules.maximumMs);
    return { startMs, endMs, rows: cue.rows, voice: cue.voice, words: cue.words };
  });
  return keepShots(timed, cues, rules);
}
