import { describe, expect, it } from 'vitest';
import { CancellationPoint } from './cancellation-point.ts';

/** Computes without a pause, as a decoder does between two checks. */
function computeFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('CancellationPoint', () => {
  it('lets in the message that cancels a computation which never pauses', async () => {
    const abort = new AbortController();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => abort.abort();
    port2.postMessage('stop');
    const point = new CancellationPoint(abort.signal);
    const compute = async () => {
      for (let step = 0; step < 200; step++) {
        computeFor(10);
        await point.check();
      }
    };
    await expect(compute()).rejects.toMatchObject({ name: 'AbortError' });
    port1.close();
  });

  it('throws AbortError at once if the signal has aborted', async () => {
    const point = new CancellationPoint(AbortSignal.abort());
    await expect(point.check()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
