import { inEnglish, joined, type Message, msg } from '../lib/errors/msg.ts';
import { chooseAutomatically } from '../models/choice/choose-automatically.ts';
import { orDraft } from '../models/choice/choose-draft.ts';
import { chooseFrom, type ModelOffer, readChoiceInput } from '../models/choice/choose-model.ts';
import { isCorrected } from '../storage/corrections/read-corrected.ts';
import type { JobRecord, Waiting } from '../storage/database/records.ts';

export type JobPlan =
  | {
      ready: true;
      modelIds: readonly string[];
      note: Message | undefined;
      /** The model that would make fewer mistakes, if this is a draft by the built-in one. */
      draft?: ModelOffer | undefined;
    }
  | {
      ready: false;
      waiting: Waiting;
      /** The missing model, if it is part of the app, which has yet to store it. */
      shipped: string | null;
    };

/** The model a job will run on, or what it has to wait for. */
export async function planJob(job: JobRecord): Promise<JobPlan> {
  // Nothing is recognised.
  if (job.builds_on && !job.builds_on.rerun) return { ready: true, modelIds: [], note: undefined };
  const choice = await chooseModelFor(job);
  if (choice.installed) {
    const models = choice.second ? [choice.model, choice.second] : [choice.model];
    return { ready: true, modelIds: models.map(({ id }) => id), note: choice.note, draft: choice.draft };
  }
  // Its imported transcript is one without a model, too.
  if (await isCorrected(job.id)) return { ready: true, modelIds: [], note: choice.reason };
  const { modelId, bytes, shipped = false } = choice.offer;
  const reason = job.draft_refused ? joined(unknownLanguage(), choice.reason) : choice.reason;
  return {
    ready: false,
    shipped: shipped ? modelId : null,
    waiting: {
      reason: 'model-missing',
      model_id: modelId,
      bytes,
      message: inEnglish(reason),
      texts: [reason],
    },
  };
}

const unknownLanguage = () =>
  msg`The recording does not seem to be in English, the language of the small model that drafts.`;

/** The model for a recording by what its job asks for, whether or not the job is stored here. */
export async function chooseModelFor({
  params,
  automatic,
  own_model,
  allow_draft,
  draft_refused,
}: Pick<JobRecord, 'params' | 'automatic' | 'own_model' | 'allow_draft' | 'draft_refused'>) {
  const { languages, code_switching } = params.language_config;
  const circumstances = { named: own_model };
  const input = await readChoiceInput();
  const wanted = { languages, codeSwitching: code_switching };
  const choice = automatic
    ? chooseAutomatically(input, wanted, circumstances)
    : chooseFrom(input, params.model, wanted, circumstances);
  return allow_draft && !draft_refused ? orDraft(choice, input, wanted) : choice;
}
