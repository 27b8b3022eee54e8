/**
 * Keeps the screen on until the signal aborts: on many phones, one that turns off ends a recording. A browser lets go of it when the tab is
 * hidden, so it is asked for again when the tab is seen. Where it is refused, as at a low battery, nothing is kept.
 */
export function keepAwake(signal: AbortSignal): void {
  let held: WakeLockSentinel | null = null;
  const hold = async () => {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return;
    try {
      held = (await navigator.wakeLock?.request('screen')) ?? null;
      if (signal.aborted) await held?.release();
    } catch (error) {
      console.info('The screen may turn off while recording.', error);
    }
  };
  document.addEventListener('visibilitychange', hold, { signal });
  signal.addEventListener('abort', () => void held?.release(), { once: true });
  void hold();
}
