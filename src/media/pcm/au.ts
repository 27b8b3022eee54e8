import { msg } from '../../lib/errors/msg.ts';
import type { AudioTrack, PcmFormat } from '../audio-track.ts';
import { type ByteReader, viewOf } from '../byte-reader.ts';
import { damaged, undecodable } from '../media-errors.ts';
import { pcmTrack } from './pcm-track.ts';
import { noteMissing } from './riff-chunks.ts';

const HEADER_BYTES = 24;

const FORMATS: Record<number, Omit<PcmFormat, 'littleEndian'>> = {
  1: { encoding: 'ulaw', bytesPerSample: 1 },
  2: { encoding: 'signed', bytesPerSample: 1 },
  3: { encoding: 'signed', bytesPerSample: 2 },
  4: { encoding: 'signed', bytesPerSample: 3 },
  5: { encoding: 'signed', bytesPerSample: 4 },
  6: { encoding: 'float', bytesPerSample: 4 },
  7: { encoding: 'float', bytesPerSample: 8 },
  27: { encoding: 'alaw', bytesPerSample: 1 },
};

const FOREIGN_FORMATS: Record<number, string> = { 23: 'G.721', 24: 'G.722', 25: 'G.723', 26: 'G.723' };

/** Sun and NeXT audio, `.au` and `.snd` (Sun, "audio file format", 1992): PCM after six numbers and a text of any length. */
export async function openAu(bytes: ByteReader): Promise<AudioTrack> {
  const header = await bytes.read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) throw damaged(msg`The AU header is cut off.`);
  const [, dataStart = 0, dataBytes = 0, encoding = 0, sampleRate = 0, numberOfChannels = 0] = Array.from(
    { length: HEADER_BYTES / 4 },
    (_, index) => viewOf(header).getUint32(index * 4),
  );
  const format = FORMATS[encoding];
  if (!format) throw undecodable(FOREIGN_FORMATS[encoding] ?? `Sun AU with encoding ${encoding}`);
  const track = await pcmTrack(bytes, {
    container: 'au',
    extension: 'au',
    type: 'audio/basic',
    format: { ...format, littleEndian: false },
    numberOfChannels,
    sampleRate,
    dataStart,
    // Zero and all ones are sizes that were never filled in.
    dataBytes: dataBytes === 0 ? bytes.size : dataBytes,
  });
  return noteMissing(track, { start: dataStart, length: dataBytes }, bytes.size);
}
