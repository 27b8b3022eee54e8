import { type ByteSource, sliceSource } from '../../lib/bytes/byte-source.ts';
import { lastAtMost } from '../../lib/last-at-most.ts';
import { ByteReader } from '../byte-reader.ts';
import { type Box, MAX_INDEX_BYTES, readBox } from './mp4-boxes.ts';
import { Mp4Tables } from './mp4-tables.ts';
import { impossible, type RecodedTrack } from './track-tables.ts';

const MAX_FRAGMENT_BYTES = 16 * 1024 * 1024;
/** Boxes of the file itself: a few, and some for every fragment, of which even a short one is longer. */
const MAX_BOXES = { least: 2_000, perByte: 1 / 128, behind: 32 };
/** Where hidden boxes are: the reader skips boxes of this name. */
const SKIPPED_NAME = Uint8Array.from('free', (character) => character.charCodeAt(0));

export interface BoundedMp4 {
  source: ByteSource;
  /** The same without the samples of its index, if it has fragments behind these: mediabunny reads only one of both. */
  fragments: ByteSource | null;
  /** First byte of another file that was joined behind this one. */
  joinedAt: number | null;
  /** Bytes that a cut file lacks at its end; 0 if it is whole. */
  missing: number;
  /** Tracks whose coding changes: `source` shows only the first one of each. */
  recoded: readonly RecodedTrack[];
}

/**
 * An MP4 or QuickTime file that mediabunny reads in bounded time: unneeded boxes are hidden, and tables that contradict
 * the file's size throw 422. Other content is returned as it is.
 */
export async function boundedMp4(source: ByteSource): Promise<BoundedMp4> {
  const bytes = new ByteReader(source);
  return bytes.whileOpening(async () => {
    const tables = new Mp4Tables(source.size);
    const atEnd = await mfraAtEnd(bytes);
    const { hidden, joinedAt, missing } = await checkBoxes(bytes, tables);
    const whole = joinedAt === null ? source : sliceSource(source, 0, joinedAt);
    const positions = [...atEnd, ...hidden];
    const isMixed = tables.hasSamples && tables.hasFragments;
    return {
      source: tables.recoded.reduce(
        (shown, track) => withEntry(shown, track, track.parts[0]?.entry ?? 0),
        withoutBoxes(whole, positions),
      ),
      fragments: isMixed ? withoutBoxes(whole, [...positions, ...tables.tables]) : null,
      joinedAt,
      missing,
      recoded: tables.recoded,
    };
  });
}

interface PlacedBox extends Box {
  position: number;
}

/** Checks the first index and all fragments up to where another file begins; returns the positions of names to be hidden. */
async function checkBoxes(
  bytes: ByteReader,
  tables: Mp4Tables,
): Promise<{ hidden: number[]; joinedAt: number | null; missing: number }> {
  const hidden: number[] = [];
  let hasIndex = false;
  let joinedAt: number | null = null;
  let missing = 0;
  let boxesBehind = 0;
  for await (const { name, position, size } of outerBoxes(bytes)) {
    if (name === 'ftyp' && hasIndex) {
      joinedAt = position;
      break;
    }
    // Nothing more of a file without fragments is read: its sound may be damaged, and what seems to be boxes part of it.
    if (hasIndex && !tables.isFragmented && ++boxesBehind > MAX_BOXES.behind) break;
    missing = Math.max(missing, lackOf({ name, position, size }, bytes.size));
    if (name === 'mfra') hidden.push(position + 4);
    const isRead = name === 'moov' ? !hasIndex : name === 'moof' && (!hasIndex || tables.isFragmented);
    if (!isRead) continue;
    if (position + size > bytes.size) {
      // A recording that was cut off: without its last fragment the others can be read.
      if (name === 'moof') hidden.push(position + 4);
      break;
    }
    if (size > (name === 'moof' ? MAX_FRAGMENT_BYTES : MAX_INDEX_BYTES)) {
      throw impossible('its index is too large');
    }
    tables.check(await bytes.read(position, size), position);
    hasIndex ||= name === 'moov';
  }
  return { hidden: [...hidden, ...tables.hidden], joinedAt, missing };
}

/** Bytes that a cut file lacks of a box with sound or an index of it: what else is missing at the end is no loss. */
const lackOf = ({ name, position, size }: Omit<PlacedBox, 'start'>, fileSize: number): number =>
  name === 'mdat' || name === 'moof' ? Math.max(position + size - fileSize, 0) : 0;

/** The boxes of the file itself. */
async function* outerBoxes(bytes: ByteReader): AsyncGenerator<PlacedBox, void, undefined> {
  let boxesLeft = MAX_BOXES.least + bytes.size * MAX_BOXES.perByte;
  for (let position = 0; position + 8 <= bytes.size; ) {
    const box = await readBox(bytes, position);
    if (!box || box.size < box.start - position) return;
    if (--boxesLeft < 0) throw impossible('too many boxes');
    yield { ...box, position };
    position += box.size;
  }
}

/** A table of all fragments, found by its length in the last four bytes; lookups in a damaged one do not end. */
async function mfraAtEnd(bytes: ByteReader): Promise<number[]> {
  const last = await bytes.read(bytes.size - 4, 4);
  const length = last.reduce((value, byte) => value * 256 + byte, 0);
  if (length < 8 || length > bytes.size) return [];
  const box = await readBox(bytes, bytes.size - length);
  return box?.name === 'mfra' ? [bytes.size - length + 4] : [];
}

/** A source in which a track has only one of its sample entries: it is before the others, and is counted alone. */
export function withEntry(
  source: ByteSource,
  { countAt, entries }: RecodedTrack,
  chosen: number,
): ByteSource {
  const own = entries[chosen];
  const [start, end] = [countAt, entries.at(-1)?.end ?? countAt];
  let table: Promise<Uint8Array> | null = null;
  const read = async (): Promise<Uint8Array> => {
    const bytes = await source.read(start, end);
    const parts = own ? [own, ...entries.filter((entry) => entry !== own)] : entries;
    const changed = Uint8Array.of(0, 0, 0, 1, ...new Uint8Array(end - start - 4));
    let at = 4;
    for (const entry of parts) {
      changed.set(bytes.subarray(entry.start - start, entry.end - start), at);
      at += entry.end - entry.start;
    }
    return changed;
  };
  return {
    size: source.size,
    async read(from, to) {
      const bytes = await source.read(from, to);
      if (from >= end || to <= start) return bytes;
      table ??= read();
      const shown = (await table).subarray(Math.max(from - start, 0), to - start);
      const changed = bytes.slice();
      changed.set(shown, Math.max(start - from, 0));
      return changed;
    },
  };
}

/** A source in which the four characters at these positions are the name of a box that is skipped. */
function withoutBoxes(source: ByteSource, positions: readonly number[]): ByteSource {
  if (positions.length === 0) return source;
  const ascending = positions.toSorted((one, other) => one - other);
  return {
    size: source.size,
    async read(start, end) {
      const bytes = await source.read(start, end);
      let index = lastAtMost(ascending, start - SKIPPED_NAME.length) + 1;
      if ((ascending[index] ?? end) >= end) return bytes;
      // A copy: pieces of a source may be kept and shared.
      const changed = bytes.slice();
      for (; index < ascending.length; index++) {
        const position = ascending[index] ?? end;
        if (position >= end) break;
        for (const [offset, byte] of SKIPPED_NAME.entries()) {
          const at = position + offset - start;
          if (at >= 0 && at < changed.length) changed[at] = byte;
        }
      }
      return changed;
    },
  };
}
