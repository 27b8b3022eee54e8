import { fourCharacters } from '../byte-reader.ts';
import { undecodable } from '../media-errors.ts';
import { BOXES, ENTRY_BYTES, MOST, TABLES } from './mp4-bounds.ts';
import { decodedBy } from './sample-description.ts';
import {
  CHANGING,
  checkTrack,
  emptyTrack,
  type FragmentDefaults,
  impossible,
  OTHERS,
  type RecodedTrack,
  type TrackPart,
  type TrackTables,
} from './track-tables.ts';

/**
 * Checks the boxes of an MP4 or QuickTime file, index and fragments, that mediabunny reads without a bound: it trusts
 * every count and length, and reads children beyond their box.
 */
export class Mp4Tables {
  /** Positions of the names of boxes that are to be hidden, ascending in each part checked. */
  readonly hidden: number[] = [];
  /** Positions of the names of tables of samples, ascending. */
  readonly tables: number[] = [];
  isFragmented = false;
  hasFragments = false;
  /** Tracks whose coding changes. */
  readonly recoded: RecodedTrack[] = [];
  /** Whether the index itself has samples, beside those of fragments. */
  hasSamples = false;
  readonly #fileBytes: number;
  readonly #defaults = new Map<number, FragmentDefaults>();
  /** Codings of audio tracks that have several, by the track's id. */
  readonly #codings = new Map<number, string[]>();
  #entries = 0;
  #fragmentBytes = 0;
  #audioTracks = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #base = 0;
  #boxes = 0;
  #track: TrackTables | null = null;
  #fragmentTrack: FragmentDefaults | null = null;
  #fragmentSamples = 0;

  constructor(fileBytes: number) {
    this.#fileBytes = fileBytes;
  }

  /** Checks a whole `moov` or `moof` box, which is at `base` in the file. Throws 422. */
  check(box: Uint8Array, base: number): void {
    this.#bytes = box;
    this.#view = new DataView(box.buffer, box.byteOffset, box.byteLength);
    this.#base = base;
    this.#boxes = 0;
    this.#track = null;
    this.#fragmentSamples = 0;
    const header = this.#view.getUint32(0) === 1 ? 16 : 8;
    this.hasFragments ||= fourCharacters(box, 4) === 'moof';
    this.#children(header, box.length, 0);
  }

  #children(from: number, to: number, depth: number): void {
    if (depth > MOST.depth) throw impossible('boxes lie too deep in each other');
    for (let at = from; at + 8 <= to; ) {
      const { name, start, end } = this.#header(at, to);
      // mediabunny stops here, too.
      if (end < start) return;
      if (++this.#boxes > MOST.boxes) throw impossible('too many boxes');
      this.#box(name, { at, start, end, to }, depth);
      at = end;
    }
  }

