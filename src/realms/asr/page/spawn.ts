import { proxy, transfer } from 'comlink';
import type { OnText, TranscribeOptions, WindowTranscript } from '../../../engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../engine/audio/windows/speech-window.ts';
import type { Message } from '../../../lib/errors/msg.ts';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import {
  IDLE_MS,
  type SupervisedWorker,
  type Supervisor,
  supervise,
} from '../../every-worker/page/supervise.ts';
import { PATIENCE, type Patience } from '../../every-worker/page/watchdog.ts';
import type { WorkerHandle } from '../../every-worker/page/worker-handle.ts';
import type { AsrWorkerApi, LoadedAsr } from '../shared/api.ts';

/** A worker with its models loaded. */
export type AsrWorker = SupervisedWorker<AsrWorkerApi, LoadedAsr[]>;

/** Workers that recognise speech, one at a time, with the models that they have loaded. */
export const asrWorkers = (limits: Patience = PATIENCE): Supervisor<AsrWorkerApi> =>
  supervise({
    spawn: () => spawnRealm('asr'),
    idleMs: IDLE_MS,
    limits,
    // The last without the GPU.
    attempts: 3,
    // The next job need not load the model again.
    cancel: (api) => api.abort(),
  });

/** Loads the model, or the two that vote, for this many cores; `withoutGpu` is why the GPU cannot be used. */
export const loadAsr = (
  worker: WorkerHandle<AsrWorkerApi>,
  modelIds: readonly string[],
  { cores, limitMs, withoutGpu }: { cores: number; limitMs: number; withoutGpu?: Message | undefined },
): Promise<LoadedAsr[]> =>
  worker.watchedCall({ what: 'Loading the speech model', limitMs }, (api, alive) =>
    api.loadAsr([...modelIds], cores, proxy(alive), withoutGpu),
  );

/**
 * Transcribes a copy of one window, because its samples are transferred, and another worker may need them.
 *
 * @param beside says of each window that the worker has that it lives: they may wait for each other
 */
export const transcribeIn = (
  worker: AsrWorker,
  window: SpeechWindow,
  options: TranscribeOptions,
  {
    signal,
    onText,
    beside = new Set(),
  }: { signal: AbortSignal; onText?: OnText | undefined; beside?: Set<() => void> },
): Promise<WindowTranscript> =>
  worker.run((started) => {
    const copy = { ...window, pcm: window.pcm.slice(), recorded: undefined };
    return started.watchedCall({ what: 'Recognition', pace: worker.pace }, async (api, alive) => {
      beside.add(alive);
      try {
        return await api.transcribe(transfer(copy, [copy.pcm.buffer]), options, onText && proxy(onText));
      } finally {
        beside.delete(alive);
        for (const other of beside) other();
      }
    });
  }, signal);
