import { msg } from '../../lib/errors/msg.ts';
import { isAsrModel } from '../manifest/catalogue.ts';
import { chooseInstalledDevice } from '../store/installations.ts';
import { type AsrModelChoice, type ChoiceInput, knowsAll, type Wanted } from './choose-model.ts';

/**
 * The built-in model in place of one that is missing, for recordings that may be drafted: it serves if it covers every language asked
 * for, or if the language is open, which it notices when it lacks it.
 */
export function orDraft(
  choice: AsrModelChoice,
  input: ChoiceInput,
  { languages, codeSwitching }: Wanted & { codeSwitching?: boolean },
): AsrModelChoice {
  if (choice.installed || codeSwitching) return choice;
  const installation = input.installations.find(
    ({ model, available }) =>
      isAsrModel(model) &&
      model.scope === 'draft' &&
      knowsAll(model, languages) &&
      model.files.every(({ path }) => available.has(path)),
  );
  const model = installation?.model;
  if (!installation || !model || !isAsrModel(model)) return choice;
  if (!chooseInstalledDevice(installation, input.capabilities)) return choice;
  return {
    installed: true,
    model,
    note: msg`This is a draft by ${model.title}, the small English model: some words may be wrong. ${choice.offer.title} would make fewer mistakes.`,
    draft: choice.offer,
  };
}
