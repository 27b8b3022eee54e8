import { cleanLine, sentencesOf, wholeParagraph } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/**
 * What spreadsheets take for a formula, also after spaces and in its full-width form. Source: OWASP, CSV Injection.
 */
const FORMULA = /^\s*[=+\-@\t\r|%＝＋－＠]/u;

/** A cell of text: always quoted, and never a formula; an apostrophe before it says so to spreadsheets. */
export function csvCell(text: string): string {
  const clean = cleanLine(text);
  return `"${FORMULA.test(clean) ? "'" : ''}${clean.replaceAll('"', '""')}"`;
}

/**
 * A row for each paragraph, or for each sentence with stamps on lines; times in seconds. RFC 4180, with the mark by which
 * spreadsheets know UTF-8.
 */
export function writeCsv({ paragraphs, voiceOf, options }: ExportView): string {
  const rows = paragraphs.flatMap((paragraph) => {
    const lines = options.timestamps === 'line' ? sentencesOf(paragraph) : [wholeParagraph(paragraph)];
    const { channel, language } = paragraph;
    return lines.map(({ start, end, text, words }) => {
      const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(words.length, 1);
      return [
        start.toFixed(3),
        end.toFixed(3),
        csvCell(voiceOf(paragraph) ?? ''),
        channel,
        language,
        confidence.toFixed(2),
        csvCell(text),
      ];
    });
  });
  const head = ['start', 'end', 'speaker', 'channel', 'language', 'confidence', 'text'];
  return `\ufeff${[head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}
