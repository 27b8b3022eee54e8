import { coloursOf } from '../../addons/subtitles/caption-guides.ts';
import type { Cue } from '../../addons/subtitles/cue.ts';
import { vttText } from '../../addons/subtitles/write-vtt.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { ExportOptions } from './export-options.ts';
import { shownCues, shownStyle } from './export-view.ts';

/** The cues of a document for a browser's own track: times in milliseconds, and text with WebVTT's tags. */
export function playerCues(
  document: CorrectedTranscript,
  options: ExportOptions,
): (Pick<Cue, 'startMs' | 'endMs'> & { text: string })[] {
  const style = shownStyle(document, options);
  const cues = shownCues(document, options, style);
  const look = { byWord: style.look !== 'plain', colourOf: coloursOf(cues, style) };
  return cues.map((cue) => ({ startMs: cue.startMs, endMs: cue.endMs, text: vttText(cue, look) }));
}
