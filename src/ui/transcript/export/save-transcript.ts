import type { ExportChoices } from '../../../client/api/call-options.ts';
import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import { FORMAT_FILES, type TranscriptFormat } from '../../../contract/transcripts/transcript-formats.ts';
import type { SubtitlesConfig } from '../../../document/cues/cue-faults.ts';
import type { ExportOptions } from '../../../document/formats/export-options.ts';
import { exportView } from '../../../document/formats/export-view.ts';
import { serialize } from '../../../document/serialize.ts';
import type { AboutTranscript } from '../../../document/to-transcript-json.ts';
import { formatList } from '../../parts/format-list.ts';
import { saveFile } from '../../parts/save-file.ts';
import { MOST_INSIDE, pageWithSound } from './app-export.ts';

interface TranscriptExport {
  /** Name of the saved file, without its extension. */
  stem: string;
  /** Name of the recording's file. */
  fileName: string;
  /** What is shown; undefined for a format that the service alone writes. */
  document: CorrectedTranscript | undefined;
  about: AboutTranscript;
  options: ExportOptions;
  captions: SubtitlesConfig | undefined;
  /** The file as the service writes it. */
  fetched: (more: Pick<ExportChoices, 'audio'>) => Promise<Blob>;
  /** Null where a page is to have no sound inside. */
  recording: (() => Promise<Blob>) | null;
}

/** Saves a transcript as a file. Returns the bytes of a recording that is too long for one page, and was saved beside it; else null. */
export async function saveTranscript(
  format: TranscriptFormat,
  given: TranscriptExport,
): Promise<number | null> {
  const { stem, fileName, document, about, options, recording } = given;
  const { type, extension } = FORMAT_FILES[format];
  const save = (content: Blob | string) => saveFile(`${stem}.${extension}`, type, content);
  const audio = format === 'html' ? { audio: fileName } : {};
  if (!document) save(await given.fetched(audio));
  else if (format !== 'html' || !recording)
    save(
      new Blob([
        serialize(document, format, about, { ...options, captions: given.captions, ...audio }).content,
      ]),
    );
  else {
    const file = await recording();
    if (file.size > MOST_INSIDE) {
      save(new Blob([serialize(document, 'html', about, { ...options, ...audio }).content]));
      saveFile(fileName, file.type, file);
      return file.size;
    }
    save(await pageWithSound(document, about, options, file));
  }
  return null;
}

/** Saves a transcript as a PDF. Returns why there is none, or null. */
export async function savePdf(
  document: CorrectedTranscript,
  about: AboutTranscript,
  options: ExportOptions,
  stem: string,
): Promise<string | null> {
  const writer = await import('../../../document/formats/pdf/write-pdf.ts').catch(() => null);
  if (!writer)
    return 'The PDF writer could not be loaded. Connect to a network and try again, or choose Print.';
  const view = exportView(document, about, options);
  const missing = writer.lettersMissing(view);
  if (missing.length > 0) {
    return `The PDF’s fonts lack letters of this transcript, such as ${formatList(missing)}. Choose Print instead, and save it as a PDF there.`;
  }
  saveFile(`${stem}.pdf`, 'application/pdf', new Blob([writer.writePdf(view)]));
  return null;
}
