import { expose } from 'comlink';
import type { StoredFiles } from '../models/stored-files.ts';

/** First message to a worker without storage of its own: a port for reading the page's. */
export interface LentFiles {
  type: 'lent-files';
  port: MessagePort;
}

/** Lets a new worker read these files as its own. */
export function lendFiles(worker: Worker, files: StoredFiles): void {
  const { port1, port2 } = new MessageChannel();
  expose(files, port1);
  const message: LentFiles = { type: 'lent-files', port: port2 };
  worker.postMessage(message, [port2]);
}
