import type { EditedTranscript } from '../../contract/transcripts/edited-transcript.ts';
import type { AboutEdit } from '../to-corrected-transcript.ts';
import type { ExportOptions } from './export-options.ts';
import { exportView } from './export-view.ts';
import { writeHtmlFragment } from './html/write-html.ts';
import { writeText } from './write-text.ts';

/** A transcript for the clipboard: as text, and as HTML for programs that keep bold speakers and paragraphs. */
export function forClipboard(
  document: EditedTranscript,
  about: AboutEdit,
  options: ExportOptions = {},
): { text: string; html: string } {
  const view = exportView(document, about, options);
  return { text: writeText(view), html: writeHtmlFragment(view) };
}
