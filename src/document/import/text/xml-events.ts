import { decodeEntities } from './decode-entities.ts';

/** What stands in an XML file, in order. Names are without their namespace's prefix. */
export type XmlEvent =
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string>; isEmpty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

const TOKEN = /<[!?][^<>]*>|<(\/?)([^\s<>/]+)([^<>]*)>|[^<]+|</gu;
const ATTRIBUTE = /(?<=\s)([^\s=]{1,100})\s?=\s?(?:"([^"]*)"|'([^']*)')/gu;

/** What stands between two marks, made into something else. In one pass: from each opening mark, an expression would look for its end. */
function replaceBetween(text: string, open: string, close: string, make: (inner: string) => string): string {
  return text
    .split(open)
    .map((part, index) => {
      if (index === 0) return part;
      const end = part.indexOf(close);
      return end < 0 ? '' : make(part.slice(0, end)) + part.slice(end + close.length);
    })
    .join('');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const plain = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

/** Reads XML where the browser has no parser: in workers. */
export function* xmlEvents(content: string): Generator<XmlEvent> {
  const bare = replaceBetween(content, '<!--', '-->', () => '');
  const source = replaceBetween(bare, '<![CDATA[', ']]>', escaped);
  for (const [token, slash, name, rest = ''] of source.matchAll(TOKEN)) {
    if (name !== undefined && slash === '/') yield { kind: 'close', name: plain(name) };
    else if (name !== undefined) {
      const attributes = new Map<string, string>();
      for (const [, key = '', double, single = ''] of rest.matchAll(ATTRIBUTE)) {
        attributes.set(plain(key), decodeEntities(double ?? single));
      }
      yield { kind: 'open', name: plain(name), attributes, isEmpty: rest.endsWith('/') };
    } else if (!token.startsWith('<!') && !token.startsWith('<?')) {
      yield { kind: 'text', text: decodeEntities(token) };
    }
  }
}
