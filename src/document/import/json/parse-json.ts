import { jsonFaultLine } from '../../../lib/errors/json-fault.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, type ImportNotes, quoted } from '../bad-import.ts';
import { MARKS } from '../vocabulary/patterns.ts';

const isTree = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** JSON with such numbers as null, and without such commas; undefined if it is none either. */
function parseOrNone(content: string): unknown {
  try {
    return JSON.parse(
      content.replaceAll(MARKS.noJson, (token, text?: string) => text ?? (token === ',' ? '' : 'null')),
    );
  } catch {
    return undefined;
  }
}

/** A JSON file, or the values of one with a value on each line, without broken ones, which the notes name. Throws AppError 400. */
export function parseJson(name: string, content: string, notes: ImportNotes): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    const mended = parseOrNone(content);
    if (mended !== undefined) return mended;
    const lines = content.split('\n').map((text, at) => ({ text, line: at + 1, value: parseOrNone(text) }));
    const said = lines.filter(({ text }) => text.trim() !== '');
    const good = said.filter(isTree);
    if (MARKS.goesOn.test(said[0]?.text ?? '') || good.length === 0)
      throw badImport(name, jsonFaultLine(content, error), msg`it is not JSON, or not all of it`, error);
    for (const one of said) {
      if (!isTree(one)) notes.add(one.line, msg`${quoted(one.text)} is not JSON, and was left out`);
    }
    return good.map(({ value }) => value);
  }
}
