import { expose, transfer } from 'comlink';
import type { StoredModelFiles } from '../../../models/store/stored-model-files.ts';

/** First message to a worker without storage of its own: a port for reading the page's. */
export interface SharedModelFiles {
  type: 'lent-files';
  port: MessagePort;
}

/** Lets a new worker read these files as its own. */
export function shareModelFiles(worker: Worker, files: StoredModelFiles): void {
  const { port1, port2 } = new MessageChannel();
  const lent: StoredModelFiles = {
    get: files.get,
    list: files.list,
    chunk: async (...which) => {
      const bytes = await files.chunk(...which);
      return transfer(bytes, [bytes]);
    },
  };
  expose(lent, port1);
  const message: SharedModelFiles = { type: 'lent-files', port: port2 };
  worker.postMessage(message, [port2]);
}
