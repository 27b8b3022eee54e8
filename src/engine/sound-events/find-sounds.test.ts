import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadYamnet } from '../../../tests/miniatures/load-yamnet.ts';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { SOUND_KINDS } from '../../contract/transcripts/sound-kind.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { findSoundsIn } from './find-sounds.ts';
import { SOUND_KIND_RULES } from './sound-kinds.ts';
import type { SoundModel } from './sound-model.ts';

const AUDIO = new URL('../../../../shared/audio/', import.meta.url);
let model: SoundModel;

beforeAll(async () => {
  model = await loadYamnet();
});
afterAll(async () => model.dispose());

async function soundsOf(file: string, span: { start: number; end: number } | null = null) {
  const source = blobSource(new Blob([await readFile(new URL(file, AUDIO))]));
  const loadVad = () => Promise.reject(new Error('There is one track.'));
  const found = await findSoundsIn(source, { model, loadVad, span, withoutWebCodecs: true });
  return found.filter(({ kind }) => kind !== 'unspoken music');
}

it('has rules for the kinds that are named, and for songs', () => {
  expect([...SOUND_KIND_RULES.keys()]).toEqual([...SOUND_KINDS, 'unspoken music']);
  expect(model.labels).toHaveLength(521);
});

describe.skipIf(!existsSync(AUDIO))('the sounds of a recording', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'cases'))('of %s are %s', async (file, kind) => {
    expect((await soundsOf(`sounds/${file}`)).map((sound) => sound.kind)).toEqual([kind]);
  });

  it('are none where people talk', async () => {
    expect(await soundsOf('sounds/restaurant.flac')).toEqual([]);
    expect(await soundsOf('whisper.cpp/jfk.wav')).toEqual([]);
  });

  it('have the times of the recording where a part was asked for', async () => {
    const music = 'corpus/derived/music-fleurs-es-006.flac';
    const [whole] = await soundsOf(music);
    expect(whole).toMatchObject({ kind: 'music' });
    const [part] = await soundsOf(music, { start: 2, end: 6 });
    expect(part?.start).toBeGreaterThanOrEqual(2);
    expect(part?.end).toBe(6);
  });
});
