import { readFileSync } from 'node:fs';

const HEADER_BYTES = 44;

/** A WAV file that repeats another one's audio `times` times: longer recordings without shipping any. */
export function repeatWav(path: string, times: number): Buffer {
  const wav = readFileSync(path);
  if (wav.toString('latin1', 36, 40) !== 'data') throw new Error(`${path} is not a plain WAV file.`);
  const pcm = wav.subarray(HEADER_BYTES, HEADER_BYTES + wav.readUInt32LE(40));
  const header = Buffer.from(wav.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(pcm.length * times + HEADER_BYTES - 8, 4);
  header.writeUInt32LE(pcm.length * times, 40);
  return Buffer.concat([header, ...Array<Buffer>(times).fill(pcm)]);
}
