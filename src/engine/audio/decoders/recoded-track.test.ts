import { describe, expect, it } from 'vitest';
import { fixture } from '../../../../tests/fixtures/open-container.ts';
import { blobSource } from '../../../lib/bytes/byte-source.ts';
import { openAudio } from '../../../media/open-audio.ts';
import { decodeRecording } from './decode-recording.ts';

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

interface Box {
  name: string;
  content: Buffer;
  children: Box[];
}

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + size);
    boxes.push({ name, content, children: CONTAINERS.has(name) ? boxesIn(content) : [] });
    at += size;
  }
  return boxes;
}

function written({ name, content, children }: Box): Buffer {
  const inside = children.length > 0 ? Buffer.concat(children.map(written)) : content;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + inside.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, inside]);
}

function named(boxes: readonly Box[], name: string): Box {
  const found = boxes.flatMap((box) => [box, ...box.children]).find((box) => box.name === name);
  if (found) return found;
  const inner = boxes.flatMap(({ children }) => children);
  if (inner.length === 0) throw new Error(`There is no ${name}.`);
  return named(inner, name);
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

/** The samples of an MP4 with one chunk. */
function partOf(name: string) {
  const boxes = boxesIn(fixture(name));
  const stsz = named(boxes, 'stsz').content;
  const all = stsz.readUInt32BE(4);
  const sizes = Array.from(
    { length: stsz.readUInt32BE(8) },
    (_, index) => all || stsz.readUInt32BE(12 + 4 * index),
  );
  const start = named(boxes, 'stco').content.readUInt32BE(8);
  const bytes = fixture(name).subarray(start, start + sizes.reduce((sum, size) => sum + size, 0));
  return {
    boxes,
    sizes,
    bytes,
    entry: named(boxes, 'stsd').content.subarray(8),
    durations: named(boxes, 'stts').content,
  };
}

/** Files one after the other as one track, each in a chunk and with a sample entry of its own; the clock of the first. */
function inTurn(...parts: ReturnType<typeof partOf>[]): Buffer<ArrayBuffer> {
  const [first] = parts;
  if (!first) throw new Error('There is nothing to join.');
  const replace = (name: string, ...content: Buffer[]) => {
    named(first.boxes, name).content = Buffer.concat(content);
  };
  const entries = parts.map(({ durations }) => durations.readUInt32BE(4));
  replace('stsd', numbers(0, parts.length), ...parts.map(({ entry }) => entry));
  replace(
    'stts',
    numbers(
      0,
      entries.reduce((sum, count) => sum + count, 0),
    ),
    ...parts.map(({ durations }) => durations.subarray(8)),
  );
  replace(
    'stsc',
    numbers(0, parts.length),
    ...parts.map(({ sizes }, index) => numbers(index + 1, sizes.length, index + 1)),
  );
  const sizes = parts.flatMap((part) => part.sizes);
  replace('stsz', numbers(0, 0, sizes.length, ...sizes));
  const sound = { name: 'mdat', content: Buffer.concat(parts.map(({ bytes }) => bytes)), children: [] };
  const ftyp = first.boxes.filter(({ name }) => name === 'ftyp');
  const moov = named(first.boxes, 'moov');
  const trak = named([moov], 'trak');
  trak.children = trak.children.filter(({ name }) => name !== 'edts');
  let at = Buffer.concat(ftyp.map(written)).length + 8;
  const offsets = parts.map(({ bytes }) => {
    const from = at;
    at += bytes.length;
    return from;
  });
  replace('stco', numbers(0, parts.length, ...offsets));
  return Buffer.from(Buffer.concat([...ftyp.map(written), written(sound), written(moov)]));
}

async function decoded(file: Buffer<ArrayBuffer>) {
  const source = blobSource(new Blob([file]));
  const track = await openAudio(source);
  const blocks: { channels: number; samples: number; sampleRate: number; loudest: number }[] = [];
  try {
    for await (const { planes, sampleRate } of await decodeRecording(track, source, {})) {
      const loudest = Math.max(...(planes[0] ?? []).map(Math.abs));
      blocks.push({ channels: planes.length, samples: planes[0]?.length ?? 0, sampleRate, loudest });
    }
  } finally {
    track.dispose();
  }
  const samples = blocks.reduce((sum, block) => sum + block.samples, 0);
  return { blocks, samples, info: track.info };
}

describe('an MP4 track whose coding changes', () => {
  it('is decoded coding by coding', async () => {
    const [one, two] = ['alac.m4a', 'alac_stereo.m4a'] as const;
    const mono = await decoded(inTurn(partOf(one)));
    const stereo = await decoded(inTurn(partOf(two)));
    const both = await decoded(inTurn(partOf(one), partOf(two), partOf(one)));
    expect(both.blocks).toEqual([...mono.blocks, ...stereo.blocks, ...mono.blocks]);
    expect(both.info.duration).toBeCloseTo(2 * (mono.info.duration ?? 0) + (stereo.info.duration ?? 0), 2);
    expect(new Set(both.blocks.map(({ channels }) => channels))).toEqual(
      new Set([...mono.blocks, ...stereo.blocks].map(({ channels }) => channels)),
    );
  });

  it('nor does it matter that each chunk of PCM is read as one packet', async () => {
    const swapped = partOf('twos.mov');
    swapped.entry = Buffer.from(swapped.entry);
    swapped.entry.write('sowt', 4, 'latin1');
    const both = await decoded(inTurn(partOf('twos.mov'), swapped));
    expect(both.blocks).toEqual([
      ...(await decoded(inTurn(partOf('twos.mov')))).blocks,
      ...(await decoded(inTurn(swapped))).blocks,
    ]);
    expect(both.blocks[0]?.loudest).not.toBe(both.blocks.at(-1)?.loudest);
  });
});

describe('an MP4 file that was cut off', () => {
  it('is noted as such', async () => {
    const source = blobSource(new Blob([fixture('long_faststart.m4a').subarray(0, 30_000)]));
    const track = await openAudio(source);
    const notes: unknown[] = [];
    // Node has no decoder for it: the note comes first.
    await decodeRecording(track, source, { onNote: (note) => notes.push(note) }).catch(() => null);
    track.dispose();
    const { size } = new Blob([fixture('long_faststart.m4a')]);
    expect(notes).toEqual([expect.objectContaining({ values: [size - 30_000] })]);
  });
});
