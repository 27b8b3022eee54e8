/** Phones end recordings as the screen turns off. Hidden tabs lose the lock, which is then asked for again. */
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
