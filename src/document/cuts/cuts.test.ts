import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWellFormed } from '../../../tests/fakes/check-well-formed.ts';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { FRAME_RATES } from '../../contract/transcripts/transcript-formats.ts';
import { framesPerSecond } from '../formats/timecode.ts';
import { clipsOf } from './clips.ts';
import { keptParts, lengthOf } from './kept-parts.ts';
import { writeCutEdl } from './write-cut-edl.ts';
import { writeCutFcpxml } from './write-cut-fcpxml.ts';
import { writeOtio } from './write-otio.ts';

/** Words of half a second, one second apart from 1 s on; those in capitals were deleted. */
function spoken(text: string, duration: number): CorrectedTranscript {
  const document = documentOf({ text: 'x', at: 0 });
  const words = text.split(' ').map((word, index) => ({
    word: ` ${word}`,
    start: 1 + index,
    end: 1.5 + index,
    confidence: 1,
    ...(word === word.toUpperCase() && { struck: true as const }),
  }));
  const [paragraph] = document.paragraphs;
  if (!paragraph) throw new Error('no paragraph');
  return { ...document, duration, paragraphs: [{ ...paragraph, words }] };
}

const rounded = (parts: readonly { start: number; end: number }[]) =>
  parts.map(({ start, end }) => [Math.round(start * 100) / 100, Math.round(end * 100) / 100]);

describe('what remains of a recording', () => {
  it('is all of it where nothing was deleted', () => {
    expect(keptParts(spoken('one two three', 6))).toEqual([{ start: 0, end: 6 }]);
  });

  it('begins again shortly before the next word; the pause before what was deleted stays', () => {
    expect(rounded(keptParts(spoken('one UM two three', 7)))).toEqual([
      [0, 2],
      [2.92, 7],
    ]);
  });

  it('is one cut for several deleted words, and leaves out the ends', () => {
    expect(rounded(keptParts(spoken('UM one UM ER two UM', 8)))).toEqual([
      [0, 1],
      [1.92, 3],
      [4.92, 6],
      [6.5, 8],
    ]);
  });

  it('keeps what somebody else says meanwhile, and leaves out what was redacted', () => {
    const document = spoken('one SECRET two', 5);
    const [paragraph] = document.paragraphs;
    const [, secret] = paragraph?.words ?? [];
    if (!paragraph || !secret) throw new Error('no words');
    const other = { ...secret, word: ' yes', start: 2.2, end: 2.8, struck: undefined };
    expect(keptParts({ ...document, paragraphs: [paragraph, { ...paragraph, words: [other] }] })).toEqual([
      { start: 0, end: 2 },
      { start: 2.12, end: 5 },
    ]);
    const words = paragraph.words.map(({ struck, ...word }) => ({
      ...word,
      ...(struck && { redacted: struck }),
    }));
    expect(keptParts({ ...document, paragraphs: [{ ...paragraph, words }] })).toEqual(keptParts(document));
  });

  it('has no longer pauses than are wanted', () => {
    expect(rounded(keptParts(spoken('one two', 10), 0.4))).toEqual([
      [0.8, 1.7],
      [1.8, 2.7],
    ]);
    const parts = keptParts(spoken('one UM two', 5), 0.3);
    expect(rounded(parts)).toEqual([
      [0.85, 1.8],
      [2.92, 3.65],
    ]);
  });

  it('is in order, within the recording and never longer than it, whatever was deleted', () => {
    const word = fc.constantFrom('one', 'UM');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.option(fc.double({ min: 0.1, max: 2, noNaN: true })),
        (said, pause) => {
          const parts = keptParts(spoken(said.join(' '), said.length + 2), pause);
          let from = 0;
          for (const { start, end } of parts) {
            expect(start).toBeGreaterThanOrEqual(from);
            expect(end).toBeGreaterThan(start);
            from = end;
          }
          expect(from).toBeLessThanOrEqual(said.length + 2);
          for (const [index, one] of said.entries()) {
            const isKept = parts.some(({ start, end }) => start <= 1 + index && end >= 1.5 + index);
            expect(isKept).toBe(one === 'one');
          }
        },
      ),
    );
  });
});

describe('an edit list', () => {
  const recording = { name: 'Talk & more.mp4', duration: 7, hasVideo: true, frameRate: '25' } as const;
  const parts = keptParts(spoken('one UM two three', 7));

  it('as EDL has an event for each part, with picture and sound', () => {
    expect(writeCutEdl(parts, recording)).toBe(`TITLE: Talk & more.mp4
FCM: NON-DROP FRAME

001  AX       AA/V  C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
* FROM CLIP NAME: Talk & more.mp4

002  AX       AA/V  C        00:00:02:23 00:00:07:00 01:00:02:00 01:00:06:02
* FROM CLIP NAME: Talk & more.mp4
`);
    const sound = writeCutEdl(parts, { ...recording, hasVideo: false, frameRate: '29.97' });
    expect(sound).toContain('FCM: DROP FRAME');
    expect(sound).toContain('001  AX       AA    C        00:00:00;00 00:00:02;00');
  });

  it('as FCPXML has clips of the recording beside it, in fractions of a second', () => {
    const written = writeCutFcpxml(parts, recording);
    checkWellFormed(written);
    expect(written).toContain('src="./Talk%20%26%20more.mp4" start="0s" duration="175/25s" hasVideo="1"');
    expect(written).toContain(
      '<asset-clip ref="r2" name="Talk &amp; more.mp4" offset="50/25s" start="73/25s" duration="102/25s"',
    );
    expect(writeCutFcpxml(parts, { ...recording, hasVideo: false })).not.toContain('hasVideo');
  });

  it('as OTIO has the same clips on a track of picture and one of sound', () => {
    const { tracks } = JSON.parse(writeOtio(parts, { ...recording, frameRate: '23.976' }));
    expect(tracks.children.map(({ kind }: { kind: string }) => kind)).toEqual(['Video', 'Audio']);
    const [, second] = tracks.children[1].children;
    expect(second.source_range.start_time).toMatchObject({ rate: 24000 / 1001, value: 70 });
    expect(second.media_references.DEFAULT_MEDIA.target_url).toBe('./Talk%20%26%20more.mp4');
  });

  it.each(FRAME_RATES)(
    'at %s frames a second has whole frames, none twice, within one of the parts',
    (frameRate) => {
      const long = keptParts(spoken('one UM two UM ER three four UM five', 12), 0.5);
      const clips = clipsOf(long, { ...recording, frameRate });
      expect(clips).toHaveLength(long.length);
      for (const [index, { from, frames, at }] of clips.entries()) {
        const before = clips[index - 1];
        expect(at).toBe(before ? before.at + before.frames : 0);
        expect(from).toBeGreaterThanOrEqual(before ? before.from + before.frames : 0);
        expect(frames).toBeGreaterThan(0);
      }
      const frames = clips.reduce((sum, clip) => sum + clip.frames, 0);
      expect(Math.abs(frames / framesPerSecond(frameRate) - lengthOf(long))).toBeLessThan(clips.length / 20);
    },
  );
});
