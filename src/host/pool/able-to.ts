import { MODEL_NAMES } from '../../contract/jobs/model-name.ts';
import { preRecordedRequest } from '../../contract/jobs/pre-recorded-request.ts';
import type { PoolViewMember } from '../../contract/realms/pool-view.ts';
import type { AsrModelChoice } from '../../models/choice/choose-model.ts';
import { detectCapabilities } from '../../models/device/capabilities.ts';
import type { AsrModel } from '../../models/manifest/manifest.ts';
import { chooseInstalledDevice, readInstallation } from '../../models/store/installations.ts';
import type { Capability, DeviceClass } from '../../pool/index.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { chooseModelFor } from '../plan-job.ts';

/** Whether this device has a model for what a job needs, and runs it on what the job needs. */
export async function ableTo({ engine, language, device }: Capability): Promise<boolean> {
  const automatic = engine === 'automatic';
  const languages = language === 'any' ? [] : [language];
  const parsed = preRecordedRequest.safeParse({
    audio_url: 'https://pool.invalid/',
    ...(!automatic && { model: engine }),
    language_config: { languages },
  });
  if (!parsed.success) return false;
  const choice = await chooseModelFor({ params: parsed.data, automatic });
  return choice.installed && (device === 'wasm' || (await deviceOf(choice.model)) === device);
}

/** What a model runs on here. */
async function deviceOf(model: AsrModel): Promise<DeviceClass | undefined> {
  return chooseInstalledDevice(await readInstallation(model), await detectCapabilities())?.device;
}

/** Models by their names in the API that run here. */
export async function runnableModels(): Promise<string[]> {
  const able = [];
  for (const engine of MODEL_NAMES) {
    if (await ableTo({ engine, language: 'any', device: 'wasm' })) able.push(engine);
  }
  return able;
}

/** What this device runs models on, as reported to the others. */
export const ownDeviceClass = async (): Promise<DeviceClass> =>
  (await detectCapabilities()).webgpu.supported ? 'webgpu' : 'wasm';

/**
 * What a job's device must run models on. A job that this device would run on a model for GPUs alone is for GPUs there,
 * too, or a small model would answer in place of a large one; but only while a device of the pool has one.
 */
export async function deviceClassFor(
  job: Pick<JobRecord, 'params' | 'automatic' | 'own_model'>,
  members: readonly PoolViewMember[],
): Promise<DeviceClass> {
  const engine = job.automatic ? 'automatic' : job.params.model;
  return deviceClassOf(await chooseModelFor(job), engine, members);
}

/** The rule of `deviceClassFor`, given the model that would run here. */
export function deviceClassOf(
  choice: AsrModelChoice,
  engine: string,
  members: readonly PoolViewMember[],
): DeviceClass {
  const needsGpu = choice.installed && !choice.model.devices.includes('wasm');
  return needsGpu && hasGpuFor(engine, members) ? 'webgpu' : 'wasm';
}

/** Whether a device that was seen lately runs an engine, and has a GPU. */
export const hasGpuFor = (engine: string, members: readonly PoolViewMember[]): boolean =>
  members.some(
    ({ present, device, models }) =>
      present &&
      device === 'webgpu' &&
      (engine === 'automatic' ? models.length > 0 : models.includes(engine)),
  );
