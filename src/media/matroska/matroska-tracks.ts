import { msg } from '../../lib/errors/msg.ts';
import { damaged } from '../media-errors.ts';
import { childElements, floatOf, textOf, unsignedOf } from './ebml.ts';

/** A track's entry in the headers. */
export interface MatroskaTrack {
  number: number;
  type: number;
  codecId: string;
  codecPrivate: Uint8Array;
  /** Seconds per frame; 0 if not given. */
  frameSeconds: number;
  /** Whether it is meant to be played unless another one is asked for. */
  isDefault: boolean;
  sampleRate: number;
  numberOfChannels: number;
  bitDepth: number;
  /** Bytes that every frame starts with and that are stored once. */
  strippedHeader: Uint8Array;
  isReadable: boolean;
}

/** Far above what any codec's frames have in common. */
const MAX_STRIPPED_BYTES = 1024;

/** A `TrackEntry` of the headers (RFC 9559, section 5.1.4.1). */
export function readTrack(entry: Uint8Array): MatroskaTrack {
  const track: MatroskaTrack = {
    number: 0,
    type: 0,
    codecId: '',
    codecPrivate: new Uint8Array(0),
    frameSeconds: 0,
    isDefault: true,
    sampleRate: 8000,
    numberOfChannels: 1,
    bitDepth: 0,
    strippedHeader: new Uint8Array(0),
    isReadable: true,
  };
  for (const [id, value] of childElements(entry)) {
    if (id === 0xd7) track.number = unsignedOf(value);
    if (id === 0x83) track.type = unsignedOf(value);
    if (id === 0x86) track.codecId = textOf(value);
    if (id === 0x63a2) track.codecPrivate = value;
    if (id === 0x23e383) track.frameSeconds = unsignedOf(value) * 1e-9;
    // The flags of the default and of the enabled tracks.
    if (id === 0x88 || id === 0xb9) track.isDefault &&= unsignedOf(value) === 1;
    if (id === 0xe1) readAudio(value, track);
    if (id === 0x6d80) readEncodings(value, track);
  }
  return track;
}

function readAudio(settings: Uint8Array, track: MatroskaTrack): void {
  for (const [id, value] of childElements(settings)) {
    if (id === 0xb5) track.sampleRate = Math.round(floatOf(value));
    if (id === 0x9f) track.numberOfChannels = unsignedOf(value);
    if (id === 0x6264) track.bitDepth = unsignedOf(value);
  }
}

/** Only header stripping is supported; other compression, and encryption, make a track unreadable. */
function readEncodings(encodings: Uint8Array, track: MatroskaTrack): void {
  const HEADER_STRIPPING = 3;
  for (const [, encoding] of childElements(encodings)) {
    for (const [id, value] of childElements(encoding)) {
      if (id === 0x5035) track.isReadable = false;
      if (id !== 0x5034) continue;
      const settings = new Map(childElements(value));
      const algorithm = unsignedOf(settings.get(0x4254) ?? new Uint8Array(0));
      if (algorithm === HEADER_STRIPPING) track.strippedHeader = settings.get(0x4255) ?? new Uint8Array(0);
      else track.isReadable = false;
      if (track.strippedHeader.length > MAX_STRIPPED_BYTES) {
        throw damaged(
          msg`The file is damaged: each of its frames is said to begin with the same ${track.strippedHeader.length} bytes.`,
        );
      }
    }
  }
}
