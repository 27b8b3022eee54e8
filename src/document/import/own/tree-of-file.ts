import { ImportNotes, unlessRefused } from '../bad-import.ts';
import { parseJson } from '../json/parse-json.ts';
import { type XmlElement, xmlRoot } from '../text/xml-elements.ts';

/** An element in a tree: its text where it has nothing else, otherwise its attributes and elements, which are in lists. */
function treeOf({ attributes, inside }: XmlElement): unknown {
  const fields: Record<string, unknown> = Object.fromEntries(attributes);
  let text = '';
  for (const one of inside) {
    if (typeof one === 'string') {
      text += one;
      continue;
    }
    const before = fields[one.name];
    const value = treeOf(one);
    if (Array.isArray(before)) before.push(value);
    // A text that comes once is a field.
    else if (before === undefined) fields[one.name] = typeof value === 'string' ? value : [value];
    else fields[one.name] = [before, value];
  }
  const said = text.replaceAll(/\s+/gu, ' ').trim();
  if (Object.keys(fields).length === 0) return said;
  return said === '' ? fields : { ...fields, '#text': said };
}

/** An XML file as fields in each other, as JSON has them. */
export const xmlTree = (content: string): unknown => treeOf({ ...xmlRoot(content), name: '' });

/** What a file of fields in each other has, as JSON, a value on each line, or XML; undefined for another one. */
export function treeOfFile(content: string): unknown {
  const start = content.trimStart();
  if (start.startsWith('<')) return xmlTree(content);
  if (!/^[[{]/.test(start)) return undefined;
  return unlessRefused(() => parseJson('', content, new ImportNotes())) ?? undefined;
}
