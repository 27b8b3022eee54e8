import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, type ImportNotes, quoted } from '../bad-import.ts';
import { secondsOf } from '../written-times.ts';
import { fieldPassages, type RowedCue } from './cue-passages.ts';

/** The fields of an event, where a file does not name them. */
const FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');

/** At the beginning of a row they are the player's, not the text's. */
const MARKS_OF_DIRECTION = /^[\u200e\u200f]+/u;

/** The rows of a text without directives, and without what is drawn: from a directive that begins to draw until one that ends it. */
function rowsOf(text: string): string[] {
  let draws = false;
  const said = text.split(/(\{[^{}]*\})/u).filter((part) => {
    if (!part.startsWith('{')) return !draws;
    const scale = /\\p(\d+)/.exec(part)?.[1];
    if (scale !== undefined) draws = Number(scale) > 0;
    return false;
  });
  // A word joiner behind a backslash keeps it from its letter.
  return said
    .join('')
    .split(/\\[Nn]/u)
    .map((row) => row.replace(MARKS_OF_DIRECTION, '').replaceAll('\\h', ' ').replaceAll('\\\u2060', '\\'));
}

/** The events of an SSA or ASS file that are dialogue, with the field Name as who speaks. Throws AppError 400 if there is none. */
export function readAss(name: string, content: string, notes: ImportNotes): ImportedPassage[] {
  let fields = FIELDS;
  // A file that was cut out of another has no sections.
  let inEvents = !/^\s*\[events\]/im.test(content);
  const cues: RowedCue[] = [];
  for (const [index, line] of content.split(/\r\n?|\n/).entries()) {
    const section = /^\s*\[([^\]]*)\]\s*$/.exec(line)?.[1];
    if (section !== undefined) inEvents = section.trim().toLowerCase() === 'events';
    const [, kind = '', rest = ''] = /^\s*(Format|Dialogue)\s*:\s*(.*)$/i.exec(line) ?? [];
    const cells = rest.split(',');
    if (!inEvents || kind === '') continue;
    if (kind.toLowerCase() === 'format') {
      fields = cells.map((field) => field.trim().toLowerCase());
      continue;
    }
    // The last field may have commas.
    const values = [...cells.slice(0, fields.length - 1), cells.slice(fields.length - 1).join(',')];
    const event = new Map(fields.map((field, at) => [field, values[at]?.trim() ?? '']));
    const [start, end] = ['start', 'end'].map((field) => secondsOf(event.get(field) ?? ''));
    if (start == null || end == null) {
      notes.add(index + 1, msg`${quoted(line)} has no pair of times, and was left out`);
    } else {
      const voice = (event.get('name') ?? event.get('actor') ?? '')
        .replaceAll(';\u2060', ',')
        .replaceAll('\\\u2060', '\\');
      cues.push({ start, end, voice: voice || null, rows: rowsOf(event.get('text') ?? '') });
    }
  }
  if (cues.length === 0) throw badImport(name, null, msg`it has no dialogue in [Events]`);
  return fieldPassages(cues);
}
