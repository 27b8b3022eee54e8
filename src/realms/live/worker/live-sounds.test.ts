import { expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../../engine/audio/windows/speech-window.ts';
import { SOUND_KIND_RULES } from '../../../engine/sound-events/sound-kinds.ts';
import { LiveSounds } from './live-sounds.ts';

const labels = [
  ...new Set(
    [...SOUND_KIND_RULES.values()].flatMap((rules) => [...rules.labels, ...(rules.unless?.labels ?? [])]),
  ),
];
/** What is loud is applause. */
const model = {
  labels,
  score: async (windows: readonly Float32Array[]) =>
    windows.map((window) => {
      const scores = new Float32Array(labels.length);
      const power = window.reduce((sum, sample) => sum + sample * sample, 0) / window.length;
      scores[labels.indexOf('Applause')] = power > 0.1 ? 0.9 : 0;
      return scores;
    }),
};

const second = (amplitude: number) =>
  Float32Array.from({ length: SAMPLE_RATE }, (_, at) => amplitude * (at % 2 === 0 ? 1 : -1));

it('tells of a sound while it lasts, and once more when it is over, by the same id', async () => {
  const told: [second: number, id: string, kind: string, start: number, isOver: boolean][] = [];
  let now = 0;
  const sounds = new LiveSounds(model, 100, ({ id, sound, isOver }) =>
    told.push([now, id, sound.kind, Math.round(sound.start), isOver]),
  );
  for (const amplitude of [0, 0, 0.8, 0.8, 0.8, 0.8, 0, 0, 0, 0]) {
    now++;
    await sounds.push([second(amplitude), second(amplitude)]);
  }
  await sounds.finish();
  expect(told.map(([, ...rest]) => rest)).toEqual([
    ['100_0', 'applause', 102, false],
    ['100_0', 'applause', 102, true],
  ]);
  const [begun, over] = told.map(([at]) => at);
  expect(begun).toBeLessThanOrEqual(6);
  expect(over).toBeLessThanOrEqual(10);
});

it('ends with the session what has not ended', async () => {
  const told: boolean[] = [];
  const sounds = new LiveSounds(model, 0, ({ isOver }) => told.push(isOver));
  for (let at = 0; at < 4; at++) await sounds.push([second(0.8)]);
  await sounds.finish();
  expect(told).toEqual([false, true]);
});
