/** Names of boxes, by what is done with them. */
export const BOXES = {
  /** Boxes whose children mediabunny reads, wherever it meets them. */
  containers: new Set('mdia minf dinf edts schi trak stbl mvex moof traf wave'.split(' ')),
  /** Boxes that are not needed: tags, encryption, and tables for random access. */
  hidden: new Set('udta meta keys ilst sinf pssh saiz saio senc mfra tfra'.split(' ')),
  sizes: new Set(['stsz', 'stz2']),
};

/** Tables whose number of entries follows four bytes of version and flags, and the bytes of an entry. */
export const TABLES: Record<string, number> = { stts: 8, ctts: 8, stss: 4, stsc: 12, stco: 4, co64: 8 };

export const MOST = {
  depth: 32,
  boxes: 200_000,
  /** All entries of a file's tables: a day of audio and video. */
  entries: 16_000_000,
  /** Samples of one fragment. */
  fragmentSamples: 1_000_000,
  descriptions: 64,
  /** Changes of a track's coding. */
  parts: 64,
};

/** Bytes of a sample entry before its boxes. */
export const ENTRY_BYTES = { audio: 36, video: 86 };
