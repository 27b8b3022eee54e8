import { onChannelMessage } from '../contract/realms/channel.ts';
import { chooseStageModel } from '../models/choice/choose-stage-model.ts';
import { libraryWorker } from '../realms/library/page/spawn.ts';
import { jobIdsByStatus } from '../storage/jobs/job-store.ts';

/** Jobs that follow each other are waited for: they need the processor. */
const PAUSE_MS = 10_000;
const WAKING = new Set(['job-changed', 'edit-saved', 'models-changed']);

/** Has the library's worker make the vectors of what is said, whenever jobs have ended, until the signal aborts. */
export function keepMeaning(signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void make().catch(console.warn), PAUSE_MS);
  };
  const make = async () => {
    if ((await jobIdsByStatus('processing')).length > 0) return;
    if (!(await chooseStageModel('sentence-embedding', 'library search', 'en'))) return;
    if (!signal.aborted) await libraryWorker().call((worker) => worker.prepareMeaning());
  };
  onChannelMessage(({ type }) => {
    if (WAKING.has(type)) wait();
  }, signal);
  signal.addEventListener('abort', () => clearTimeout(timer));
  wait();
}
