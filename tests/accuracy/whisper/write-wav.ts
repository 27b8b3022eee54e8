import { writeFileSync } from 'node:fs';

export const SAMPLE_RATE = 16_000;
const HEADER_BYTES = 44;

/** Writes mono PCM (±1, 16 kHz) as a 16-bit WAVE file. */
export function writeWav(path: string, pcm: Float32Array): void {
  writeFileSync(path, wavBytes(pcm));
}

/** The bytes of such a file. */
export function wavBytes(pcm: Float32Array): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(HEADER_BYTES + pcm.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(pcm.length * 2, 40);
  for (const [index, sample] of pcm.entries()) {
    const value = Math.round(Math.min(Math.max(sample, -1), 1) * 32_767);
    file.writeInt16LE(value, HEADER_BYTES + index * 2);
  }
  return file;
}
