import type { OrtSession } from '../../kernels/sessions.ts';

/** Sessions of one runtime, which takes one run at a time, for windows that are recognised beside each other. */
export function inTurn<Sessions extends readonly OrtSession[]>(
  ...sessions: Sessions
): { [At in keyof Sessions]: OrtSession } {
  let running: Promise<unknown> = Promise.resolve();
  return sessions.map(
    (session): OrtSession => ({
      inputNames: session.inputNames,
      outputNames: session.outputNames,
      inputMetadata: session.inputMetadata,
      release: () => session.release(),
      run(feeds, outputs) {
        const run = running.then(() => session.run(feeds, outputs));
        running = run.catch(() => undefined);
        return run;
      },
    }),
  ) as { [At in keyof Sessions]: OrtSession };
}
