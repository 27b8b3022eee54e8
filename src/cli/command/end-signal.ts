import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm passes on to a command what a terminal has sent to both. */
const ECHO_MS = 500;

/** Resolves with the exit code of the first signal that ends a process. A second one ends it at once. */
export function endSignal(): Promise<number> {
  let first: number | null = null;
  return new Promise((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const code = 128 + constants.signals[signal];
        if (first !== null && performance.now() - first > ECHO_MS) process.exit(code);
        first ??= performance.now();
        resolve(code);
      });
    }
  });
}
