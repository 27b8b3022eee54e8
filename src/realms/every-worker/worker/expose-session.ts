import { expose } from 'comlink';
import '../shared/comlink-errors.ts';
import './use-page-model-files.ts';

/** Lets the page call a worker's session. */
export function exposeSession(session: object): void {
  expose(session);
}
