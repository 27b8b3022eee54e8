import { expect, it } from 'vitest';
import { fixture, open } from '../../../tests/fixtures/open-container.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { openAudio } from '../open-audio.ts';

/** The file as it would be if other bytes were in the place of its type. */
function beginningWith(start: Uint8Array, file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const type = file.readUInt32BE(0);
  const moved = Buffer.concat([start, file.subarray(type)]);
  const by = start.length - type;
  for (let at = moved.indexOf('stco'); at >= 0; at = moved.indexOf('stco', at + 4)) {
    for (let entry = 0; entry < moved.readUInt32BE(at + 8); entry++) {
      const place = at + 12 + 4 * entry;
      moved.writeUInt32BE(moved.readUInt32BE(place) + by, place);
    }
  }
  return moved;
}

const box = (name: string, bytes = 0): Buffer => {
  const made = Buffer.alloc(8 + bytes);
  made.writeUInt32BE(made.length, 0);
  made.write(name, 4);
  return made;
};

async function packetsOf(file: Uint8Array<ArrayBuffer>) {
  const packets: [number, Buffer][] = [];
  const track = await open(file);
  for await (const { timestamp, data } of track.packets()) packets.push([timestamp, Buffer.from(data)]);
  return packets;
}

it.each([
  ['nothing', 'aac.m4a', Buffer.alloc(0)],
  ['nothing', 'long_faststart.m4a', Buffer.alloc(0)],
  ['nothing', 'twos.mov', Buffer.alloc(0)],
  ['a wide box', 'aac.mov', box('wide')],
  ['free space', 'aac.m4a', box('free', 100)],
  ['a wide box', 'long_faststart.m4a', box('wide')],
  ['another box before a type', 'aac.m4a', Buffer.concat([box('skip', 3), box('ftyp', 12)])],
])('MP4 and QuickTime with %s in the place of a type are read: %s', async (_, name, start) => {
  const file = fixture(name);
  const expected = await packetsOf(file);
  expect(expected.length).toBeGreaterThan(0);
  expect(await packetsOf(beginningWith(start, file))).toEqual(expected);
});

it('a file that begins with a box and has no index is refused in one sentence', async () => {
  for (const file of [box('mdat', 5000), Buffer.concat([box('wide'), box('mdat', 50)]), box('moov', 40)]) {
    await expect(openAudio(blobSource(new Blob([new Uint8Array(file)])))).rejects.toMatchObject({
      code: expect.stringMatching(/unsupported_media|unprocessable_audio/),
    });
  }
});
