import entities from '../vocabulary/entities.json' with { type: 'json' };
import { LIMITS, MARKS } from '../vocabulary/patterns.ts';

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries(entities.characters));

/** A program may write them in capitals. */
const named = (name: string): string | undefined => NAMED.get(name) ?? NAMED.get(name.toLowerCase());

/** A text with the references of HTML, XML and WebVTT resolved; others remain as they are. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(
    /&(?:([a-z][a-z\d]{1,7})|#(\d{1,7})|#x([\da-f]{1,6}));/giu,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return named(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** An element of an XML file. Names are in lower case, without their namespace's prefix. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Elements and texts, in order. */
  inside: (XmlElement | string)[];
}

/** The text between two marks, replaced. In one pass: from each opening mark, an expression would look for its end. */
function replaceBetween(text: string, open: string, close: string, make: (inner: string) => string): string {
  const [before = '', ...parts] = text.split(open);
  const replaced = parts.map((part) => {
    const end = part.indexOf(close);
    return end < 0 ? '' : make(part.slice(0, end)) + part.slice(end + close.length);
  });
  return before + replaced.join('');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const plain = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

const attributesIn = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(tag.matchAll(MARKS.xmlAttribute), ([, key = '', double, single = '']) => [
      plain(key),
      decodeEntities(double ?? single),
    ]),
  );

/** The root of an XML file, or of HTML, for workers, where the browser has no parser. A closing tag of no open element is left out. */
export function xmlRoot(content: string): XmlElement {
  const root: XmlElement = { name: '', attributes: new Map(), inside: [] };
  const open = [root];
  const bare = replaceBetween(content, '<!--', '-->', () => '');
  for (const [token, slash, tag, rest = ''] of replaceBetween(bare, '<![CDATA[', ']]>', escaped).matchAll(
    MARKS.xmlMarkup,
  )) {
    const inside = open.at(-1)?.inside ?? root.inside;
    if (tag === undefined) {
      if (!/^<[!?]/.test(token)) inside.push(decodeEntities(token));
      continue;
    }
    const name = plain(tag);
    if (slash === '/') {
      const at = open.findLastIndex((element) => element.name === name);
      if (at > 0) open.length = at;
      continue;
    }
    const element = { name, attributes: attributesIn(rest), inside: [] };
    inside.push(element);
    if (!rest.endsWith('/') && open.length <= LIMITS.xmlDepth) open.push(element);
  }
  return root;
}

/** All elements in another one, at any depth, and itself. */
export function elementsIn(outer: XmlElement): XmlElement[] {
  const all = [outer];
  for (const { inside } of all) for (const one of inside) if (typeof one !== 'string') all.push(one);
  return all;
}

/** The text in an element, at any depth. */
export const textIn = ({ inside }: XmlElement): string =>
  inside.map((one) => (typeof one === 'string' ? one : textIn(one))).join('');
