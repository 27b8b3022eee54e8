import { jsonFaultLine } from '../../../lib/errors/json-fault.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { badImport, type ImportNotes, quoted } from '../bad-import.ts';

/** Python writes numbers that JSON does not have, such as the probability of nothing; people leave commas behind the last item. */
const NO_JSON = /("(?:[^"\\]|\\.)*")|-?\bInfinity\b|\bNaN\b|,(?=\s{0,99}[\]}])/g;
/** The first line of a value that goes on in the next one. */
const GOES_ON = /[[{,]\s*$/;

const isTree = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** JSON with such numbers as null, and without such commas; undefined if it is none either. */
function parseOrNone(content: string): unknown {
  try {
    return JSON.parse(
      content.replaceAll(NO_JSON, (token, text?: string) => text ?? (token === ',' ? '' : 'null')),
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
    if (GOES_ON.test(said[0]?.text ?? '') || good.length === 0)
      throw badImport(name, jsonFaultLine(content, error), msg`it is not JSON, or not all of it`, error);
    for (const one of said) {
      if (!isTree(one)) notes.add(one.line, msg`${quoted(one.text)} is not JSON, and was left out`);
    }
    return good.map(({ value }) => value);
  }
}
