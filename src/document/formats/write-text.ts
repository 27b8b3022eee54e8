import { formatClock } from '../../lib/format-clock.ts';
import { blocksOf } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/** One paragraph per block, labelled if there are several voices; stamps in square brackets. */
export function writeText(view: ExportView): string {
  const timestamps = view.options.timestamps ?? 'off';
  const texts = blocksOf(view, timestamps).flatMap((block) => {
    if (block.kind === 'chapter') return [];
    const rows = block.lines.map(({ start, text }, index) => {
      const stamp = timestamps === 'off' ? '' : `[${formatClock(start)}] `;
      const label = block.voice === null || index > 0 ? '' : `${block.voice}: `;
      return `${stamp}${label}${text}`;
    });
    for (const { lines } of block.beside) rows.push(...lines.map(({ text }) => text));
    return [rows.join('\n')];
  });
  return texts.length === 0 ? '' : `${texts.join('\n\n')}\n`;
}
