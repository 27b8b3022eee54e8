/** Of LevelDB's logs and MANIFESTs: https://github.com/google/leveldb/blob/main/doc/log_format.md */
const BLOCK = 32 * 1024;
const HEAD = 7;
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4];
const CRC_POLYNOMIAL = 0x82f6_3b78;
const MASK_DELTA = 0xa282_ead8;

/** How a file of records ends, and whether LevelDB can read it. */
export type FileState =
  | 'whole'
  /** A record's head, or a part of its content. The next opening ignores it. */
  | 'ends in half a record'
  /** Whole blocks of a record that has more. The next opening ignores them. */
  | 'ends between blocks of a record'
  /** Something follows half a record: the next opening deletes the database. */
  | 'damaged';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ CRC_POLYNOMIAL : value >>> 1;
  return value;
});

/** CRC-32C in the form in which LevelDB stores it. */
function maskedCrc(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const value = ~crc >>> 0;
  return (((value >>> 15) | (value << 17)) + MASK_DELTA) >>> 0;
}

/** The contents of a log's whole records. */
function* recordsOf(file: Buffer): Generator<Buffer> {
  let parts: Buffer[] = [];
  for (let at = 0; at + HEAD <= file.length; ) {
    const left = BLOCK - (at % BLOCK);
    if (left < HEAD) {
      at += left;
      continue;
    }
    const type = file.readUInt8(at + 6);
    const end = at + HEAD + file.readUInt16LE(at + 4);
    if (type === FULL || type === FIRST) parts = [];
    parts.push(file.subarray(at + HEAD, end));
    if (type === FULL || type === LAST) yield Buffer.concat(parts);
    at = end;
  }
}

const BATCH_HEAD = 12;
const PUT = 1;
/** Before the number of a transaction: https://chromium.googlesource.com/chromium/src/+/main/components/services/storage/indexed_db/scopes/README.md */
const TRANSACTION = Buffer.from([0, 0, 0, 0, 50, 1]);

/** How many of Chromium's transactions had written something, and neither ended nor were undone; those whose lock on the database is in this log. */
export function openTransactions(log: Buffer): number {
  const open = new Set<string>();
  for (const batch of recordsOf(log)) {
    let at = BATCH_HEAD;
    const readBytes = (): Buffer => {
      let length = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = batch.readUInt8(at++);
        length += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) break;
      }
      at += length;
      return batch.subarray(at - length, at);
    };
    while (at < batch.length) {
      const isPut = batch.readUInt8(at++) === PUT;
      const key = readBytes();
      const hasLocks = isPut && readBytes().length > 0;
      if (!key.subarray(0, TRANSACTION.length).equals(TRANSACTION)) continue;
      if (hasLocks) open.add(key.toString('hex'));
      else open.delete(key.toString('hex'));
    }
  }
  return open.size;
}

/** Reads a log or a MANIFEST as LevelDB does. */
export function stateOfFile(file: Buffer): FileState {
  let at = 0;
  let isWithin = false;
  while (at + HEAD <= file.length) {
    const left = BLOCK - (at % BLOCK);
    if (left < HEAD) {
      at += left;
      continue;
    }
    const length = file.readUInt16LE(at + 4);
    const type = file.readUInt8(at + 6);
    const end = at + HEAD + length;
    if (end > file.length) return at + left > file.length ? 'ends in half a record' : 'damaged';
    if (HEAD + length > left) return 'damaged';
    if (file.readUInt32LE(at) !== maskedCrc(file.subarray(at + 6, end))) return 'damaged';
    const goesOn = type === MIDDLE || type === LAST;
    if (goesOn !== isWithin || type === undefined || type < FULL || type > LAST) return 'damaged';
    isWithin = type === FIRST || type === MIDDLE;
    at = end;
  }
  if (at < file.length) return 'ends in half a record';
  return isWithin ? 'ends between blocks of a record' : 'whole';
}
