/** Longest time that a decoding loop holds its thread, in milliseconds. */
const HOLD_MS = 40;

/** Ends this task and goes on in a new one, so that messages (an abort among them) are heard in between. */
async function newTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
  port1.close();
}

/**
 * Makes the function that a decoding loop calls at every step: it lets waiting messages in from time to time, and
 * throws the signal's reason once it is aborted. The WASM runtime answers in microtasks only, which no message passes.
 */
export function createInterruption(signal: AbortSignal): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs >= HOLD_MS) {
      await newTask();
      lastMs = performance.now();
    }
    signal.throwIfAborted();
  };
}
