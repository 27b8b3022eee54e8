import { cleanLine, sentencesOf, wholeParagraph } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/** A place on a timeline of an editing suite. */
export interface Marker {
  kind: 'speech' | 'chapter';
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  voice: string | null;
}

/** A marker for each chapter and each paragraph, or each sentence with stamps on lines, in order. */
export function markersOf({ document, paragraphs, voiceOf, options }: ExportView): Marker[] {
  const chapters = document.chapters.map(
    ({ start, title }): Marker => ({
      kind: 'chapter',
      start,
      end: start,
      text: cleanLine(title),
      voice: null,
    }),
  );
  const speech = paragraphs.flatMap((paragraph) => {
    const lines = options.timestamps === 'line' ? sentencesOf(paragraph) : [wholeParagraph(paragraph)];
    const voice = voiceOf(paragraph);
    return lines.map(
      ({ start, end, text }): Marker => ({
        kind: 'speech',
        start,
        end,
        text,
        voice: voice && cleanLine(voice),
      }),
    );
  });
  return [...chapters, ...speech].toSorted((a, b) => a.start - b.start);
}

export const markerText = ({ voice, text }: Marker): string => (voice === null ? text : `${voice}: ${text}`);
