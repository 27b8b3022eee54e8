import { xmlEvents } from '../text/xml-events.ts';

interface Element {
  name: string;
  fields: Record<string, unknown>;
  text: string;
}

/** What an element is in a tree: its text where it has nothing else, otherwise its attributes and elements, which are in lists. */
function treeOf({ fields, text }: Element): unknown {
  const said = text.replaceAll(/\s+/gu, ' ').trim();
  if (Object.keys(fields).length === 0) return said;
  return said === '' ? fields : { ...fields, '#text': said };
}

function put(into: Element, name: string, value: unknown): void {
  const before = into.fields[name];
  if (Array.isArray(before)) before.push(value);
  // A text that comes once is a field.
  else if (before === undefined) into.fields[name] = typeof value === 'string' ? value : [value];
  else into.fields[name] = [before, value];
}

/** An XML file as fields in each other, as JSON has them. */
export function xmlTree(content: string): unknown {
  const root: Element = { name: '', fields: {}, text: '' };
  const open = [root];
  for (const event of xmlEvents(content)) {
    const inner = open.at(-1) ?? root;
    if (event.kind === 'text') inner.text += event.text;
    else if (event.kind === 'open') {
      const element = { name: event.name, fields: Object.fromEntries(event.attributes), text: '' };
      if (event.isEmpty) put(inner, event.name, treeOf(element));
      else open.push(element);
    } else if (inner !== root && inner.name === event.name) {
      open.pop();
      put(open.at(-1) ?? root, inner.name, treeOf(inner));
    }
  }
  return root.fields;
}
