import { uniqueNames } from '../../lib/files/unique-names.ts';
import { cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';
import { type Segment, voicesOf } from './voices.ts';

/** Pauses up to this are part of a turn, as in NIST's own references. */
const SHORT_PAUSE_MS = 300;

/** Fields are separated by spaces. */
const field = (text: string): string => cleanLine(text).replaceAll(/\s+/gu, '_') || '_';

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

/** Who speaks when, as turns without long pauses. Source: NIST, RT-09 evaluation plan, appendix A. */
export function writeRttm(view: ExportView): string {
  const file = field(view.options.title ?? view.about.id);
  const voices = voicesOf(view);
  const names = uniqueNames(
    voices.map(({ name }) => field(name)),
    (name, number) => `${name}_${number}`,
  );
  const rows = voices.flatMap(({ channel, passages }, index) =>
    turnsOf(passages.flatMap(({ words }) => words)).map(({ startMs, endMs }) => ({
      startMs,
      row: `SPEAKER ${file} ${channel + 1} ${seconds(startMs)} ${seconds(endMs - startMs)} <NA> <NA> ${names[index]} <NA> <NA>\n`,
    })),
  );
  return rows
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ row }) => row)
    .join('');
}

function turnsOf(words: readonly Segment[]): Omit<Segment, 'text'>[] {
  const turns: Omit<Segment, 'text'>[] = [];
  for (const { startMs, endMs } of words) {
    const last = turns.at(-1);
    if (last && startMs - last.endMs <= SHORT_PAUSE_MS) last.endMs = endMs;
    else turns.push({ startMs, endMs });
  }
  return turns;
}
