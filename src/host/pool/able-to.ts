import { MODEL_NAMES } from '../../contract/model-name.ts';
import { preRecordedRequest } from '../../contract/pre-recorded-request.ts';
import type { Capability } from '../../pool/rows.ts';
import { chooseModelFor } from '../plan-job.ts';

/** Whether this device has a model for what a job needs. */
export async function ableTo({ engine, language, device }: Capability): Promise<boolean> {
  if (device === 'gpu' && !('gpu' in navigator)) return false;
  const automatic = engine === 'automatic';
  const languages = language === 'any' ? [] : [language];
  const parsed = preRecordedRequest.safeParse({
    audio_url: 'https://pool.invalid/',
    ...(!automatic && { model: engine }),
    language_config: { languages },
  });
  if (!parsed.success) return false;
  return (await chooseModelFor({ params: parsed.data, automatic }, false)).installed;
}

/** Models by their names in the API that run here. */
export async function runnableModels(): Promise<string[]> {
  const able = [];
  for (const engine of MODEL_NAMES) {
    if (await ableTo({ engine, language: 'any', device: 'any' })) able.push(engine);
  }
  return able;
}
