import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, quoted } from '../bad-import.ts';
import type { ImportNotes } from '../import-notes.ts';
import { fieldPassages, type RowedCue } from './cue-passages.ts';
import { secondsOf } from './cue-times.ts';

/** The fields of an event, where a file does not name them. */
const FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');

/** What is drawn is no text: from a directive that begins to draw until one that ends it. */
function withoutDrawings(text: string): string {
  let draws = false;
  return text
    .split(/(\{[^{}]*\})/u)
    .filter((part) => {
      if (!part.startsWith('{')) return !draws;
      const scale = /\\p(\d+)/.exec(part)?.[1];
      if (scale !== undefined) draws = Number(scale) > 0;
      return false;
    })
    .join('');
}

/** A text without directives; a word joiner behind a backslash keeps it from its letter. */
const rowsOf = (text: string): string[] =>
  withoutDrawings(text)
    .split(/\\[Nn]/u)
    .map((row) => row.replaceAll('\\h', ' ').replaceAll('\\\u2060', '\\'));

/** The events of an SSA or ASS file that are dialogue, with the field Name as who speaks. Throws AppError 400 if there is none. */
export function readAss(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  let fields = FIELDS;
  // A file that was cut out of another has no sections.
  let inEvents = !/^\s*\[events\]/im.test(content);
  const cues: RowedCue[] = [];
  content.split(/\r\n?|\n/).forEach((line, index) => {
    const section = /^\s*\[([^\]]*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) inEvents = section.trim().toLowerCase() === 'events';
    const [, kind = '', rest = ''] = /^\s*(Format|Dialogue)\s*:\s*(.*)$/i.exec(line) ?? [];
    if (!inEvents || kind === '') return;
    if (kind.toLowerCase() === 'format') {
      fields = rest.split(',').map((field) => field.trim().toLowerCase());
      return;
    }
    const cells = rest.split(',');
    // The last field may have commas.
    const values = [...cells.slice(0, fields.length - 1), cells.slice(fields.length - 1).join(',')];
    const fieldOf = (...names: string[]) =>
      values[fields.findIndex((field) => names.includes(field))]?.trim() ?? '';
    const [start, end] = [secondsOf(fieldOf('start')), secondsOf(fieldOf('end'))];
    const text = fieldOf('text');
    if (start === null || end === null) {
      notes.add(index + 1, msg`${quoted(line)} has no pair of times, and was left out`);
    } else {
      const voice = fieldOf('name', 'actor').replaceAll(';\u2060', ',').replaceAll('\\\u2060', '\\');
      cues.push({ start, end, voice: voice || null, rows: rowsOf(text) });
    }
  });
  if (cues.length === 0) throw badImport(name, null, msg`it has no dialogue in [Events]`);
  return fieldPassages(cues);
}
