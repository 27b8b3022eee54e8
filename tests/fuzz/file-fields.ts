/** A number or a name in the structure of a media file: its offset and how many bytes it takes. */
export interface Field {
  at: number;
  length: number;
  littleEndian?: boolean;
}

/** A part of a file that can be repeated, removed or swapped: a box, an element, a page, a frame. */
export interface Part {
  start: number;
  end: number;
}

export interface Structure {
  fields: Field[];
  parts: Part[];
}

const MP4_PARENTS = new Set(
  'moov trak mdia minf stbl edts mvex moof traf udta meta ilst wave stsd dinf mp4a alac avc1'.split(' '),
);
const MP4_PREAMBLE: Record<string, number> = { stsd: 8, meta: 4, mp4a: 28, alac: 28, avc1: 78 };
const EBML_PARENTS = new Set([0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe1, 0x1f43b675, 0xa0]);
/** The first fields of a table or header are the ones that steer a reader. */
const LEADING_BYTES = 48;

/** Where the structure of a file is: what a reader takes as a length, a count, a position or a name. */
export function structureOf(bytes: Uint8Array): Structure {
  const structure: Structure = { fields: [], parts: [] };
  const text = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  if (text(0, 3) === 'ID3') structure.fields.push({ at: 6, length: 4 });
  if (/^(ftyp|moov|mdat|wide|free|styp|moof)$/.test(text(4, 4))) readBoxes(bytes, 0, bytes.length, structure);
  else if (text(0, 4) === '\x1aE\xdf\xa3') readElements(bytes, 0, bytes.length, structure);
  else if (text(0, 4) === 'OggS') readPages(bytes, structure);
  else if (/^(RIFF|RIFX|RF64|FORM)$/.test(text(0, 4)))
    readChunks(bytes, 12, 8, text(0, 4) !== 'FORM', structure);
  else if (text(0, 4) === 'caff') readChunks(bytes, 8, 12, false, structure);
  else if (text(0, 4) === 'fLaC') readBlocks(bytes, structure);
  else if (bytes[0] === 0x47 && bytes[188] === 0x47) readTransportPackets(bytes, structure);
  else readFrames(bytes, structure);
  return structure;
}

const bigEndian = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((value, byte) => value * 256 + byte, 0);

function leading(fields: Field[], start: number, end: number, size: number, littleEndian = false): void {
  for (let at = start; at + size <= Math.min(end, start + LEADING_BYTES); at += size) {
    fields.push({ at, length: size, littleEndian });
  }
}

function readBoxes(bytes: Uint8Array, from: number, to: number, into: Structure): void {
  for (let at = from; at + 8 <= to; ) {
    const size = bigEndian(bytes, at, 4);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (size < 8 || at + size > to) return;
    into.fields.push({ at, length: 4 }, { at: at + 4, length: 4 });
    into.parts.push({ start: at, end: at + size });
    const content = at + 8 + (MP4_PREAMBLE[name] ?? 0);
    if (MP4_PARENTS.has(name)) readBoxes(bytes, content, at + size, into);
    if (name !== 'mdat') leading(into.fields, at + 8, at + size, 4);
    at += size;
  }
}

function readElements(bytes: Uint8Array, from: number, to: number, into: Structure): void {
  for (let at = from; at < to; ) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    const sizeLength = Math.clz32(bytes[at + idLength] ?? 0) - 23;
    if (idLength > 4 || sizeLength > 8) return;
    const id = bigEndian(bytes, at, idLength);
    const data = at + idLength + sizeLength;
    const first = (bytes[at + idLength] ?? 0) & (0xff >> sizeLength);
    const size = first * 256 ** (sizeLength - 1) + bigEndian(bytes, at + idLength + 1, sizeLength - 1);
    const end = Math.min(to, data + size);
    into.fields.push({ at, length: idLength }, { at: at + idLength, length: sizeLength });
    into.parts.push({ start: at, end });
    if (EBML_PARENTS.has(id)) readElements(bytes, data, end, into);
    else if (end - data <= 8) into.fields.push({ at: data, length: Math.max(1, end - data) });
    else leading(into.fields, data, data + 6, 1);
    at = end;
  }
}

function readPages(bytes: Uint8Array, into: Structure): void {
  for (let at = 0; at + 27 < bytes.length; ) {
    const segments = bytes[at + 26] ?? 0;
    const sizes = bytes.subarray(at + 27, at + 27 + segments);
    const end = at + 27 + segments + sizes.reduce((sum, size) => sum + size, 0);
    for (const [offset, length] of [
      [4, 1],
      [5, 1],
      [6, 8],
      [14, 4],
      [18, 4],
      [22, 4],
      [26, 1],
      [27, 1],
    ] as const) {
      into.fields.push({ at: at + offset, length, littleEndian: true });
    }
    leading(into.fields, at + 27 + segments, end, 1);
    into.parts.push({ start: at, end });
    at = end;
  }
}

function readChunks(
  bytes: Uint8Array,
  from: number,
  headBytes: 8 | 12,
  littleEndian: boolean,
  into: Structure,
): void {
  into.fields.push({ at: 4, length: 4, littleEndian });
  for (let at = from; at + headBytes <= bytes.length; ) {
    const sizeBytes = headBytes - 4;
    const sizeField = bytes.slice(at + 4, at + headBytes);
    const size = bigEndian(littleEndian ? sizeField.reverse() : sizeField, 0, sizeBytes);
    const end = Math.min(bytes.length, at + headBytes + size + (headBytes === 8 ? size & 1 : 0));
    into.fields.push({ at, length: 4 }, { at: at + 4, length: sizeBytes, littleEndian });
    for (const length of [1, 2, 4, 8]) leading(into.fields, at + headBytes, end, length, littleEndian);
    into.parts.push({ start: at, end });
    at = end;
  }
}

function readBlocks(bytes: Uint8Array, into: Structure): void {
  let at = 4;
  for (let last = false; !last && at + 4 <= bytes.length; ) {
    last = (bytes[at] ?? 0) > 127;
    const end = at + 4 + bigEndian(bytes, at + 1, 3);
    into.fields.push({ at, length: 1 }, { at: at + 1, length: 3 });
    leading(into.fields, at + 4, end, 1);
    into.parts.push({ start: at, end });
    at = end;
  }
  readFrames(bytes, into, at);
}

function readTransportPackets(bytes: Uint8Array, into: Structure): void {
  for (let at = 0; at + 188 <= bytes.length; at += 188) {
    leading(into.fields, at, at + 24, 1);
    leading(into.fields, at + 4, at + 24, 2);
    into.parts.push({ start: at, end: at + 188 });
  }
}

/** Headers of frames begin with eleven or more set bits, or with those of AC-3. */
function readFrames(bytes: Uint8Array, into: Structure, from = 0): void {
  let previous = from;
  for (let at = from; at + 8 < bytes.length; at++) {
    const isFrame =
      (bytes[at] === 0xff && (bytes[at + 1] ?? 0) >= 0xe0) || (bytes[at] === 0x0b && bytes[at + 1] === 0x77);
    if (!isFrame) continue;
    leading(into.fields, at, at + 8, 1);
    if (at > previous) into.parts.push({ start: previous, end: at });
    previous = at;
  }
  // The first frame may hold an encoder's information.
  leading(into.fields, from + 32, from + 80, 4);
}