  #header(at: number, to: number): { name: string; start: number; end: number } {
    const size = this.#view.getUint32(at);
    const name = fourCharacters(this.#bytes, at + 4);
    if (size !== 1) return { name, start: at + 8, end: at + size };
    if (at + 16 > to) throw impossible('a box is cut off');
    return { name, start: at + 16, end: at + Number(this.#view.getBigUint64(at + 8)) };
  }

  #box(name: string, box: { at: number; start: number; end: number; to: number }, depth: number): void {
    const { at, start, end, to } = box;
    if (BOXES.hidden.has(name)) {
      this.hidden.push(this.#base + at + 4);
      return;
    }
    const isRead = BOXES.containers.has(name) || name in TABLES || OTHERS.has(name);
    if (!isRead) return;
    if (end > to) throw impossible(`the box ${name} is longer than the one around it`);
    if (name in TABLES || BOXES.sizes.has(name)) this.tables.push(this.#base + at + 4);
    switch (name) {
      case 'trak':
        this.#track = emptyTrack();
        this.#children(start, end, depth + 1);
        checkTrack(this.#track);
        this.#noteCodings(this.#track);
        this.hasSamples ||= this.#track.timedSamples > 0;
        this.#track = null;
        return;
      case 'traf':
        this.#fragmentTrack = null;
        this.#children(start, end, depth + 1);
        return;
      case 'mvex':
        this.isFragmented = true;
        this.#children(start, end, depth + 1);
        return;
      case 'tkhd': {
        // Behind two times, which have eight bytes in version 1.
        const at = start + (this.#bytes[start] === 1 ? 20 : 12);
        if (this.#track && at + 4 <= end) this.#track.id = this.#view.getUint32(at);
        return;
      }
      case 'hdlr':
        this.#handler(fourCharacters(this.#bytes, start + 8));
        return;
      case 'stsd':
        this.#sampleEntries(start, end, depth);
        return;
      case 'stsz':
      case 'stz2':
        this.#sampleSizes(name, start, end);
        return;
      case 'elst':
        this.#count(start, end, this.#bytes[start] === 1 ? 20 : 12);
        return;
      case 'dfLa':
        this.#flacBlocks(start + 4, end);
        return;
      case 'trex':
        if (start + 20 <= end) {
          this.#defaults.set(this.#view.getUint32(start + 4), {
            sampleBytes: this.#view.getUint32(start + 16),
            description: this.#view.getUint32(start + 8),
          });
        }
        return;
      case 'tfhd':
        this.#fragmentHeader(start, end);
        return;
      case 'trun':
        this.#fragmentRun(start, end);
        return;
      default:
        if (BOXES.containers.has(name)) this.#children(start, end, depth + 1);
        else this.#table(name, start, end);
    }
  }

  /** The number of entries of a table, which must fit into it. */
  #count(start: number, end: number, entryBytes: number, countAt = 4): number {
    if (start + countAt + 4 > end) throw impossible('a table is cut off');
    const count = this.#view.getUint32(start + countAt);
    if (start + countAt + 4 + Math.ceil(count * entryBytes) > end) {
      throw impossible(`a table of ${count} entries lies in ${end - start} bytes`);
    }
    this.#entries += count;
    if (this.#entries > MOST.entries) throw impossible('too many samples');
    return count;
  }

  #table(name: string, start: number, end: number): void {
    const entryBytes = TABLES[name] ?? 0;
    const count = this.#count(start, end, entryBytes);
    const track = this.#track;
    if (!track) return;
    if (name === 'stco' || name === 'co64') track.chunks += count;
    if (name === 'ctts') track.isSorted ||= count > 0;
    for (let index = 0; index < count && (name === 'stts' || name === 'stsc'); index++) {
      const entry = start + 8 + index * entryBytes;
      const [first, second] = [this.#view.getUint32(entry), this.#view.getUint32(entry + 4)];
      if (name === 'stts') track.timedSamples += first;
      else {
        const description = this.#view.getUint32(entry + 8);
        track.runs.push({ firstChunk: first, samples: second, description });
      }
    }
  }

  #sampleSizes(name: string, start: number, end: number): void {
    if (start + 12 > end) throw impossible('a table is cut off');
    const sampleBytes = this.#view.getUint32(start + 4);
    const fieldBits = name === 'stz2' ? sampleBytes & 0xff : 32;
    if (![4, 8, 16, 32].includes(fieldBits))
      throw impossible('the sizes of its samples are of no known kind');
    const isTable = name === 'stz2' || sampleBytes === 0;
    const sizes = isTable ? this.#count(start, end, fieldBits / 8, 8) : 1;
    if (this.#track) this.#track.sizes += sizes;
  }

  /** Notes where the coding of a track changes. Throws 415 if it does so in fragments, or without end. */
  #noteCodings({ handler, id, descriptions, runs, countAt, chunks }: TrackTables): void {
    if (handler !== 'soun') return;
    this.#audioTracks += 1;
    this.#codings.set(
      id,
      descriptions.map(({ coding }) => coding),
    );
    const parts: TrackPart[] = [];
    let firstSample = 0;
    let coding: string | undefined;
    for (const [index, { firstChunk, samples, description }] of runs.entries()) {
      const own = descriptions[description - 1]?.coding;
      if (index === 0 || own !== coding) {
        parts.push({ entry: description - 1, firstSample, firstChunk: firstChunk - 1 });
      }
      coding = own;
      firstSample += ((runs[index + 1]?.firstChunk ?? chunks + 1) - firstChunk) * samples;
    }
    if (descriptions.length === 0 || parts.length < 2) return;
    if (this.isFragmented || parts.length > MOST.parts) throw undecodable(CHANGING);
    this.recoded.push({ number: this.#audioTracks, countAt, entries: descriptions, parts });
  }

  /** Handlers of other kinds do not end the track's kind for mediabunny. */
  #handler(name: string): void {
    if (this.#track && (name === 'soun' || name === 'vide')) this.#track.handler = name;
  }

  /** Sample entries have children behind fields whose length depends on their kind. */
  #sampleEntries(start: number, end: number, depth: number): void {
    if (start + 8 > end) throw impossible('a table is cut off');
    if (!this.#track?.handler) return;
    const isVideo = this.#track.handler === 'vide';
    const count = this.#view.getUint32(start + 4);
    this.#track.countAt = this.#base + start + 4;
    let at = start + 8;
    for (let index = 0; index < count; index++) {
      if (at + 8 > end) throw impossible('a table is cut off');
      const { start: content, end: entryEnd } = this.#header(at, end);
      if (entryEnd < content) return;
      if (entryEnd > end) throw impossible('a table is cut off');
      if (count > 1 && index < MOST.descriptions) {
        const coding = decodedBy(this.#bytes.subarray(at, entryEnd));
        this.#track.descriptions.push({ coding, start: this.#base + at, end: this.#base + entryEnd });
      }
      const fields = content + (isVideo ? ENTRY_BYTES.video : ENTRY_BYTES.audio) - 8;
      this.#children(
        fields + (isVideo ? 0 : this.#extraFields(start, content, entryEnd)),
        entryEnd,
        depth + 1,
      );
      at = entryEnd;
    }
  }

  /** QuickTime sound descriptions of version 1 and 2 are longer than the plain one. */
  #extraFields(table: number, content: number, end: number): number {
    if (this.#bytes[table] !== 0 || content + 10 > end) return 0;
    const version = this.#view.getUint16(content + 8);
    return version === 1 ? 16 : version === 2 ? 36 : 0;
  }

  /** Metadata blocks of FLAC in MP4: the last one is marked. */
  #flacBlocks(start: number, end: number): void {
    for (let at = start; ; ) {
      if (at + 4 > end) throw impossible('its FLAC header is cut off');
      const head = this.#view.getUint32(at);
      at += 4 + (head & 0xffffff);
      if (head >>> 31 === 1) return;
    }
  }

  #fragmentHeader(start: number, end: number): void {
    if (start + 8 > end) throw impossible('a fragment is cut off');
    const flags = this.#view.getUint32(start) & 0xffffff;
    const id = this.#view.getUint32(start + 4);
    const descriptionAt = start + 8 + (flags & 1 ? 8 : 0);
    const sizeAt = descriptionAt + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0);
    if (sizeAt + (flags & 0x10 ? 4 : 0) > end) throw impossible('a fragment is cut off');
    const { sampleBytes = 0, description = 1 } = this.#defaults.get(id) ?? {};
    this.#fragmentTrack = {
      sampleBytes: flags & 0x10 ? this.#view.getUint32(sizeAt) : sampleBytes,
      description: flags & 2 ? this.#view.getUint32(descriptionAt) : description,
    };
    const codings = this.#codings.get(id) ?? [];
    const own = codings[this.#fragmentTrack.description - 1] ?? codings[0];
    if (own !== codings[0]) throw undecodable(CHANGING);
  }

  /** A run's samples are listed, as far as they do not all have the default size and duration. */
  #fragmentRun(start: number, end: number): void {
    if (start + 8 > end) throw impossible('a fragment is cut off');
    const flags = this.#view.getUint32(start) & 0xffffff;
    const count = this.#view.getUint32(start + 4);
    const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
    const head = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
    if (start + head + count * fields * 4 > end)
      throw impossible('a fragment lists more samples than it has room for');
    this.#fragmentSamples += count;
    if (this.#fragmentSamples > MOST.fragmentSamples) throw impossible('a fragment has too many samples');
    if (flags & 0x200) return;
    this.#fragmentBytes += count * Math.max(1, this.#fragmentTrack?.sampleBytes ?? 0);
    if (this.#fragmentBytes > this.#fileBytes) throw impossible('its fragments need more bytes than it has');
  }
}
