import { fourCharacters } from '../byte-reader.ts';

/** From its name to its sample rate. */
const NUMBERS = [4, 36] as const;
/** In the settings of ALAC: all but the largest packet and the bit rate, which differ between files of one encoder. */
const ALAC_PARTS = [
  [48, 60],
  [68, 72],
] as const;
/** Tag of the AudioSpecificConfig in an elementary stream descriptor (ISO/IEC 14496-1), and the last byte of a long length. */
const CONFIG_TAG = 0x05;
const LONG_LENGTH = /^(?:128,){0,3}(\d+)/;

/** What a decoder needs of an audio sample entry: two that are equal in it are decoded alike. */
export function decodedBy(entry: Uint8Array): string {
  const parts = [entry.subarray(...NUMBERS)];
  const name = fourCharacters(entry, 4);
  if (name === 'alac') parts.push(...ALAC_PARTS.map((part) => entry.subarray(...part)));
  else if (name === 'mp4a') parts.push(audioSpecificConfig(entry));
  else parts.push(entry.subarray(NUMBERS[1]));
  return parts.join('/');
}

function audioSpecificConfig(entry: Uint8Array): Uint8Array {
  for (let at = entry.indexOf(CONFIG_TAG, NUMBERS[1]); at >= 0; at = entry.indexOf(CONFIG_TAG, at + 1)) {
    const [text = '', length = '0'] = LONG_LENGTH.exec(entry.subarray(at + 1, at + 5).join()) ?? [];
    const start = at + 1 + text.split(',').length;
    const bytes = Number(length);
    // An SL descriptor of one byte follows it.
    if (bytes >= 2 && bytes <= 64 && entry[start + bytes] === 0x06)
      return entry.subarray(start, start + bytes);
  }
  return entry.subarray(NUMBERS[1]);
}
