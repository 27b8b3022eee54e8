import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { chaptersInCut, writeId3Chapters } from './write-id3-chapters.ts';

const withChapters = (...starts: number[]) => ({
  ...documentOf({ text: 'Hello.', at: 0 }),
  chapters: starts.map((start) => ({
    id: `h${start}`,
    start,
    title: `At ${start}`,
    made_by: 'hand' as const,
  })),
});
const parts = [
  { start: 5, end: 10 },
  { start: 20, end: 30 },
];

describe('the chapters of an exported cut', () => {
  it('are where the cut has them', () => {
    expect(chaptersInCut(withChapters(25, 0, 7, 12, 15, 99), parts)).toEqual([
      { start: 0, end: 2, title: 'At 0' },
      { start: 2, end: 5, title: 'At 7' },
      { start: 5, end: 10, title: 'At 15' },
      { start: 10, end: 15, title: 'At 25' },
    ]);
    expect(writeId3Chapters(chaptersInCut(withChapters(), parts))).toHaveLength(0);
  });
});
