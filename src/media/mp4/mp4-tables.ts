import { msg } from '../../lib/errors/msg.ts';
import { fourCharacters } from '../byte-reader.ts';
import { damaged, undecodable } from '../media-errors.ts';
import { decodedBy } from './sample-description.ts';

/** Boxes whose children mediabunny reads, wherever it meets them. */
const CONTAINERS = new Set('mdia minf dinf edts schi trak stbl mvex moof traf wave'.split(' '));
/** Boxes that are not needed: tags, encryption, and tables for random access. */
const HIDDEN = new Set('udta meta keys ilst sinf pssh saiz saio senc mfra tfra'.split(' '));
/** Tables whose number of entries follows four bytes of version and flags, and the bytes of an entry. */
const TABLES: Record<string, number> = { stts: 8, ctts: 8, stss: 4, stsc: 12, stco: 4, co64: 8 };
const SIZES = new Set(['stsz', 'stz2']);

const MAX_DEPTH = 32;
const MAX_BOXES = 200_000;
/** All entries of a file's tables: a day of audio and video. */
const MAX_ENTRIES = 16_000_000;
/** Samples of a track that is sorted by presentation time. */
const MAX_SORTED_SAMPLES = 4_000_000;
/** Samples of one fragment. */
const MAX_FRAGMENT_SAMPLES = 1_000_000;

const MAX_DESCRIPTIONS = 64;
/** Changes of a track's coding. */
const MAX_PARTS = 64;

const AUDIO_ENTRY_BYTES = 36;
const VIDEO_ENTRY_BYTES = 86;

export const impossible = (what: string) =>
  damaged(msg`The file is damaged: its index contradicts its size (${what}).`);

/** A track of which one coding follows another; mediabunny reads all samples by one of them. */
export interface RecodedTrack {
  /** Its place among the audio tracks of the file, from 1. */
  number: number;
  /** Where its table of sample entries lies in the file: the count, and each entry. */
  countAt: number;
  entries: readonly ByteRange[];
  /** In order: the index of the entry, and what comes first. */
  parts: readonly TrackPart[];
}

export interface TrackPart {
  entry: number;
  /** Numbers from 0. */
  firstSample: number;
  firstChunk: number;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** What a track's tables contain together. */
interface TrackTables {
  handler: 'soun' | 'vide' | null;
  sizes: number;
  /** 0 if unknown. */
  id: number;
  chunks: number;
  /** Of all chunks, as runs: the number of the first one, from 1, and the samples in each. */
  runs: { firstChunk: number; samples: number; description: number }[];
  timedSamples: number;
  isSorted: boolean;
  /** What decoders need to know of its samples, and where it lies in the file; empty if it is told only once. */
  descriptions: ({ coding: string } & ByteRange)[];
  countAt: number;
}

interface FragmentDefaults {
  sampleBytes: number;
  /** Number of the sample entry, from 1. */
  description: number;
}

/**
 * Checks the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12) that mediabunny reads without a bound: it trusts
 * every count and every length, and reads a box's children even beyond the box. One instance checks the index and the
 * fragments of a file.
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

  /** Checks a whole `moov` or `moof` box, which lies at `base` in the file. Throws 422. */
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
    if (depth > MAX_DEPTH) throw impossible('boxes lie too deep in each other');
    for (let at = from; at + 8 <= to; ) {
      const { name, start, end } = this.#header(at, to);
      // mediabunny stops here, too.
      if (end < start) return;
      if (++this.#boxes > MAX_BOXES) throw impossible('too many boxes');
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
    if (HIDDEN.has(name)) {
      this.hidden.push(this.#base + at + 4);
      return;
    }
    const isRead = CONTAINERS.has(name) || name in TABLES || OTHERS.has(name);
    if (!isRead) return;
    if (end > to) throw impossible(`the box ${name} is longer than the one around it`);
    if (name in TABLES || SIZES.has(name)) this.tables.push(this.#base + at + 4);
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
        if (CONTAINERS.has(name)) this.#children(start, end, depth + 1);
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
    if (this.#entries > MAX_ENTRIES) throw impossible('too many samples');
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
    if (this.isFragmented || parts.length > MAX_PARTS) throw undecodable(CHANGING);
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
      if (count > 1 && index < MAX_DESCRIPTIONS) {
        const coding = decodedBy(this.#bytes.subarray(at, entryEnd));
        this.#track.descriptions.push({ coding, start: this.#base + at, end: this.#base + entryEnd });
      }
      const fields = content + (isVideo ? VIDEO_ENTRY_BYTES : AUDIO_ENTRY_BYTES) - 8;
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
    if (this.#fragmentSamples > MAX_FRAGMENT_SAMPLES) throw impossible('a fragment has too many samples');
    if (flags & 0x200) return;
    this.#fragmentBytes += count * Math.max(1, this.#fragmentTrack?.sampleBytes ?? 0);
    if (this.#fragmentBytes > this.#fileBytes) throw impossible('its fragments need more bytes than it has');
  }
}

/** Boxes other than containers and plain tables that are checked. */
const OTHERS = new Set('hdlr tkhd stsd stsz stz2 elst dfLa trex tfhd trun'.split(' '));

const CHANGING = 'The coding changes inside a track of this MP4, and such';

const emptyTrack = (): TrackTables => ({
  handler: null,
  sizes: 0,
  id: 0,
  chunks: 0,
  runs: [],
  timedSamples: 0,
  isSorted: false,
  descriptions: [],
  countAt: 0,
});

function checkTrack({ sizes, chunks, runs, timedSamples, isSorted }: TrackTables): void {
  if (isSorted && timedSamples > MAX_SORTED_SAMPLES) throw impossible('too many samples');
  let previous = 0;
  for (const { firstChunk, samples } of runs) {
    if (firstChunk <= previous || firstChunk > Math.max(1, chunks)) {
      throw impossible('the order of its chunks is wrong');
    }
    // The position of a sample is the sum of those before it in its chunk; if all are equal, a product.
    if (sizes > 1 && samples > sizes) {
      throw impossible(`a chunk of ${samples} samples, where there are ${sizes}`);
    }
    previous = firstChunk;
  }
}
