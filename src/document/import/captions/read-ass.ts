import type { ImportedPassage } from '../../../contract/transcripts/imported-transcript.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, type ImportNotes, quoted } from '../bad-import.ts';
import { MARKS, REWRITE } from '../vocabulary/patterns.ts';
import { secondsOf } from '../written-times.ts';
import { fieldPassages, type RowedCue } from './cue-passages.ts';

/** The fields of an event, where a file does not name them. */
const FIELDS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');

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
      const text = event.get('text') ?? '';
      const [italic, rows] = [MARKS.italicCue.test(text), REWRITE.ass(text).split('\n')];
      cues.push({ start, end, voice: voice || null, rows, italic });
    }
  }
  if (cues.length === 0) throw badImport(name, null, msg`it has no dialogue in [Events]`);
  return fieldPassages(cues);
}
