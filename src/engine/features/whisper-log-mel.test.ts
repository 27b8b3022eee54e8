import { describe, expect, it } from 'vitest';
import { slaneyEnergy } from '../../../tests/fixtures/reference-spectrum.ts';
import { whisperLogMel } from './whisper-log-mel.ts';

const BINS = 80;
const SAMPLES = 2080;
const FRAMES = SAMPLES / 160;

/** Sounds between a tone and a chirp, so that every frame differs. */
const sound = (length: number) =>
  Float32Array.from(
    { length },
    (_, index) =>
      0.3 * Math.sin((2 * Math.PI * 1300 * index) / 16_000) + 0.1 * Math.sin((index * index) / 3000),
  );

/** One logarithm by definition, of samples that are mirrored at their ends. */
function referenceLog(samples: Float32Array, frame: number, filter: number, filters = BINS): number {
  const windowed = Array.from({ length: 400 }, (_, index) => {
    const at = Math.abs(frame * 160 - 200 + index);
    const value = samples[at < samples.length ? at : 2 * samples.length - 2 - at] ?? 0;
    return value * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / 400));
  });
  return Math.log10(Math.max(slaneyEnergy(windowed, { filter, filters }), 1e-10));
}

function expectReference(features: Float32Array, samples: Float32Array, bins = BINS): void {
  const frames = features.length / bins;
  const logs = Array.from({ length: bins * frames }, (_, at) =>
    referenceLog(samples, at % frames, Math.floor(at / frames), bins),
  );
  const loudest = Math.max(...logs);
  const off = logs.map((log, at) =>
    Math.abs((features[at] ?? Number.NaN) - (Math.max(log, loudest - 8) + 4) / 4),
  );
  expect(Math.max(...off)).toBeLessThan(1e-4);
}

describe('the log-mel spectrogram of Whisper', () => {
  it('equals a direct Fourier transform by its definition, an odd number of frames', () => {
    const features = whisperLogMel(sound(SAMPLES), SAMPLES, BINS);
    expect(features).toHaveLength(BINS * FRAMES);
    expectReference(features, sound(SAMPLES));
  });

  it('has silence behind the audio', () => {
    const samples = new Float32Array(SAMPLES);
    samples.set(sound(500));
    expectReference(whisperLogMel(sound(500), SAMPLES, BINS), samples);
  });

  it('leaves out samples beyond what it covers', () => {
    expect(whisperLogMel(sound(SAMPLES), 800, BINS)).toEqual(
      whisperLogMel(sound(SAMPLES).subarray(0, 800), 800, BINS),
    );
  });

  it('has as many bins as the model wants', () => {
    expectReference(whisperLogMel(sound(800), 800, 128), sound(800), 128);
  });

  it('is flat for silence and for no audio', () => {
    for (const pcm of [new Float32Array(800), new Float32Array(0)])
      expect([...new Set(whisperLogMel(pcm, 800, BINS))]).toEqual([-1.5]);
  });
});
