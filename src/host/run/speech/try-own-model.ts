import { AppError } from '../../../lib/errors/errors.ts';
import { type Message, msg } from '../../../lib/errors/msg.ts';
import { isRecent } from '../../../lib/is-recent.ts';
import { detectCapabilities } from '../../../models/device/capabilities.ts';
import { catalogue } from '../../../models/manifest/catalogue.ts';
import type { WhisperModel } from '../../../models/manifest/manifest.ts';
import { ownModels } from '../../../models/own/own-models.ts';
import { storedModelFiles } from '../../../models/store/stored-model-files.ts';
import { asrWorkers, loadAsr, transcribeIn } from '../../../realms/asr/page/spawn.ts';
import { isUnforeseen } from '../../../realms/every-worker/page/supervise.ts';
import { getModelTrial, noteModelTrial } from '../../../storage/models/model-trials.ts';

/** One second at the sample rate of all models. */
const SECOND_SAMPLES = 16_000;
/** A model that shows no progress for as long does not run here. */
const LIMIT_MS = 60_000;
/** After this time a model that failed is tried once more: memory may have been short. */
const FORGET_MS = 24 * 3_600_000;

/**
 * Tries models that nobody has checked before a job depends on them: each is loaded in a worker of its own and recognises a second of
 * silence. What became of it is remembered for as long as its files remain the same, and for a day if it failed.
 *
 * @throws AppError 503 `model_missing` with the reason if one of them cannot be used; the signal's reason
 */
export async function tryOwnModels(
  modelIds: readonly string[],
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<void> {
  const unchecked = modelIds.filter((id) => !catalogue.some((model) => model.id === id));
  if (unchecked.length === 0) return;
  const own = await ownModels();
  for (const id of unchecked) {
    const model = own.find((candidate) => candidate.id === id);
    if (model) await tryOnce(model, signal, limitMs);
  }
}

async function tryOnce(model: WhisperModel, signal: AbortSignal, limitMs: number): Promise<void> {
  const files = await identityOf(model);
  const known = await getModelTrial(model.id);
  const isFresh = known?.fault === null || isRecent(known?.at ?? '', FORGET_MS);
  const fault = known?.files === files && isFresh ? known.fault : await faultOf(model, signal, limitMs);
  if (fault !== known?.fault || files !== known.files || !isFresh) {
    await noteModelTrial(model.id, { files, at: new Date().toISOString(), fault });
  }
  if (fault === null) return;
  throw new AppError(
    'model_missing',
    msg`${model.title}, a model of your own, cannot be used: ${fault} Import a folder that works, or use another model.`,
  );
}

/** What its files are: as described, and by the hashes of those that are stored here. */
async function identityOf(model: WhisperModel): Promise<string> {
  const stored = (await storedModelFiles.list()).filter(({ model_id }) => model_id === model.id);
  const hashes = stored.map(({ path, sha256 }) => [path, sha256]).sort();
  const bytes = new TextEncoder().encode(JSON.stringify([model, hashes]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Why it does not run on this device, as a sentence; null if it does. On the GPU alone is not enough where there is a second way. */
async function faultOf(model: WhisperModel, signal: AbortSignal, limitMs: number): Promise<string | null> {
  const { webgpu } = await detectCapabilities();
  const fault = await faultOn(model, signal, limitMs);
  if (fault === null || !webgpu.supported || !model.devices.includes('wasm')) return fault;
  return faultOn(model, signal, limitMs, msg`this model failed on the GPU`);
}

async function faultOn(
  model: WhisperModel,
  signal: AbortSignal,
  limitMs: number,
  withoutGpu?: Message,
): Promise<string | null> {
  const cores = Math.max(1, navigator.hardwareConcurrency ?? 1);
  const worker = asrWorkers({ firstMs: limitMs, leastMs: limitMs, factor: 1 }).take({
    ready: (started) => loadAsr(started, [model.id], { cores, limitMs, withoutGpu }),
    attempts: () => 1,
  });
  try {
    await transcribeIn(
      worker,
      {
        index: 0,
        channel: 0,
        pcm: new Float32Array(SECOND_SAMPLES),
        pieces: [{ windowStart: 0, fileStart: 0, duration: 1 }],
      },
      { language: null, languages: [], codeSwitching: false },
      { signal },
    );
    return null;
  } catch (error) {
    // Its files are missing, or the job was deleted: that says nothing about the model.
    if (!isUnforeseen(error, signal)) throw error;
    console.warn(error);
    const why = error instanceof Error ? error.message : String(error);
    return /[.!?]$/.test(why) ? why : `${why}.`;
  } finally {
    worker.end();
  }
}
