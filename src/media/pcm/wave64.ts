import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack } from '../audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import { damaged, noAudioInFile } from '../media-errors.ts';
import { noteMissing } from './riff-chunks.ts';
import { type FormatChunk, openSamples, readFormat } from './wav.ts';

/** A chunk begins with a GUID, whose first four bytes are its name in RIFF, and its size with these. */
const CHUNK_HEADER_BYTES = 24;
const FILE_HEADER_BYTES = 40;
const MAX_CHUNKS = 1000;

/** Wave64 (Sony Pictures Digital, "Sony Wave64"): WAVE with chunks of 64-bit sizes at every eighth byte. */
export async function openWave64(bytes: ByteReader): Promise<AudioTrack> {
  let format: FormatChunk | null = null;
  let position = FILE_HEADER_BYTES;
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) {
    const header = await bytes.read(position, CHUNK_HEADER_BYTES);
    if (header.length < CHUNK_HEADER_BYTES) break;
    const name = fourCharacters(header, 0);
    const size = Number(viewOf(header).getBigUint64(16, true));
    const start = position + CHUNK_HEADER_BYTES;
    if (name === 'fmt ') format = readFormat(await bytes.read(start, 64), true);
    if (name === 'data') {
      if (!format) throw damaged(msg`The Wave64 header is damaged: the sample format is missing.`);
      // A smaller size than the header's own was never filled in.
      const length = size > CHUNK_HEADER_BYTES ? size - CHUNK_HEADER_BYTES : bytes.size - start;
      const data = { start, length };
      return noteMissing(await openSamples(bytes, format, data, CONTAINER), data, bytes.size);
    }
    if (size < CHUNK_HEADER_BYTES) break;
    position += Math.ceil(size / 8) * 8;
  }
  throw noAudioInFile();
}

const CONTAINER = { container: 'w64', extension: 'w64', type: 'audio/x-w64' };
