import type { Cue } from '../../addons/subtitles/cue.ts';
import { cleanLine } from './blocks.ts';
import type { ExportView } from './export-view.ts';

/**
 * Cues for formats that have no place for who speaks: with `speakers` asked for, the name is before the first row
 * where the voice changes.
 */
export function labelledCues({ cues, options }: ExportView): readonly Cue[] {
  if (!options.speakers) return cues();
  let before: string | null = null;
  return cues().map((cue) => {
    const name = cleanLine(cue.voice ?? '');
    const changes = name !== '' && cue.voice !== before;
    before = cue.voice;
    const [first = '', ...rest] = cue.rows;
    return changes ? { ...cue, rows: [`${name}: ${first}`, ...rest] } : cue;
  });
}
