import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { type RiceSettings, readResiduals, undoPrediction } from './alac-prediction.ts';
import { BitReader } from './bit-reader.ts';

/** The format's settings from its "magic cookie". */
interface AlacSettings extends RiceSettings {
  /** Samples per channel in a full frame. */
  frameLength: number;
  bitDepth: number;
  numberOfChannels: number;
  sampleRate: number;
}

/** One channel's predictor from a frame's header. */
interface ChannelHeader {
  mode: number;
  shift: number;
  riceFactor: number;
  coefficients: Int16Array;
}

const ELEMENT = { single: 0, pair: 1, lowFrequency: 3, data: 4, fill: 6, end: 7 } as const;
const MAX_FRAME_LENGTH = 1 << 16;

/** Apple Lossless (format description and reference published by Apple in 2011). Frames are independent. */
export class AlacDecoder {
  readonly #settings: AlacSettings;

  /** Throws 422 if the settings are impossible. */
  constructor(cookie: Uint8Array) {
    this.#settings = readCookie(cookie);
  }

  get sampleRate(): number {
    return this.#settings.sampleRate;
  }

  get numberOfChannels(): number {
    return this.#settings.numberOfChannels;
  }

  /** Decodes a frame into one plane of ±1 per channel; null if the frame is damaged. */
  decode(frame: Uint8Array): Float32Array[] | null {
    try {
      return this.#decodeFrame(new BitReader(frame));
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #decodeFrame(bits: BitReader): Float32Array[] {
    const planes: Int32Array[] = [];
    for (let tag = bits.read(3); tag !== ELEMENT.end; tag = bits.read(3)) {
      if (tag === ELEMENT.single || tag === ELEMENT.lowFrequency) planes.push(...this.#readElement(bits, 1));
      else if (tag === ELEMENT.pair) planes.push(...this.#readElement(bits, 2));
      else if (tag === ELEMENT.data) skipData(bits);
      else if (tag === ELEMENT.fill) skipFill(bits);
      else throw new RangeError('The frame holds an element that ALAC does not define.');
      if (planes.length >= this.#settings.numberOfChannels) break;
    }
    if (planes.length < this.#settings.numberOfChannels) throw new RangeError('The frame lacks channels.');
    const scale = 2 ** -(this.#settings.bitDepth - 1);
    return planes.map((plane) => Float32Array.from(plane, (value) => value * scale));
  }

  #readElement(bits: BitReader, channels: 1 | 2): Int32Array[] {
    const { frameLength, bitDepth } = this.#settings;
    bits.read(4 + 12);
    const partial = bits.read(1) === 1;
    const lowBytes = bits.read(2);
    const uncompressed = bits.read(1) === 1;
    const length = partial ? bits.read(32) : frameLength;
    if (length === 0 || length > frameLength || lowBytes > 2)
      throw new RangeError('Impossible frame header.');
    if (uncompressed) return readUncompressed(bits, channels, length, bitDepth);

    const mixBits = bits.read(8);
    const mixWeight = bits.readSigned(8);
    const headers = Array.from({ length: channels }, () => readChannelHeader(bits));
    const lowBits = lowBytes * 8;
    const lowStart = bits.position;
    bits.position += lowBits * channels * length;
    const width = bitDepth - lowBits + (channels - 1);
    if (width < 1 || width > 32) throw new RangeError('Impossible sample width.');

    const planes = headers.map(({ mode, shift, riceFactor, coefficients }) => {
      const residuals = readResiduals(bits, { length, width }, this.#settings, riceFactor);
      if (mode !== 0) undoPrediction(residuals, null, 0, width);
      return undoPrediction(residuals, coefficients, shift, width);
    });
    const [first, second] = planes;
    if (first && second && mixWeight !== 0) unmix(first, second, mixBits, mixWeight);
    if (lowBits > 0) appendLowBits(bits.bytes, lowStart, planes, lowBits);
    return planes;
  }
}

function readCookie(cookie: Uint8Array): AlacSettings {
  let start = 0;
  const name = () => String.fromCharCode(...cookie.subarray(start + 4, start + 8));
  // QuickTime wraps the settings in two boxes.
  if (name() === 'frma') start += 12;
  if (name() === 'alac') start += 12;
  const view = new DataView(cookie.buffer, cookie.byteOffset + start, Math.max(0, cookie.byteLength - start));
  if (view.byteLength < 24)
    throw new AppError('unprocessable_audio', msg`The file is damaged: its ALAC settings are too short.`);
  const settings = {
    frameLength: view.getUint32(0),
    bitDepth: view.getUint8(5),
    historyMultiplier: view.getUint8(6),
    initialHistory: view.getUint8(7),
    maxRiceParameter: view.getUint8(8),
    numberOfChannels: view.getUint8(9),
    sampleRate: view.getUint32(20),
  };
  const { frameLength, bitDepth, numberOfChannels, maxRiceParameter } = settings;
  const possible =
    frameLength > 0 &&
    frameLength <= MAX_FRAME_LENGTH &&
    [16, 20, 24, 32].includes(bitDepth) &&
    numberOfChannels >= 1 &&
    numberOfChannels <= 8 &&
    maxRiceParameter <= 31 &&
    settings.sampleRate > 0;
  if (!possible)
    throw new AppError('unprocessable_audio', msg`The file is damaged: its ALAC settings are invalid.`);
  return settings;
}

function readChannelHeader(bits: BitReader): ChannelHeader {
  const mode = bits.read(4);
  const shift = bits.read(4);
  const riceFactor = bits.read(3);
  const count = bits.read(5);
  const coefficients = Int16Array.from({ length: count }, () => bits.readSigned(16));
  return { mode, shift, riceFactor, coefficients };
}

function readUncompressed(bits: BitReader, channels: number, length: number, bitDepth: number): Int32Array[] {
  const planes = Array.from({ length: channels }, () => new Int32Array(length));
  for (let index = 0; index < length; index++) {
    for (const plane of planes) plane[index] = bits.readSigned(bitDepth);
  }
  return planes;
}

/** Mid and side → left and right, in place. */
function unmix(first: Int32Array, second: Int32Array, mixBits: number, mixWeight: number): void {
  for (let index = 0; index < first.length; index++) {
    const side = second[index] ?? 0;
    const left = (first[index] ?? 0) + side - (Math.imul(mixWeight, side) >> mixBits);
    first[index] = left;
    second[index] = left - side;
  }
}

/** The low bits of wide samples are stored separately, uncompressed and interleaved. */
function appendLowBits(bytes: Uint8Array, start: number, planes: Int32Array[], lowBits: number): void {
  const bits = new BitReader(bytes);
  bits.position = start;
  const length = planes[0]?.length ?? 0;
  for (let index = 0; index < length; index++) {
    for (const plane of planes) plane[index] = ((plane[index] ?? 0) << lowBits) | bits.read(lowBits);
  }
}

function skipData(bits: BitReader): void {
  bits.read(4);
  const align = bits.read(1) === 1;
  let count = bits.read(8);
  if (count === 255) count += bits.read(8);
  if (align) bits.alignToByte();
  bits.position += count * 8;
}

function skipFill(bits: BitReader): void {
  let count = bits.read(4);
  if (count === 15) count += bits.read(8) - 1;
  bits.position += count * 8;
}
