import { blobSource } from '../lib/bytes/byte-source.ts';
import { ByteReader, fourCharacters } from './byte-reader.ts';
import { readElement } from './matroska/ebml.ts';
import { MATROSKA_ID } from './matroska/matroska-ids.ts';
import { readBox } from './mp4/mp4-boxes.ts';
import { readChunk, readLongSizes, UNKNOWN_SIZE } from './pcm/riff-chunks.ts';

/** No recording is shorter. */
const MIN_BYTES = 64;
/** Heads are looked at, and what is between them is not. */
const READ_BYTES = 64;
/** A file with more boxes than this is searched instead, since each costs a read. */
const MAX_BOXES = 64;
/** A line break and two hyphens, read as the size of a box: the delimiter of a multipart body. */
const DELIMITER_SIZE = 0x0d0a_2d2d;

/**
 * Bytes of the file that begins a Blob, as its outer chunk, boxes or segment claim; null where the format does not say.
 */
export async function declaredLength(blob: Blob): Promise<number | null> {
  if (blob.size < MIN_BYTES) return null;
  const bytes = new ByteReader(blobSource(blob), READ_BYTES);
  const head = (await bytes.read(0, 8)).slice();
  switch (fourCharacters(head, 0)) {
    case 'RIFF':
      return outerChunkEnd(bytes, true);
    case 'RF64':
    case 'BW64':
      return longRiffEnd(bytes);
    case 'FORM':
      return outerChunkEnd(bytes, false);
    case '\x1aE\xdf\xa3':
      return segmentEnd(bytes);
    default:
      return fourCharacters(head, 4) === 'ftyp' ? lastBoxEnd(bytes) : null;
  }
}

async function outerChunkEnd(bytes: ByteReader, littleEndian: boolean): Promise<number | null> {
  const chunk = await readChunk(bytes, 0, littleEndian);
  // Zero and all ones represent a stream without end.
  return chunk && chunk.size !== 0 && chunk.size !== UNKNOWN_SIZE ? chunk.start + chunk.size : null;
}

async function longRiffEnd(bytes: ByteReader): Promise<number | null> {
  const chunk = await readChunk(bytes, 12, true);
  const sizes = chunk?.name === 'ds64' ? await readLongSizes(bytes, chunk, true) : null;
  return sizes && sizes.riff !== 0 ? sizes.riff + 8 : null;
}

/** Up to the first position where no box begins. */
async function lastBoxEnd(bytes: ByteReader): Promise<number | null> {
  let at = 0;
  for (let boxes = 0; boxes < MAX_BOXES; boxes++) {
    const box = await readBox(bytes, at);
    if (!box || !/^[a-z0-9]{4}$/i.test(box.name) || box.size === DELIMITER_SIZE) return at;
    // Zero: to the end of the file, wherever that is.
    if (box.size < 8 || at + box.size > bytes.size) return null;
    at += box.size;
  }
  return null;
}

async function segmentEnd(bytes: ByteReader): Promise<number | null> {
  const header = await readElement(bytes, 0);
  const segment = header?.end ? await readElement(bytes, header.end) : null;
  return segment?.id === MATROSKA_ID.segment ? segment.end : null;
}
