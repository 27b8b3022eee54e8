import { coloursOf } from '../../addons/subtitles/caption-guides.ts';
import { writeSrt } from '../../addons/subtitles/write-srt.ts';
import { writeVtt } from '../../addons/subtitles/write-vtt.ts';
import type { TranscriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { toTranscriptJson } from '../to-transcript-json.ts';
import { writeDocx } from './docx/write-docx.ts';
import type { ExportView } from './export-view.ts';
import { writeHtml } from './html/write-html.ts';
import { labelledCues } from './spoken-cues.ts';
import { writeTemplate } from './template/write-template.ts';
import { writeAss } from './write-ass.ts';
import { writeAudacity } from './write-audacity.ts';
import { writeCsv } from './write-csv.ts';
import { writeEaf } from './write-eaf.ts';
import { writeEdl } from './write-edl.ts';
import { writeFcpxml } from './write-fcpxml.ts';
import { writeMarkdown } from './write-markdown.ts';
import { noteWriter } from './write-note.ts';
import { writeChapters, writePodcast } from './write-podcast.ts';
import { writeRttm } from './write-rttm.ts';
import { writeText } from './write-text.ts';
import { writeTextGrid } from './write-textgrid.ts';
import { writeTtml } from './write-ttml.ts';

/** How each format is written. */
export const RENDERERS: Readonly<
  Record<TranscriptFormat, (view: ExportView) => string | Uint8Array<ArrayBuffer>>
> = {
  json: ({ document, paragraphs, about }) => JSON.stringify(toTranscriptJson(document, paragraphs, about)),
  txt: writeText,
  md: writeMarkdown,
  docx: writeDocx,
  html: writeHtml,
  srt: (view) => writeSrt(labelledCues(view)),
  vtt: ({ cues, style }) => {
    const shown = cues();
    return writeVtt(shown, { byWord: style.look !== 'plain', colourOf: coloursOf(shown, style) });
  },
  ass: writeAss,
  ttml: writeTtml,
  csv: writeCsv,
  rttm: writeRttm,
  textgrid: writeTextGrid,
  eaf: writeEaf,
  audacity: writeAudacity,
  fcpxml: writeFcpxml,
  edl: writeEdl,
  obsidian: noteWriter('obsidian'),
  logseq: noteWriter('logseq'),
  note: noteWriter('note'),
  podcast: writePodcast,
  chapters: writeChapters,
  template: writeTemplate,
};
