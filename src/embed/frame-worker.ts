import { isOriginless } from '../lib/addresses/app-origin.ts';
import { storedModelFiles } from '../models/store/stored-model-files.ts';
import { shareModelFiles } from '../realms/every-worker/shared/share-model-files.ts';

/** A worker for browsers that deny storage: it reads models from this page's memory. */
class FrameWorker extends Worker {
  constructor(address: string | URL, options: WorkerOptions = {}) {
    const { type: _, ...classic } = options;
    if (isOriginless()) super(bootstrap(address), classic);
    else super(address, options);
    shareModelFiles(this, storedModelFiles);
  }
}

/** Makes all workers of this page start that way. */
export function useFrameWorkers(): void {
  globalThis.Worker = FrameWorker;
}

/** Sandboxed frames start no worker by the app's URL. Messages before the import finishes are queued. */
function bootstrap(address: string | URL): string {
  const script = `const early = [];
const keep = (event) => early.push(event);
addEventListener('message', keep);
import(${JSON.stringify(new URL(address, globalThis.location.href).href)}).then(() => {
  removeEventListener('message', keep);
  for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
}, (error) => setTimeout(() => { throw error; }));`;
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}
