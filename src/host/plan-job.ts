import { inEnglish, type Message } from '../lib/errors/msg.ts';
import { chooseAutomatically } from '../models/choice/choose-automatically.ts';
import { chooseAsrModel, readChoiceInput } from '../models/choice/choose-model.ts';
import { hasEdit } from '../storage/corrections/read-edit.ts';
import type { JobRecord, Waiting } from '../storage/database/records.ts';
import { openAudioBytes } from '../storage/recordings/audio-store.ts';
import { isSampleAudio } from './sample-recording.ts';

export type JobPlan =
  | { ready: true; modelIds: readonly string[]; note: Message | undefined }
  | { ready: false; waiting: Waiting };

/** The model a job will run on, or what it has to wait for. */
export async function planJob(job: JobRecord): Promise<JobPlan> {
  // Nothing is recognised.
  if (job.builds_on) return { ready: true, modelIds: [], note: undefined };
  const isSample = job.audio_id !== null && (await isSampleAudio(await openAudioBytes(job.audio_id)));
  const choice = await chooseModelFor(job, isSample);
  if (choice.installed) {
    const models = choice.second ? [choice.model, choice.second] : [choice.model];
    return { ready: true, modelIds: models.map(({ id }) => id), note: choice.note };
  }
  // Its imported transcript is one without a model, too.
  if (await hasEdit(job.id)) return { ready: true, modelIds: [], note: choice.reason };
  const { modelId, bytes } = choice.offer;
  return {
    ready: false,
    waiting: {
      reason: 'model-missing',
      model_id: modelId,
      bytes,
      message: inEnglish(choice.reason),
      texts: [choice.reason],
    },
  };
}

/** The model for a recording by what its job asks for, whether or not the job is stored here. */
export async function chooseModelFor(
  { params, automatic, own_model }: Pick<JobRecord, 'params' | 'automatic' | 'own_model'>,
  isSample: boolean,
) {
  const { languages, code_switching } = params.language_config;
  const circumstances = { isSample, named: own_model };
  return automatic
    ? chooseAutomatically(
        await readChoiceInput(),
        { languages, codeSwitching: code_switching },
        circumstances,
      )
    : chooseAsrModel(params.model, { languages }, circumstances);
}
