const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*="[^"<]*")*)\s*(\/?)>/y;
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML 1.0 forbids.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

/** Reads the tag at a place; throws if there is none. */
function readTag(source: string, at: number) {
  TAG.lastIndex = at;
  const [whole, closing, name = '', attributes = '', empty] = TAG.exec(source) ?? [];
  if (whole === undefined) throw new Error(`Not a tag: ${source.slice(at, at + 80)}`);
  const names = [...attributes.matchAll(/([\w:.-]+)="[^"]*"/g)].map(([, attribute]) => attribute);
  if (new Set(names).size < names.length || REFERENCE.test(attributes))
    throw new Error(`Attributes: ${whole}`);
  return { whole, name, kind: closing ? 'end' : empty ? 'empty' : 'start' };
}

/** Throws if an XML text is not well-formed: elements, attributes and references; returns the names of its elements. */
export function checkWellFormed(text: string): string[] {
  const source = text.replace(/^<\?xml[^?]*\?>\s*/, '').replace(/^<!DOCTYPE \w+>\s*/, '');
  const found: string[] = [];
  const open: string[] = [];
  if (FORBIDDEN.test(source)) throw new Error('XML forbids a character.');
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at);
    const between = source.slice(at, next === -1 ? source.length : next);
    if (REFERENCE.test(between)) throw new Error(`Not a reference: ${between}`);
    if (open.length === 0 && between.trim() !== '') throw new Error(`Outside of the root: ${between}`);
    if (next === -1) break;
    const { whole, name, kind } = readTag(source, next);
    if (kind === 'end' && open.pop() !== name) throw new Error(`Closes nothing: ${whole}`);
    if (kind !== 'end') found.push(name);
    if (kind === 'start') open.push(name);
    at = next + whole.length;
  }
  if (open.length > 0) throw new Error(`Not closed: ${open.join(', ')}`);
  return found;
}
