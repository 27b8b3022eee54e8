import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';
import type { CaptionRules } from './caption-rules.ts';
import { captionRuns } from './caption-runs.ts';
import type { Cue } from './cue.ts';
import { divideIntoCues } from './divide-into-cues.ts';
import { timeCues } from './time-cues.ts';

/**
 * Splits a transcript into cues. Every word appears exactly once; a voice's words remain in order. If voices overlap,
 * their cues alternate in the order in which the speech starts.
 *
 * @param utterances in any order
 */
export function makeCues(utterances: readonly SpokenUtterance[], rules: CaptionRules): Cue[] {
  const inOrder = utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel);
  const runs = captionRuns(inOrder, rules.columnsPerRow);
  const spoken = runs.flatMap((run, index) =>
    divideIntoCues(run, runs[index + 1]?.pieces[0]?.startMs ?? Number.POSITIVE_INFINITY, rules),
  );
  return timeCues(
    spoken.toSorted((a, b) => a.startMs - b.startMs),
    rules,
  );
}
