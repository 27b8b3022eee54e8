import { uniqueNames } from '../../lib/files/unique-names.ts';
import type { ExportView } from './export-view.ts';
import { type Segment, voicesOf } from './voices.ts';

/** Quotes are doubled; there is no other escape. Source: Praat manual, "TextGrid file formats". */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const seconds = (milliseconds: number) => String(milliseconds / 1000);

/** Intervals fill a tier without gaps: what is between is empty. */
function filled(segments: readonly Segment[], endMs: number): Segment[] {
  const intervals: Segment[] = [];
  let at = 0;
  for (const segment of segments) {
    if (segment.startMs > at) intervals.push({ startMs: at, endMs: segment.startMs, text: '' });
    intervals.push(segment);
    at = segment.endMs;
  }
  if (at < endMs) intervals.push({ startMs: at, endMs, text: '' });
  return intervals;
}

/** Two tiers for each voice: its paragraphs (or sentences, with stamps on lines) and its words. Praat's long format. */
export function writeTextGrid(view: ExportView): string {
  const voices = voicesOf(view);
  const ends = voices.flatMap(({ passages }) => passages.map(({ endMs }) => endMs));
  const endMs = ends.reduce(
    (latest, end) => Math.max(latest, end),
    Math.max(1, Math.round(view.document.duration * 1000)),
  );
  // Praat opens no grid without tiers.
  const spoken = voices.length > 0 ? voices : [{ name: 'Transcript', passages: [] }];
  const tiers = spoken.flatMap(({ name, passages }) => [
    { name, segments: passages },
    { name: `${name} - words`, segments: passages.flatMap(({ words }) => words) },
  ]);
  const names = uniqueNames(tiers.map(({ name }) => name));
  const items = tiers.map(({ segments }, index) => {
    const intervals = filled(segments, endMs);
    return [
      `    item [${index + 1}]:`,
      '        class = "IntervalTier"',
      `        name = ${quoted(names[index] ?? '')}`,
      '        xmin = 0',
      `        xmax = ${seconds(endMs)}`,
      `        intervals: size = ${intervals.length}`,
      ...intervals.flatMap((interval, at) => [
        `        intervals [${at + 1}]:`,
        `            xmin = ${seconds(interval.startMs)}`,
        `            xmax = ${seconds(interval.endMs)}`,
        `            text = ${quoted(interval.text)}`,
      ]),
    ].join('\n');
  });
  return [
    'File type = "ooTextFile"',
    'Object class = "TextGrid"',
    '',
    'xmin = 0',
    `xmax = ${seconds(endMs)}`,
    'tiers? <exists>',
    `size = ${items.length}`,
    'item []:',
    ...items,
    '',
  ].join('\n');
}
