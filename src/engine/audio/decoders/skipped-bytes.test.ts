import { expect, it } from 'vitest';
import { blobSource } from '../../../lib/bytes/byte-source.ts';
import { inEnglish } from '../../../lib/errors/msg.ts';
import { openAudio } from '../../../media/open-audio.ts';
import { decodeRecording } from './decode-recording.ts';

async function notesOf(skipped: { bytes: number; seconds: number }): Promise<string[]> {
  const header = Buffer.from('.snd\0\0\0\x18\0\0\x7d\0\0\0\0\x03\0\0\x3e\x80\0\0\0\x01', 'latin1');
  const source = blobSource(new Blob([header, new Uint8Array(32_000)]));
  const track = { ...(await openAudio(source)), skipped: () => skipped };
  const notes: string[] = [];
  const blocks = await decodeRecording(track, source, { onNote: (note) => notes.push(inEnglish(note)) });
  for await (const _ of blocks) expect(notes).toEqual([]);
  return notes;
}

it('a note tells of bytes that were skipped inside a file, unless they are few', async () => {
  expect(await notesOf({ bytes: 1000, seconds: 0 })).toEqual([]);
  expect(await notesOf({ bytes: 30_000, seconds: 0 })).toEqual([
    '30000 bytes inside the file are no sound and were left out.',
  ]);
  expect(await notesOf({ bytes: 30_000, seconds: 3.333 })).toEqual([
    '30000 bytes inside the file could not be read as sound. 3.3 s stay silent in their place.',
  ]);
});
