import { addonViews } from '../../addons/addon-views.ts';
import { SAMPLE_MARK } from '../../client/jobs/job-summary.ts';
import type { ListedModel } from '../../client/models/listed-model.ts';
import {
  type Lack,
  lackOfAddon,
  lackOfSpeakers,
  lackOfTranslations,
} from '../../client/models/model-needs.ts';
import { addonEnvelope } from '../../contract/addons/addon-envelope.ts';
import type { AddonsRequestInput } from '../../contract/addons/addons-request.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import { z } from '../../lib/zod.ts';
import { plural } from '../texts/text-pieces.ts';
import { translate } from '../texts/texts.ts';

/** A part of a result that a model is missing for. */
export interface MissingPart {
  /** Key of the add-on, or `diarization`. */
  key: string;
  lack: Lack;
  /** What is missing: a sentence. */
  text: string;
  /** Something was made without it: the offer is quiet. */
  optional: boolean;
  /** The end of the button's label. */
  next: string;
  /** What makes it afterwards. */
  request: AddonsRequestInput;
}

const envelope = addonEnvelope(z.unknown()).nullable().catch(null);

/** What this job was asked for and lacks a model for, speakers first. */
export function missingParts(job: PreRecordedJob, models: readonly ListedModel[]): MissingPart[] {
  const { result, request_params: asked } = job;
  if (job.status !== 'done' || !result?.transcription || !asked || models.length === 0) return [];
  if (result.transcription.utterances.length === 0) return [];
  const { languages } = result.transcription;
  const parts: MissingPart[] = [];
  const speakers = asked.diarization && result.diarization?.success === false ? lackOfSpeakers(models) : null;
  if (speakers) {
    parts.push({
      key: 'diarization',
      lack: speakers,
      text: plural(speakers.models.length, [
        'Speakers were not told apart: # small model is missing.',
        'Speakers were not told apart: # small models are missing.',
      ]),
      optional: false,
      next: translate('and tell speakers apart'),
      request: { diarization: true, diarization_config: asked.diarization_config },
    });
  }
  for (const [key, { label, needs }] of addonViews) {
    if (!needs || Reflect.get(asked, key) !== true) continue;
    const given = envelope.parse(Reflect.get(result, key) ?? null);
    if (given?.success && given.made_by !== undefined && given.made_by !== 'rules') continue;
    // The sample shows what is built in: nothing is to be downloaded for it.
    if (given?.success && job.custom_metadata?.[SAMPLE_MARK] === true) continue;
    const config: unknown = Reflect.get(asked, `${key}_config`);
    const lack =
      key === 'translation'
        ? lackOfTargets(config, languages, models, given?.success === true)
        : lackOfAddon(needs, languages, models);
    if (!lack) continue;
    const isMade = given?.success !== false;
    parts.push({
      key,
      lack,
      text: `${translate(label)}: ${isMade ? translate('made without a model. One would make fewer mistakes.') : translate('a model is missing.')}`,
      optional: isMade,
      next: translate('and run it again'),
      request: { [key]: true, ...(config !== undefined && { [`${key}_config`]: config }) },
    });
  }
  return parts;
}

const targets = z.object({ target_languages: z.array(z.string()) });

/** The models that the target languages lack. */
function lackOfTargets(
  config: unknown,
  sources: readonly string[],
  models: readonly ListedModel[],
  isDone: boolean,
): Lack | null {
  const parsed = targets.safeParse(config);
  if (isDone || !parsed.success) return null;
  return lackOfTranslations(sources, parsed.data.target_languages, models);
}
