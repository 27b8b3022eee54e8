import { describe, expect, it, vi } from 'vitest';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import { beamOf } from './beam-of.ts';

const model = (shortAudio: LoadedWhisper['shortAudio']) => ({ shortAudio }) as LoadedWhisper;
const never = () => expect.fail('Nothing was impossible.');

describe('what is followed besides the likeliest tokens', () => {
  it('is one more text where they are not likely, if the model has a known vocabulary', () => {
    for (const known of ['encoded', 'impossible'] as const) {
      expect(beamOf(model(known), undefined, never)).toMatchObject({
        width: 2,
        below: -0.3,
        tokenBelow: 0.4,
      });
    }
    expect(beamOf(model('never'), 'fast', never)).toBeUndefined();
  });

  it('is seven more everywhere with "careful", which tells if that is impossible', () => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let told = 0;
    const beam = beamOf(model('never'), 'careful', () => {
      told += 1;
    });
    expect(beam).toMatchObject({ width: 8 });
    expect(beam?.below).toBeUndefined();
    beam?.onImpossible(new Error('std::bad_alloc'));
    expect(told).toBe(1);
    silenced.mockRestore();
  });
});
