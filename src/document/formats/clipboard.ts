import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { AboutTranscript } from '../to-transcript-json.ts';
import type { ExportOptions } from './export-options.ts';
import { exportView } from './export-view.ts';
import { writeHtmlFragment } from './html/write-html.ts';
import { writeText } from './write-text.ts';

/** A transcript for the clipboard: as text, and as HTML for programs that keep bold speakers and paragraphs. */
export function forClipboard(
  document: CorrectedTranscript,
  about: AboutTranscript,
  options: ExportOptions = {},
): { text: string; html: string } {
  const view = exportView(document, about, options);
  return { text: writeText(view), html: writeHtmlFragment(view) };
}
