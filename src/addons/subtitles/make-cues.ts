import type { SpokenUtterance } from '../../engine/transcript/utterance-words.ts';
import type { CaptionRules } from './caption-rules.ts';
import { captionRuns } from './caption-runs.ts';
import type { Cue } from './cue.ts';
import { divideIntoCues } from './divide-into-cues.ts';
import { timeCues } from './time-cues.ts';

/**
 * Cuts a transcript into cues. All words are in them, each once; those of a voice in their order. Where voices overlap,
 * cues alternate in the order in which their speech begins.
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
