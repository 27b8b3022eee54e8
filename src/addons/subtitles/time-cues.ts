import type { CaptionRules } from './caption-rules.ts';
import type { Cue } from './cue.ts';
import type { SpokenCue } from './divide-into-cues.ts';

/** However dense the speech, no cue is cut shorter than this, unless the minimum is less. */
const FLOOR_MS = 500;

interface Plan {
  cue: SpokenCue;
  /** How long it must stay, and how long it takes to read; both at most the maximum. */
  neededMs: number;
  readingMs: number;
  /** The latest start at which its speech and its neighbours' are not lost from sight. */
  latestMs: number;
}

function plan(cues: readonly SpokenCue[], rules: CaptionRules): Plan[] {
  let spokenUntilMs = 0;
  return cues.map((cue) => {
    const readingMs = Math.min(
      Math.max(Math.ceil((cue.columns * 1000) / rules.columnsPerSecond), rules.minimumMs),
      rules.maximumMs,
    );
    // Where voices overlap the screen is shared: the later one may wait until the earlier has ended.
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

/** Starts before the speech, where the cues that follow would else be pressed: from the last cue to the first. */
function earlyStarts(plans: readonly Plan[], { gapMs, leadMs }: CaptionRules): number[] {
  const starts: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  for (const { cue, neededMs, latestMs } of plans.toReversed()) {
    latest = Math.min(latestMs, latest - gapMs - neededMs);
    starts.push(Math.max(Math.min(cue.startMs, latest), cue.startMs - leadMs, 0));
  }
  return starts.reverse();
}

/** From the first cue to the last: each begins on time if it can, and not before the one before has had its share. */
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
 * Settles when cues are shown: from the start of their speech to its end, longer where the minimum duration or the
 * reading speed asks for it and silence follows, with gaps between them and never two at a time.
 *
 * Where speech is so dense that a cue cannot have its minimum duration, it starts up to `leadMs` early or the next up to
 * `lagMs` late; with `readingMovesCues` the same is done for reading speed. Beyond that, cues are cut short: the exception
 * to both rules. Where voices overlap, the later waits for its turn.
 *
 * @param cues in order of start
 */
export function timeCues(cues: readonly SpokenCue[], rules: CaptionRules): Cue[] {
  const plans = plan(cues, rules);
  const starts = settleStarts(plans, rules);
  return plans.map(({ cue, readingMs }, index) => {
    const startMs = starts[index] ?? cue.startMs;
    const roomUntilMs = (starts[index + 1] ?? Number.POSITIVE_INFINITY) - rules.gapMs;
    const wishedMs = Math.max(cue.endMs, startMs + readingMs);
    const chainedMs = roomUntilMs - wishedMs < rules.chainMs - rules.gapMs ? roomUntilMs : wishedMs;
    const endMs = Math.min(chainedMs, roomUntilMs, startMs + rules.maximumMs);
    return { startMs, endMs, rows: cue.rows, voice: cue.voice };
  });
}
