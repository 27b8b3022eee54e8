import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { PROJECT_ROOT } from '../../cli/project-root.ts';
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

describe('the chapters of an exported MP3', () => {
  it('are where the cut has them', () => {
    expect(chaptersInCut(withChapters(25, 0, 7, 12, 15, 99), parts)).toEqual([
      { start: 0, end: 2, title: 'At 0' },
      { start: 2, end: 5, title: 'At 7' },
      { start: 5, end: 10, title: 'At 15' },
      { start: 10, end: 15, title: 'At 25' },
    ]);
    expect(writeId3Chapters(chaptersInCut(withChapters(), parts))).toHaveLength(0);
  });

  // A program that is not ours.
  it.runIf(spawnSync('ffprobe', ['-version']).status === 0)(
    'are read by ffprobe, and the sound behind them',
    () => {
      const tag = writeId3Chapters([
        { start: 0, end: 0.5, title: 'Begrüßung 😀 "1"' },
        { start: 0.5, end: 1.25, title: 'x'.repeat(300) },
      ]);
      const input = Buffer.concat([
        tag,
        readFileSync(join(PROJECT_ROOT, 'tests/fixtures/containers/vbr.mp3')),
      ]);
      const wanted = ['-v', 'error', '-show_chapters', '-show_streams', '-of', 'json', '-f', 'mp3', '-'];
      const { stdout, stderr } = spawnSync('ffprobe', wanted, { input });
      expect(String(stderr)).toBe('');
      const { chapters, streams } = JSON.parse(String(stdout));
      expect(streams[0].codec_name).toBe('mp3');
      expect(chapters).toMatchObject([
        { start_time: '0.000000', end_time: '0.500000', tags: { title: 'Begrüßung 😀 "1"' } },
        { start_time: '0.500000', end_time: '1.250000', tags: { title: 'x'.repeat(300) } },
      ]);
    },
  );
});
