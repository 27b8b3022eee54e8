import type { Figure } from '../../runner/figure.ts';
import type { BenchOptions } from '../bench-setup.ts';
import { besidePeer, WARM_UP } from './beside-peer.ts';

/** Earshot may take so many times the time of native int8. */
const MOST_TIMES = 1.4;

/** faster-whisper in a process of its own: greedy, int8, with voice activity and word times. */
export function native({ minutes, repeats }: BenchOptions): Promise<Figure[]> {
  return besidePeer({
    section: 'native',
    name: 'faster-whisper, int8',
    atMost: MOST_TIMES,
    minutes,
    repeats,
    async open(python) {
      const model = await python.writeModel();
      return {
        transcribe: (recording, threads) => python.transcribe(model, recording, WARM_UP, threads),
      };
    },
  });
}
