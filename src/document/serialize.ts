import type { Cue } from '../addons/subtitles/cue.ts';
import { writeSrt } from '../addons/subtitles/write-srt.ts';
import { writeVtt } from '../addons/subtitles/write-vtt.ts';
import type { TranscriptFormat } from '../contract/corrected-transcript.ts';
import type { EditedTranscript } from '../contract/edited-transcript.ts';
import { hasSeveralChannels, voiceName } from '../contract/voice-name.ts';
import { type CueOptions, documentCues } from './document-cues.ts';
import { type SpokenParagraph, spokenParagraphs } from './spoken-paragraphs.ts';
import { type AboutEdit, toCorrectedTranscript } from './to-corrected-transcript.ts';

/** What a format is made from: the present state, without what was struck or redacted. */
export interface ExportView {
  document: EditedTranscript;
  paragraphs: readonly SpokenParagraph[];
  cues: () => readonly Cue[];
  about: AboutEdit;
}

interface Renderer {
  /** Media type of the file. */
  type: string;
  render: (view: ExportView) => string;
}

/** One paragraph per block, labelled if there are several voices. */
function toPlainText({ paragraphs }: ExportView): string {
  const several = hasSeveralChannels(paragraphs);
  const blocks = paragraphs.map((paragraph) => {
    const voice = voiceName(paragraph, several);
    return voice === null ? paragraph.text : `${voice}: ${paragraph.text}`;
  });
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

const RENDERERS: Record<TranscriptFormat, Renderer> = {
  json: {
    type: 'application/json',
    render: ({ document, paragraphs, about }) =>
      JSON.stringify(toCorrectedTranscript(document, paragraphs, about)),
  },
  txt: { type: 'text/plain; charset=utf-8', render: toPlainText },
  srt: { type: 'application/x-subrip; charset=utf-8', render: ({ cues }) => writeSrt(cues()) },
  vtt: { type: 'text/vtt; charset=utf-8', render: ({ cues }) => writeVtt(cues()) },
};

/**
 * Writes the document's present state as a file. Every export goes through here, so what is struck or redacted is in
 * none of them.
 */
export function serialize(
  document: EditedTranscript,
  format: TranscriptFormat,
  about: AboutEdit,
  options: CueOptions = {},
): { type: string; text: string } {
  const { type, render } = RENDERERS[format];
  const paragraphs = spokenParagraphs(document, { names: options.names ?? false });
  return { type, text: render({ document, paragraphs, about, cues: () => documentCues(document, options) }) };
}
