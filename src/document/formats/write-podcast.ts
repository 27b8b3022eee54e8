import { cleanLine, sentencesOf, wholeParagraph } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/** Seconds with at most three decimals. */
const seconds = (time: number): number => Math.round(time * 1000) / 1000;

/**
 * The JSON transcript of Podcasting 2.0: a segment for each sentence, or for each paragraph with stamps on them. Source:
 * https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/transcripts/transcripts.md
 */
export function writePodcast({ paragraphs, voiceOf, options }: ExportView): string {
  const segments = paragraphs.flatMap((paragraph) => {
    const speaker = cleanLine(voiceOf(paragraph) ?? '');
    const lines = options.timestamps === 'paragraph' ? [wholeParagraph(paragraph)] : sentencesOf(paragraph);
    return lines.map(({ start, end, text }) => ({
      ...(speaker && { speaker }),
      startTime: seconds(start),
      endTime: seconds(end),
      body: text,
    }));
  });
  return `${JSON.stringify({ version: '1.0.0', segments })}\n`;
}

/**
 * The chapters of Podcasting 2.0. Source:
 * https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md
 */
export function writeChapters({ document, options }: ExportView): string {
  const title = cleanLine(options.title ?? '');
  const chapters = document.chapters
    .toSorted((a, b) => a.start - b.start)
    .map((chapter) => ({ startTime: seconds(chapter.start), title: cleanLine(chapter.title) }));
  return `${JSON.stringify({ version: '1.2.0', ...(title && { title }), chapters })}\n`;
}
