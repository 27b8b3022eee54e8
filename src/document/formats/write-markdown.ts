import { formatClock } from '../../lib/format-clock.ts';
import { blocksOf, cleanLine, runsOf } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/** Signs that CommonMark, tables, strike-through and formulas use anywhere in a row. */
const SIGNS = /[\\`*_{}[\]<>#|~!&$]/g;
/** What begins a list, a heading's underline or a rule at the start of a row. */
const LIST_MARK = /^([-+=]|\d{1,9}(?=[.)]))/;

/** A text that Markdown shows as it is. */
export const markdown = (text: string): string =>
  cleanLine(text)
    .replaceAll(SIGNS, (sign) => `\\${sign}`)
    .replace(LIST_MARK, (mark) => (/\d/.test(mark) ? mark : `\\${mark}`))
    .replace(/^(\d{1,9})([.)])/, '$1\\$2');

/** Title and chapters as headings, speakers in bold, stamps as code, highlights as `<mark>`; lines of a paragraph end with a hard break. */
export function writeMarkdown(view: ExportView): string {
  const { title, timestamps = 'off' } = view.options;
  const texts = blocksOf(view, timestamps).map((block) => {
    if (block.kind === 'chapter') return `## ${markdown(block.title)}`;
    const rows = block.lines.map((line, index) => {
      const { start } = line;
      const stamp = timestamps === 'off' ? '' : `\`${formatClock(start)}\` `;
      const label = block.voice === null || index > 0 ? '' : `**${markdown(block.voice)}:** `;
      const text = runsOf(line, block.isHighlighted).map((run) => {
        const gap = run.text.startsWith(' ') ? ' ' : '';
        return run.highlighted ? `${gap}<mark>${markdown(run.text)}</mark>` : `${gap}${markdown(run.text)}`;
      });
      return `${stamp}${label}${text.join('')}`;
    });
    for (const { lines } of block.beside) rows.push(...lines.map(({ text }) => markdown(text)));
    return rows.join('\\\n');
  });
  const all = [...(title ? [`# ${markdown(title)}`] : []), ...texts];
  return all.length === 0 ? '' : `${all.join('\n\n')}\n`;
}
