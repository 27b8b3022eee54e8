import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFileTime } from '../../transcript/to-file-time.ts';
import { PcmHistory } from '../channels/pcm-history.ts';
import { type PackedWindow, WindowPacker } from './window-packer.ts';

const RATE = 16_000;

const files = new Map<number, Float32Array>();

/** Samples of a file, each of which encodes its position. */
function fileOf(length: number): Float32Array {
  let file = files.get(length);
  if (!file) {
    file = Float32Array.from({ length: length * RATE }, (_, index) => 0.1 + (0.5 * index) / RATE / length);
    files.set(length, file);
  }
  return file;
}

/** Packs stretches (in seconds) of a file whose samples encode their position, like the channel's reader. */
function pack(
  stretches: [number, number][],
  { length = 200, separate = false, quietAt }: { length?: number; separate?: boolean; quietAt?: number } = {},
): PackedWindow[] {
  const audio = new PcmHistory(0);
  const packer = new WindowPacker(audio, separate);
  const windows: PackedWindow[] = [];
  const open = [...stretches];
  for (let position = 0; position < length; position += 0.5) {
    const samples = fileOf(length).slice(position * RATE, (position + 0.5) * RATE);
    audio.append(
      quietAt === undefined
        ? samples
        : samples.map((value, index) => (Math.abs(position + index / RATE - quietAt) < 0.06 ? 0 : value)),
    );
    const now = position + 0.5;
    while (open[0] && open[0][1] + 0.26 <= now) {
      const [start, end] = open.shift() ?? [0, 0];
      packer.add({ start: start * RATE, end: end * RATE });
    }
    const speaking = open[0] && open[0][0] < now ? open[0][0] * RATE : null;
    if (speaking === null) packer.rest(audio.end);
    else packer.extend(speaking);
    audio.forgetBefore(packer.neededFrom(speaking));
    windows.push(...packer.take());
  }
  for (const [start, end] of open) packer.add({ start: start * RATE, end: Math.min(end * RATE, audio.end) });
  packer.finish();
  return [...windows, ...packer.take()];
}

const seconds = (window: PackedWindow | undefined) =>
  window?.pieces.map(({ start, length }) => [start / RATE, (start + length) / RATE]);

/** Checks that every sample of a window is where its piece says. */
function expectTrue(windows: PackedWindow[], length = 200): void {
  for (const { pcm, pieces } of windows) {
    let offset = 0;
    for (const piece of pieces) {
      for (const index of [0, piece.length >> 1, piece.length - 1]) {
        const expected = 0.1 + (0.5 * ((piece.start + index) / RATE)) / length;
        const value = pcm[offset + index] ?? -1;
        expect(value === 0 || Math.abs(value - expected) < 1e-5).toBe(true);
      }
      offset += piece.length;
    }
    expect(offset).toBe(pcm.length);
    expect(pcm.length).toBeLessThanOrEqual(30 * RATE);
  }
}

