import { describe, expect, it } from 'vitest';
import { droppedFiles, looksLikeRecording, RECORDING_TYPES } from './dropped-files.ts';
import { recordingsAmong } from './paired-files.ts';

const file = (name: string, type = '') => new File(['x'], name, { type });
const asEntry = (one: File) => ({
  isFile: true,
  isDirectory: false,
  name: one.name,
  file: (take: (file: File) => void) => take(one),
});
/** A folder whose reader returns one entry at a time. */
const folder = (name: string, inside: { name: string }[]) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader: () => {
    const rest = inside.map((entry) => [entry]);
    return { readEntries: (take: (some: unknown[]) => void) => take(rest.shift() ?? []) };
  },
});
const item = (entry: { isDirectory: boolean }, given: File | null) =>
  ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => given }) as unknown as DataTransferItem;

describe('what is dropped', () => {
  it('is taken from folders at any depth, in order, without what is no recording', async () => {
    const tree = folder('talks', [
      folder('day 2', [asEntry(file('b.mp3')), asEntry(file('slides.pdf'))]),
      asEntry(file('10.wav')),
      asEntry(file('9.wav')),
    ]);
    const alone = file('notes.txt');
    const taken = await droppedFiles([item(tree, null), item(asEntry(alone), alone)], recordingsAmong);
    expect(taken.map(({ name }) => name)).toEqual(['9.wav', '10.wav', 'b.mp3', 'notes.txt']);
  });

  it.each(['mka', 'caf', 'ac3', 'ts', 'mp3', 'M4A'])('may be chosen as .%s', (extension) => {
    expect(RECORDING_TYPES.split(',')).toContain(`.${extension.toLowerCase()}`);
    expect(looksLikeRecording(file(`a.${extension}`))).toBe(true);
  });

  it.each(['amr', 'wma'])('is not offered as .%s, but refused by its name if it is there', (extension) => {
    expect(RECORDING_TYPES.split(',')).not.toContain(`.${extension}`);
    expect(looksLikeRecording(file(`a.${extension}`))).toBe(true);
  });

  it('looks like a recording by its type or its name', () => {
    expect(looksLikeRecording({ name: 'a', type: 'video/mp4' })).toBe(true);
    expect(looksLikeRecording({ name: 'a.OPUS', type: '' })).toBe(true);
    expect(looksLikeRecording({ name: 'a.jpg', type: 'image/jpeg' })).toBe(false);
  });
});
