/** A file of more boxes than this is searched instead: each costs a read. */
const MAX_BOXES = 64;

const latin1 = (view: DataView, at: number, length: number) =>
  String.fromCharCode(
    ...new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, Math.min(length, view.byteLength - at))),
  );

/**
 * How long the file that begins a Blob says it is, in bytes: RIFF, RF64 and AIFF by their outer chunk, MP4 and QuickTime
 * by their boxes (ISO/IEC 14496-12 §4.2), Matroska and WebM by their segment (RFC 8794). Null where the format does not
 * say. It is a claim: check what follows.
 */
export async function declaredLength(blob: Blob): Promise<number | null> {
  const head = await readView(blob, 0, 64);
  if (head.byteLength < 64) return null;
  switch (latin1(head, 0, 4)) {
    case 'RIFF':
      return known(head.getUint32(4, true));
    case 'RF64':
    case 'BW64':
      return latin1(head, 12, 4) === 'ds64' ? known(Number(head.getBigUint64(20, true))) : null;
    case 'FORM':
      return known(head.getUint32(4));
    case '\x1aE\xdf\xa3':
      return matroskaLength(head);
    default:
      return latin1(head, 4, 4) === 'ftyp' ? boxesLength(blob) : null;
  }
}

/** The size of an outer chunk counts neither its name nor itself; 0 and all ones stand for a stream without end. */
const known = (size: number) => (size === 0 || size === 0xffff_ffff ? null : size + 8);

async function readView(blob: Blob, start: number, length: number): Promise<DataView> {
  return new DataView(await blob.slice(start, start + length).arrayBuffer());
}

/** Up to the first place where no box begins. */
async function boxesLength(blob: Blob): Promise<number | null> {
  let at = 0;
  for (let boxes = 0; boxes < MAX_BOXES; boxes++) {
    const head = await readView(blob, at, 16);
    if (head.byteLength < 16 || !/^[a-z0-9]{4}$/i.test(latin1(head, 4, 4))) return at;
    const short = head.getUint32(0);
    const size = short === 1 ? Number(head.getBigUint64(8)) : short;
    // What follows the file is the line break and two hyphens of a delimiter, not a box of 219 MB.
    if (size === 0x0d0a_2d2d) return at;
    // Zero: to the end of the file, wherever that is.
    if (size < 8 || at + size > blob.size) return null;
    at += size;
  }
  return null;
}

const SEGMENT_ID = 0x18538067;

function matroskaLength(head: DataView): number | null {
  const header = variableInteger(head, 4);
  if (!header) return null;
  const segment = header.end + header.value;
  if (segment + 12 > head.byteLength || head.getUint32(segment) !== SEGMENT_ID) return null;
  const size = variableInteger(head, segment + 4);
  return size && size.end + size.value;
}

/** An EBML size (RFC 8794 §6); null when it is unknown, as in a live recording. */
function variableInteger(view: DataView, at: number): { value: number; end: number } | null {
  const first = view.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > view.byteLength) return null;
  let value = first & (0xff >> length);
  let unknown = value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = view.getUint8(at + index);
    unknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return unknown ? null : { value, end: at + length };
}
