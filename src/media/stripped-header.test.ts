import { describe, expect, it } from 'vitest';
import { blobSource } from '../lib/bytes/byte-source.ts';
import { openAudio } from './open-audio.ts';

/** An EBML element whose length is written in four bytes. */
function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const size = content.reduce((sum, { length }) => sum + length, 0);
  const idBytes = [24, 16, 8, 0]
    .map((shift) => (id >>> shift) & 255)
    .filter((_, at, all) => all.slice(0, at + 1).some(Boolean));
  const head = Uint8Array.from([
    ...idBytes,
    0x10 | (size >>> 24),
    (size >>> 16) & 255,
    (size >>> 8) & 255,
    size & 255,
  ]);
  const made = new Uint8Array(head.length + size);
  let at = head.length;
  made.set(head);
  for (const part of content) {
    made.set(part, at);
    at += part.length;
  }
  return made;
}

const number = (id: number, value: number) => element(id, Uint8Array.of(value >> 8, value & 255));
const text = (id: number, value: string) => element(id, new TextEncoder().encode(value));

/** One frame of 16-bit PCM, whose first bytes are stored once for all frames. */
function strippedMka(headerBytes: number, frameBytes: number): Blob {
  const compression = element(0x5034, number(0x4254, 3), element(0x4255, new Uint8Array(headerBytes)));
  const track = element(
    0xae,
    number(0xd7, 1),
    number(0x83, 2),
    text(0x86, 'A_PCM/INT/LIT'),
    element(0xe1, element(0xb5, Uint8Array.of(0x46, 0x7a, 0, 0)), number(0x9f, 1), number(0x6264, 16)),
    element(0x6d80, element(0x6240, compression)),
  );
  const block = element(0xa3, Uint8Array.of(0x81, 0, 0, 0), new Uint8Array(frameBytes).fill(7));
  const file = [
    element(0x1a45dfa3, text(0x4282, 'matroska')),
    element(0x18538067, element(0x1654ae6b, track), element(0x1f43b675, number(0xe7, 0), block)),
  ];
  return new Blob(file.map((part) => part.slice()));
}

describe('Matroska with a stripped header', () => {
  it('gives each frame what was stripped, however long the frame is', async () => {
    const track = await openAudio(blobSource(strippedMka(4, 400_000)));
    const packets = [];
    for await (const { data } of track.packets()) packets.push([data.length, ...data.subarray(0, 6)]);
    expect(packets).toEqual([[400_004, 0, 0, 0, 0, 7, 7]]);
  });

  it('is refused with the reason if the header is longer than any frame has', async () => {
    await expect(openAudio(blobSource(strippedMka(400_000, 400)))).rejects.toMatchObject({
      code: 'unprocessable_audio',
      message: expect.stringMatching(/begin with the same 400000 bytes/),
    });
  });
});
