import type { ByteSource } from '../../lib/bytes/byte-source.ts';
import { AppError, isAbort, toStoredFailure } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { lanesFor } from '../../models/device/choose-lanes.ts';
import type { AsrLanes } from '../../realms/asr/page/asr-lanes.ts';
import type { WorkerHandle } from '../../realms/every-worker/page/worker-handle.ts';
import type { PoolWorkerApi, TakenJob } from '../../realms/pool/shared/api.ts';
import { ensureWithinLimits } from '../../storage/settings/limits.ts';
import { chooseModelFor } from '../plan-job.ts';
import { isStorageError } from '../run/claim-job.ts';
import { runJob } from '../run/run-job.ts';
import { writingOf } from '../run/speech/language-choice.ts';
import { type PoolResult, poolSpec, poolWindow } from './pool-spec.ts';

const FINISH_MS = 15_000;

type Handle = WorkerHandle<PoolWorkerApi>;

/** Runs another device's job; its windows and result go to the pool alone. One that cannot run here goes back. */
export async function runPoolJob(
  taken: TakenJob,
  handle: Handle,
  lanes: AsrLanes,
  stopped: AbortSignal,
): Promise<void> {
  const { id } = taken;
  const over = new AbortController();
  handle
    .call((api) => api.ended(id))
    .then(
      () => over.abort(),
      () => over.abort(),
    );
  const signal = AbortSignal.any([stopped, over.signal]);
  try {
    const result = await transcribe(taken, handle, lanes, signal);
    const finishing = handle.call((api) => api.finish(id, result));
    finishing.catch(() => undefined);
    // While the broker is away, the pool's worker keeps the result, and this device goes on with its own jobs.
    await Promise.race([finishing, waitFor(FINISH_MS)]);
  } catch (error) {
    if (over.signal.aborted) return;
    const isOurs = stopped.aborted || isAbort(error) || isStorageError(error);
    const failure = toStoredFailure(error);
    if (isOurs || failure.code === 'model_missing') {
      await handle.call((api) => api.giveBack(id));
      return;
    }
    await handle.call((api) => api.fail(id, failure));
  }
}

async function transcribe(
  { id, spec, audioBytes, windows }: TakenJob,
  handle: Handle,
  lanes: AsrLanes,
  signal: AbortSignal,
): Promise<PoolResult> {
  const parsed = poolSpec.safeParse(spec);
  if (!parsed.success || audioBytes === null) {
    // Another version of the app may be able to run it.
    throw new AppError('model_missing', msg`This version of the app does not understand the job.`);
  }
  const { params, automatic } = parsed.data;
  const choice = await chooseModelFor({ params, automatic });
  if (!choice.installed) throw new AppError('model_missing', choice.reason);
  const modelIds = [choice.model, ...(choice.second ? [choice.second] : [])].map((model) => model.id);
  const audio: ByteSource = {
    size: audioBytes,
    read: (start, end) => handle.call((api) => api.readAudio(id, start, end), signal),
  };
  const finished = windows.flatMap((window) => {
    const read = poolWindow.safeParse(window);
    return read.success ? [read.data] : [];
  });
  const { result, summary, session } = await runJob(
    {
      audio,
      request: params,
      addonNotes: {},
      writing: writingOf(parsed.data),
      finished,
      lanes: await lanesFor(modelIds, null),
      modelIds,
      note: choice.note,
    },
    lanes,
    {
      onProgress: ({ fraction }) => {
        void handle.call((api) => api.noteProgress(id, fraction)).catch(() => undefined);
      },
      onWindow: async (window) => {
        await ensureWithinLimits({ bytes: audioBytes, duration: window.end });
        await handle.call((api) => api.keepWindow(id, window.index, window), signal);
      },
    },
    signal,
  );
  return {
    result,
    session,
    audio_duration: result.metadata.audio_duration,
    number_of_channels: summary.numberOfChannels,
  };
}