describe('packing speech into windows', () => {
  it('keeps a quarter of a second around speech, and short pauses', () => {
    const windows = pack([
      [1, 3],
      [3.5, 6],
    ]);
    expectTrue(windows);
    expect(windows.map(seconds)).toEqual([[[0.75, 6.25]]]);
  });

  it('omits long pauses', () => {
    const windows = pack([
      [1, 3],
      [6, 8],
    ]);
    expectTrue(windows);
    expect(windows.map(seconds)).toEqual([
      [
        [0.75, 3.25],
        [5.75, 8.25],
      ],
    ]);
  });

  it('fills a window with speech, however long the pauses, but not beyond two minutes of the file', () => {
    const windows = pack([
      [1, 3],
      [4.3, 5],
      [60, 62],
      [119, 121],
      [122, 124],
    ]);
    expectTrue(windows);
    expect(windows.map(seconds)).toEqual([
      [
        [0.75, 3.25],
        [4.05, 5.25],
        [59.75, 62.25],
        [118.75, 121.25],
      ],
      [[121.75, 124.25]],
    ]);
  });

  it('waits for no more speech once two minutes of the file have passed', () => {
    const audio = new PcmHistory(0);
    const packer = new WindowPacker(audio, false);
    audio.append(new Float32Array(130 * RATE));
    packer.add({ start: RATE, end: 3 * RATE });
    packer.rest(120 * RATE);
    expect(packer.take()).toEqual([]);
    packer.rest(121 * RATE);
    expect(packer.take().map(seconds)).toEqual([[[0.75, 3.25]]]);
  });

  it('holds as many windows with half the speech as with half the length', () => {
    const every = (period: number, length: number) =>
      Array.from({ length: Math.floor(length / period) }, (_, index): [number, number] => [
        index * period + 0.3,
        index * period + 3.8,
      ]);
    expect(pack(every(4, 180))).toHaveLength(7);
    expect(pack(every(8, 180))).toHaveLength(4);
  });

  it('cuts a full window in a pause near its end', () => {
    const stretches: [number, number][] = [];
    for (let start = 0; start < 60; start += 4) stretches.push([start, start + 3.5]);
    const windows = pack(stretches);
    expectTrue(windows);
    const [first] = windows;
    const end = (first?.pcm.length ?? 0) / RATE;
    expect(end).toBeGreaterThan(26);
    // In the middle of a pause: 3.5 to 4 after a multiple of four.
    expect(end % 4).toBeCloseTo(3.75, 2);
    expect(seconds(windows[1])?.[0]?.[0]).toBeCloseTo(end, 6);
  });

  it('cuts what is left at the end of a long recording into two short windows, in a pause', () => {
    const speech: [number, number][] = [
      [1, 28.5],
      [32, 36],
      [36.5, 42.5],
      [43.5, 50],
    ];
    const windows = pack(speech, { length: 60 });
    expect(windows.slice(1).map(seconds)).toEqual([[[31.75, 43]], [[43, 50.25]]]);
    expectTrue(windows, 60);
    // A recording of one window is left whole.
    expect(pack(speech.slice(1), { length: 60 })).toHaveLength(1);
  });

  it.each([
    [8, 2],
    [15, 3],
    [29, 5],
  ])(
    'cuts %d sentences into %d windows, of which the last two are halves for two lanes',
    (sentences, count) => {
      const stretches = Array.from({ length: sentences }, (_, at): [number, number] => [
        1 + at * 6,
        4.5 + at * 6,
      ]);
      const length = stretches.length * 6 + 4;
      const windows = pack(stretches, { length });
      expectTrue(windows, length);
      expect(windows).toHaveLength(count);
      const [last = 0, before = 0] = windows.map(({ pcm }) => pcm.length / RATE).reverse();
      expect(Math.abs(last - before)).toBeLessThanOrEqual(4);
      expect(Math.max(last, before)).toBeLessThanOrEqual(20);
    },
  );

  it('cuts continuous speech at its quietest point near the end, and loses nothing', () => {
    const windows = pack([[2, 80]], { quietAt: 29.4 });
    expectTrue(windows);
    const pieces = windows.flatMap((window) => seconds(window) ?? []);
    expect(pieces[0]).toEqual([1.75, expect.closeTo(29.4, 1)]);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) expect(piece[0]).toBeCloseTo(pieces[index - 1]?.[1] ?? 0, 9);
    }
    expect(pieces.at(-1)?.[1]).toBeCloseTo(80.25, 6);
    expect(windows.length).toBe(3);
  });

  it('gives each utterance its own piece if they are to be separate', () => {
    const windows = pack(
      [
        [1, 3],
        [3.3, 5],
        [5.4, 7],
        [9, 10],
      ],
      { separate: true },
    );
    expectTrue(windows);
    expect(windows).toHaveLength(1);
    expect(seconds(windows[0])?.map((piece) => piece.map((time) => Number(time.toFixed(3))))).toEqual([
      [0.75, 5.2],
      [5.2, 7.25],
      [8.75, 10.25],
    ]);
  });

  it('never cuts an utterance that fits a window if they are to be separate', () => {
    const stretches: [number, number][] = [];
    for (let start = 0; start < 100; start += 8) stretches.push([start, start + 7.5]);
    const windows = pack(stretches, { separate: true });
    expectTrue(windows);
    for (const window of windows) {
      for (const [start = 0] of seconds(window) ?? []) expect((start + 0.25) % 8).toBeLessThan(0.01 + 0.25);
    }
  });

  it('stops at the end of the file and starts at its beginning', () => {
    const windows = pack([[0.1, 9.9]], { length: 10 });
    expect(windows.map(seconds)).toEqual([[[0, 10]]]);
  });

  it('neither loses nor repeats speech and keeps its order, whatever the input', () => {
    const stretch = fc.record({
      // Breaths, pauses and long silences.
      gap: fc.oneof(
        fc.double({ min: 0.1, max: 1.5, noNaN: true }),
        fc.double({ min: 1, max: 9, noNaN: true }),
      ),
      speech: fc.oneof(
        fc.double({ min: 0.1, max: 8, noNaN: true }),
        fc.double({ min: 8, max: 70, noNaN: true }),
      ),
    });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 25 }), fc.boolean(), (drawn, separate) => {
        const length = 120;
        const stretches: [number, number][] = [];
        let position = 0;
        for (const { gap, speech } of drawn) {
          const start = Math.round((position + gap) * RATE) / RATE;
          position = Math.round((start + speech) * RATE) / RATE;
          if (position < length) stretches.push([start, position]);
        }
        const windows = pack(stretches, { length, separate });
        expectTrue(windows, length);
        const pieces = windows.flatMap((window) => window.pieces);
        let last = 0;
        for (const { start, length: samples } of pieces) {
          expect(start).toBeGreaterThanOrEqual(last);
          last = start + samples;
        }
        expect(last).toBeLessThanOrEqual(length * RATE);
        // Pieces are in order, so what each leaves of a stretch is its start or its end.
        for (const [start, end] of stretches) {
          let covered = Math.round(start * RATE);
          for (const piece of pieces) {
            if (piece.start <= covered) covered = Math.max(covered, piece.start + piece.length);
          }
          expect(covered).toBeGreaterThanOrEqual(Math.round(end * RATE));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('gives each word a time inside the stretch of speech that it was heard in, in order', () => {
    const drawnStretch = fc.record({
      gap: fc.oneof(
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.double({ min: 1, max: 30, noNaN: true }),
      ),
      speech: fc.double({ min: 0.2, max: 12, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(drawnStretch, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        (drawn, separate) => {
          const stretches: [number, number][] = [];
          let position = 0;
          for (const { gap, speech } of drawn) {
            const start = Math.round((position + gap) * RATE) / RATE;
            position = Math.round((start + speech) * RATE) / RATE;
            if (position < 199) stretches.push([start, position]);
          }
          let earliest = 0;
          for (const { pieces, speech } of pack(stretches, { separate })) {
            const windowPieces = pieces.map(({ start, length }, index) => ({
              windowStart: pieces.slice(0, index).reduce((sum, piece) => sum + piece.length, 0) / RATE,
              fileStart: start / RATE,
              duration: length / RATE,
            }));
            // Two words in each stretch, the second up to its end.
            const spoken = speech.map(({ start, end }) => ({ start: start / RATE, end: end / RATE }));
            const words = spoken.flatMap(({ start, end }) => [
              { word: ' a', start, end: (start + end) / 2, confidence: 1 },
              { word: ' b', start: (start + end) / 2, end, confidence: 1 },
            ]);
            for (const { start, end } of toFileTime(words, windowPieces)) {
              expect(start).toBeGreaterThanOrEqual(earliest);
              expect(end).toBeGreaterThan(start);
              const inside = stretches.some(([from, to]) => start >= from - 1e-6 && end <= to + 1e-6);
              expect(inside).toBe(true);
              earliest = start;
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('yields nothing without speech', () => {
    expect(pack([])).toEqual([]);
  });
});
