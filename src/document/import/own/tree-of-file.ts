import { xmlTree } from './xml-tree.ts';

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** What a file of fields in each other has, as JSON, a value on each line, or XML; undefined for another one. */
export function treeOfFile(content: string): unknown {
  const start = content.trimStart();
  if (start.startsWith('<')) return xmlTree(content);
  if (!/^[[{]/.test(start)) return undefined;
  const whole = parsed(content);
  if (whole !== undefined) return whole;
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  const values = lines.map(parsed);
  return values.includes(undefined) ? undefined : values;
}
