import type { WordRun } from '../../../addons/addon.ts';
import type { RequestParams } from '../../../contract/jobs/pre-recorded-request.ts';
import type { RecognisedSegment, RecognisedWord, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import { type Message, msg, textOf } from '../../../lib/errors/msg.ts';
import { requestedAddons } from './addon-order.ts';
import type { RunsAddons } from './addon-runner.ts';

export interface RewrittenWindows {
  windows: WindowTranscript[];
  /** What an add-on could not do, for people. */
  notes: Message[];
}

/** Runs the requested add-ons of stage `words` on each channel's words in one language, over all windows at once. */
export async function onWords(
  windows: readonly WindowTranscript[],
  request: RequestParams,
  addons: RunsAddons,
): Promise<RewrittenWindows> {
  const notes: Message[] = [];
  let rewritten = [...windows];
  for (const key of requestedAddons(request, 'words')) {
    const runs = runsOf(rewritten);
    const outcome = await addons.run(key, (worker, signal) =>
      worker.call(
        (api) =>
          api.onWords(
            key,
            runs.map(({ channel, language, segments }) => ({
              channel,
              language,
              words: segments.flatMap((segment) => segment.words),
            })),
            request,
          ),
        signal,
      ),
    );
    if (outcome.success) rewritten = withWords(rewritten, runs, outcome.results);
    else notes.push(msg`${key}: ${textOf(outcome.error)}`);
  }
  return { windows: rewritten, notes };
}

type Run = Omit<WordRun, 'words'> & { segments: RecognisedSegment[] };

function runsOf(windows: readonly WindowTranscript[]): Run[] {
  const runs: Run[] = [];
  for (const channel of new Set(windows.map((window) => window.channel))) {
    const own = windows
      .filter((window) => window.channel === channel)
      .toSorted((a, b) => a.start - b.start || a.index - b.index);
    const segments = own.flatMap((window) => window.segments).filter(({ words }) => words.length > 0);
    for (const segment of segments) {
      const run = runs.at(-1);
      if (run?.channel === channel && run.language === segment.language) run.segments.push(segment);
      else runs.push({ channel, language: segment.language, segments: [segment] });
    }
  }
  return runs;
}

/** Distributes each run's new words to their original segments by time. */
function withWords(
  windows: readonly WindowTranscript[],
  runs: readonly Run[],
  words: readonly RecognisedWord[][],
): WindowTranscript[] {
  const rewritten = new Map<RecognisedSegment, RecognisedWord[]>();
  runs.forEach(({ segments }, index) => {
    const borders = segments.slice(1).map((segment) => segment.words[0]?.start ?? 0);
    for (const segment of segments) rewritten.set(segment, []);
    let at = 0;
    for (const word of words[index] ?? []) {
      // A word across the border of two windows belongs to the one it begins in.
      while (at < borders.length && word.start >= (borders[at] ?? 0)) at += 1;
      const segment = segments[at];
      if (segment) rewritten.get(segment)?.push(word);
    }
  });
  return windows.map((window) => ({
    ...window,
    segments: window.segments.map((segment) => ({
      ...segment,
      words: rewritten.get(segment) ?? segment.words,
    })),
  }));
}
