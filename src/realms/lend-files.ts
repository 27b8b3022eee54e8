import { expose } from 'comlink';
import type { StoredFiles } from '../models/stored-files.ts';

/** The first message to a worker that has no storage of its own: a port to read the page's by. */
export interface LentFiles {
  type: 'lent-files';
  port: MessagePort;
}

/** Lets a worker that was just started read these files as its own. */
export function lendFiles(worker: Worker, files: StoredFiles): void {
  const { port1, port2 } = new MessageChannel();
  expose(files, port1);
  const message: LentFiles = { type: 'lent-files', port: port2 };
  worker.postMessage(message, [port2]);
}
