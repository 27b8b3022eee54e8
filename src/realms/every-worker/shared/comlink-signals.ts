import { type TransferHandler, transferHandlers } from 'comlink';

/**
 * Lets an AbortSignal cross a worker's border as a separate argument: the other side receives a signal that aborts
 * with it, without its reason. Import it on both sides for its side effect.
 */
const signalHandler: TransferHandler<AbortSignal, MessagePort | null> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize: (signal) => {
    if (signal.aborted) return [null, []];
    const { port1, port2 } = new MessageChannel();
    signal.addEventListener('abort', () => port1.postMessage(null), { once: true });
    return [port2, [port2]];
  },
  deserialize: (port) => {
    const controller = new AbortController();
    if (port) port.onmessage = () => controller.abort();
    else controller.abort();
    return controller.signal;
  },
};

transferHandlers.set('signal', signalHandler);
