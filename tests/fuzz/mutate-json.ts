type Random = () => number;

const pick = <Item>(from: readonly Item[], random: Random): Item | undefined =>
  from[Math.floor(random() * from.length)];

/** Numbers at which computing goes wrong; the last two are written so that parsing makes infinities of them. */
const NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1e-320,
  7,
  60,
  3600,
  1e8,
  1e8 + 1,
  1e9,
  1.7e12,
  2 ** 31,
  2 ** 53,
  1e15,
  1e305,
  1e308,
];
const INFINITE = '\u{f8ff}infinite';
const TEXTS = [
  '',
  ' ',
  '\n\n',
  '\0',
  '\ud800',
  '\u202e',
  '\u200b',
  '—',
  '…',
  '__proto__',
  'constructor',
  '-->',
  '<v Ada>',
  ']]>',
  '{{',
  'Ada: ',
  '𝒜👩‍👩‍👧',
  'ภาษาไทย',
  '日本語',
  'p1',
  's0',
  'ja',
  'en-US',
  '../x',
  'https://spy.example/a',
  'text/html',
  '9999-12-31T23:59:59.999Z',
  '0b9e9c1e-0000-4000-8000-000000000000',
  'x'.repeat(3000),
];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** A place in a value: what holds it, and its key there. */
type Place = { holder: Json[]; key: number } | { holder: { [key: string]: Json }; key: string };

/** A changed copy of a JSON text, by one to three changes; the same for the same random numbers. */
export function mutateJson(text: string, random: Random): string {
  const root: { [key: string]: Json } = { value: JSON.parse(text) };
  const changes = 1 + Math.floor(random() * 3);
  for (let change = 0; change < changes; change++) {
    const places = placesIn(root);
    const place = pick(places, random);
    if (place) changePlace(place, places, random);
  }
  const made = JSON.stringify(root.value) ?? 'null';
  return made.replaceAll(JSON.stringify(INFINITE), random() < 0.5 ? '1e999' : '-1e999');
}

function placesIn(value: Json): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((part, key) => [{ holder: value, key }, ...placesIn(part)]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [{ holder: value, key }, ...placesIn(part)]);
}

const valueAt = ({ holder, key }: Place): Json =>
  (Array.isArray(holder) ? holder[Number(key)] : holder[key]) ?? null;

function put({ holder, key }: Place, value: Json): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

function changePlace(place: Place, places: readonly Place[], random: Random): void {
  const { holder, key } = place;
  const value = valueAt(place);
  const isLeaf = typeof value !== 'object' || value === null;
  const way = random();
  if (way < (isLeaf ? 0.75 : 0.15)) put(place, otherValue(value, random));
  else if (way < 0.82 && Array.isArray(holder)) holder.splice(Number(key), 0, ...twice(value, random));
  else if (way < 0.88) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  } else if (way < 0.92) put(place, nested(value, 1 + Math.floor(random() * 150)));
  else if (way < 0.96 && Array.isArray(holder)) holder.reverse();
  else {
    const other = pick(places, random);
    if (other) put(place, structuredClone(valueAt(other)));
  }
}

/** Another value of its kind, or now and then of another. */
function otherValue(value: Json, random: Random): Json {
  const kind =
    random() < 0.15 ? pick(['number', 'string', 'null', 'object', 'boolean'], random) : typeof value;
  if (kind === 'number')
    return random() < 0.1 ? INFINITE : (random() < 0.1 ? -1 : 1) * (pick(NUMBERS, random) ?? 0);
  if (kind === 'boolean') return random() < 0.5;
  if (kind === 'string') {
    const text = pick(TEXTS, random) ?? '';
    return random() < 0.3 && typeof value === 'string' ? value + text : text;
  }
  return pick<Json>([null, {}, [], [null], { value: 1 }], random) ?? null;
}

const twice = (value: Json, random: Random): Json[] =>
  Array.from({ length: 1 + Math.floor(random() ** 8 * 300) }, () => structuredClone(value));

function nested(value: Json, levels: number): Json {
  let made = value;
  for (let level = 0; level < levels; level++) made = level % 2 === 0 ? [made] : { value: made };
  return made;
}

const LINES = [
  '',
  '-->',
  '00:00:01,000 --> 00:00:00,500',
  '99999999999:00:00,000 --> 99999999999:00:01,000',
  'NOTE x',
  'WEBVTT',
  '<b><i><c.x>',
  '&#xD800;',
  'Ada: ',
  '[1:02:03]',
  '1',
];

/** A changed copy of a text, by one to four changes to its lines and characters. */
export function mutateText(text: string, random: Random): string {
  let lines = text.split('\n');
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) {
    const at = Math.floor(random() * lines.length);
    const line = lines[at] ?? '';
    const way = random();
    if (way < 0.4) lines[at] = mutateLine(line, random);
    else if (way < 0.5) lines.splice(at, 1);
    else if (way < 0.6) lines.splice(at, 0, ...twice(line, random).map(String));
    else if (way < 0.75) lines.splice(at, 0, pick(LINES, random) ?? '');
    else if (way < 0.85) lines = [...lines.slice(at), ...lines.slice(0, at)];
    else if (way < 0.92)
      lines[at] = line.replaceAll(/\d+/g, () => String(Math.floor(random() * 10 ** (random() * 22))));
    else lines.splice(at);
  }
  return lines.join(random() < 0.1 ? '\r\n' : '\n');
}

function mutateLine(line: string, random: Random): string {
  const at = Math.floor(random() * (line.length + 1));
  const rest = line.slice(at + Math.floor(random() * 3));
  return `${line.slice(0, at)}${random() < 0.7 ? (pick(TEXTS, random) ?? '') : ''}${rest}`;
}

/** A changed copy of bytes: some are others, some are cut off or repeated. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(bytes);
  const changes = 1 + Math.floor(random() * 6);
  for (let change = 0; change < changes; change++) {
    // Archives have their structure at their end.
    const at =
      random() < 0.5
        ? Math.floor(random() * changed.length)
        : changed.length - 1 - Math.floor(random() * 900);
    const value = pick([0, 1, 0x7f, 0x80, 0xff, Math.floor(random() * 256)], random) ?? 0;
    if (at >= 0) changed[at] = value;
  }
  if (random() < 0.75) return changed;
  const cut = Math.floor(random() * changed.length);
  return random() < 0.5
    ? changed.slice(0, cut)
    : Uint8Array.from([...changed.slice(0, cut), ...changed.slice(cut / 2)]);
}
