import type { CorrectedTranscript } from '../contract/transcripts/corrected-transcript.ts';
import { FORMAT_FILES, type TranscriptFormat } from '../contract/transcripts/transcript-formats.ts';
import type { ExportOptions } from './formats/export-options.ts';
import { exportView } from './formats/export-view.ts';
import { RENDERERS } from './formats/renderers.ts';
import type { AboutTranscript } from './to-transcript-json.ts';

/** A transcript as a file: its media type, and its text or bytes. */
export interface ExportedFile {
  type: string;
  content: string | Uint8Array<ArrayBuffer>;
}

/**
 * Writes the document's present state as a file. Every export goes through here, so what is struck or redacted is in
 * none of them. Throws 400 for a template that cannot be read, an address that no player may have, and a recording
 * too long for the format.
 */
export function serialize(
  document: CorrectedTranscript,
  format: TranscriptFormat,
  about: AboutTranscript,
  options: ExportOptions = {},
): ExportedFile {
  const content = RENDERERS[format](exportView(document, about, options));
  return { type: FORMAT_FILES[format].type, content };
}
