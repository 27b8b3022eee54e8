import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEVELS, tinyEmbedding, tinySegmentation } from '../../../tests/fixtures/diarization/tiny-graphs.ts';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { SegmentationModel } from './segmentation-model.ts';
import { findByStretches } from './stretches/find-by-stretches.ts';
import { VoiceEmbedder } from './voice-embedder.ts';
import { WindowDiarizer } from './window-diarizer.ts';
import type { WindowSpeakers, WindowVoice } from './window-speakers.ts';

/** Seconds in which the segmentation detects this class, with a voice of this pitch. */
interface Stretch {
  seconds: number;
  level: number;
  hertz?: number;
}

/** The level controls the tiny segmentation; the tone is the voice. */
function sound(...stretches: Stretch[]): Float32Array {
  const parts = stretches.flatMap(({ seconds, level, hertz = 0 }) =>
    Array.from(
      { length: seconds * SAMPLE_RATE },
      (_, sample) =>
        (LEVELS[level] ?? 0) +
        (hertz > 0 ? 0.03 * Math.sin((2 * Math.PI * hertz * sample) / SAMPLE_RATE) : 0),
    ),
  );
  return Float32Array.from(parts);
}

const LOW = 370;
const HIGH = 2590;
const SPEAKER_DISTANCE = 0.1;

describe('the speakers of a window', () => {
  let diarizer: WindowDiarizer;

  beforeAll(async () => {
    const embedder = new VoiceEmbedder(await tinyEmbedding(40), 'mel-power');
    diarizer = new WindowDiarizer(new SegmentationModel(await tinySegmentation()), embedder);
  });

  afterAll(() => diarizer.dispose());

  const diarize = (...stretches: Stretch[]) => {
    const pcm = sound(...stretches);
    const pieces = [{ windowStart: 0, fileStart: 0, duration: pcm.length / SAMPLE_RATE }];
    return diarizer.diarize({ index: 0, channel: 0, pcm, pieces });
  };

  /** Seconds alone per person, according to the segmentation. */
  const secondsByFollowed = (voices: readonly WindowVoice[]) => {
    const seconds = new Map<number, number>();
    for (const { followed, cleanSeconds } of voices) {
      seconds.set(followed, (seconds.get(followed) ?? 0) + cleanSeconds);
    }
    return [...seconds.values()];
  };

  const people = (speakers: WindowSpeakers, exact: number | null = null) =>
    new Set(
      findByStretches(
        [{ channel: 0, speakers }],
        { exact, least: 0, most: null },
        SPEAKER_DISTANCE,
      ).turns.map(({ speaker }) => speaker),
    ).size;

  it('are followed through all its chunks, with a voice per continuous stretch', async () => {
    const { voices, chunks } = await diarize(
      { seconds: 6, level: 1, hertz: LOW },
      { seconds: 3, level: 2, hertz: HIGH },
      { seconds: 15, level: 1, hertz: LOW },
    );
    expect(chunks).toHaveLength(4);
    expect(voices).toHaveLength(3);
    const [one, other] = secondsByFollowed(voices);
    expect(one).toBeCloseTo(21, 0);
    expect(other).toBeCloseTo(3, 0);
    // The vectors are in the track.
    expect(voices.every(({ vector }) => vector === null)).toBe(true);
  });

  it('may overlap, which is nobody’s clean speech', async () => {
    const { voices, chunks } = await diarize(
      { seconds: 3, level: 1, hertz: LOW },
      { seconds: 2, level: 4, hertz: HIGH },
      { seconds: 3, level: 2, hertz: HIGH },
    );
    // The frame between two levels is classified as the class between them.
    const [first, second] = voices.flatMap(({ cleanSeconds }, voice) => (cleanSeconds > 0.1 ? [voice] : []));
    expect(voices[first ?? 0]?.cleanSeconds).toBeCloseTo(3, 1);
    expect(voices[second ?? 0]?.cleanSeconds).toBeCloseTo(3, 1);
    const rangesOf = (voice?: number) =>
      chunks[0]?.speakers.find((speaker) => speaker.voice === voice)?.ranges.flat() ?? [];
    expect(rangesOf(first).at(-1)).toBeGreaterThan((rangesOf(second)[0] ?? 0) + 100);
  });

  it('are two if the segmentation finds one but the voices differ', async () => {
    const two = await diarize(
      { seconds: 4, level: 1, hertz: LOW },
      { seconds: 1, level: 0 },
      { seconds: 4, level: 1, hertz: HIGH },
    );
    expect(people(two)).toBe(2);
    expect(two.chunks[0]?.speakers.map(({ ranges }) => ranges.length)).toEqual([1, 1]);
    const one = await diarize(
      { seconds: 4, level: 1, hertz: LOW },
      { seconds: 1, level: 0 },
      { seconds: 4, level: 1, hertz: LOW },
    );
    expect(people(one)).toBe(1);
    // An external correction overrides the model.
    expect(people(one, 2)).toBe(2);
  });

  it('have no voice if they speak only briefly, and are nobody in silence', async () => {
    const short = await diarize({ seconds: 0.1, level: 1, hertz: LOW }, { seconds: 2, level: 0 });
    expect(short.voices).toEqual([
      { followed: expect.any(Number), vector: null, cleanSeconds: expect.any(Number) },
    ]);
    const silence = await diarize({ seconds: 0.02, level: 0 });
    expect(silence.voices).toEqual([]);
    expect(silence.chunks[0]?.speakers).toEqual([]);
  });
});

describe('a voice', () => {
  it('of the filter bank is embedded whole, of mel power in stretches of 1.6 s', async () => {
    const tone = sound({ seconds: 9.5, level: 0, hertz: LOW });
    const whole = new VoiceEmbedder(await tinyEmbedding(80), 'kaldi-fbank');
    const vector = await whole.embed(tone.map((value, index) => value * (1 + index / tone.length)));
    expect(vector?.length).toBe(80);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4);
    expect(await whole.embed(new Float32Array(100))).toBeNull();
    await whole.dispose();
    const runs = new VoiceEmbedder(await tinyEmbedding(40), 'mel-power');
    const [long, part] = [await runs.embed(tone), await runs.embed(tone.subarray(0, 60_000))];
    const product = long?.reduce((sum, value, index) => sum + value * (part?.[index] ?? 0), 0) ?? 0;
    expect(product).toBeGreaterThan(0.98);
    await runs.dispose();
  });
});
