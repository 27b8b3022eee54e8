import { cleanLine, sentencesOf, wholeParagraph } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/** A label for each paragraph, or for each sentence with stamps on lines. Source: Audacity manual, "Importing and exporting labels". */
export function writeAudacity({ paragraphs, voiceOf, options }: ExportView): string {
  return paragraphs
    .flatMap((paragraph) => {
      const lines = options.timestamps === 'line' ? sentencesOf(paragraph) : [wholeParagraph(paragraph)];
      const voice = voiceOf(paragraph);
      return lines.map(({ start, end, text }) => {
        const label = voice === null ? text : `${cleanLine(voice)}: ${text}`;
        return `${start.toFixed(6)}\t${end.toFixed(6)}\t${label}\n`;
      });
    })
    .join('');
}
