import { ANY_OWN } from '../../contract/jobs/own-model-id.ts';
import { joined, msg } from '../../lib/errors/msg.ts';
import { isAsrModel } from '../manifest/catalogue.ts';
import type { AsrModel } from '../manifest/manifest.ts';
import {
  type AsrModelChoice,
  type ChoiceInput,
  type Circumstances,
  chooseFrom,
  isLastResort,
  isOwn,
  type Wanted,
} from './choose-model.ts';

type Installed = Extract<AsrModelChoice, { installed: true }>;

/** The model of either engine with the fewest mistakes in these languages; of only one, with a note on a better one. */
export function chooseAutomatically(
  input: ChoiceInput,
  wanted: Wanted & { codeSwitching?: boolean },
  circumstances: Circumstances,
): AsrModelChoice {
  const many = chooseFrom(input, 'stt-1', wanted, circumstances);
  const few = chooseFrom(input, 'stt-3', wanted, circumstances);
  if (!few.installed || !mayServe(few.model, wanted))
    return many.installed ? withBetter(many, few, wanted, input) : toInstall(many, few.installed, wanted);
  // A user's recording in an unknown language is given to a model that covers it, even if that must be installed.
  if (!many.installed) return alone(few, many, wanted);
  if (isLastResort(many.model, input)) return withoutNote(few);
  if (input.preferred['stt-1'] === ANY_OWN && isOwn(many.model)) return withoutNote(many);
  return isBetter(few.model, many.model, wanted) ? withoutNote(few) : withoutNote(many);
}

/** Whether the model covers every language asked for. With an open language it serves if nothing else does. */
const mayServe = (
  model: AsrModel,
  { languages, codeSwitching }: Wanted & { codeSwitching?: boolean },
): boolean => knowsAll(model, languages) && !(codeSwitching && languages.length !== 1);

const knowsAll = ({ languages: known }: AsrModel, languages: readonly string[]): boolean =>
  known === 'all' || languages.every((language) => known.includes(language));

/** Ranks compare models of both engines; a draft without punctuation is never better. */
function isBetter(few: AsrModel, many: AsrModel, { languages }: Wanted): boolean {
  if (languages.length === 0 || ('punctuates' in few && !few.punctuates)) return false;
  const best = ({ rank }: AsrModel) => Math.max(rank.webgpu, rank.wasm);
  return best(few) > best(many);
}

function toInstall(
  offered: Exclude<AsrModelChoice, Installed>,
  isAnyInstalled: boolean,
  { languages }: Wanted,
): AsrModelChoice {
  if (offered.offer.shipped) return offered;
  const why = isAnyInstalled
    ? msg`No installed speech model knows ${{ languages }}.`
    : msg`No speech model is installed.`;
  return { ...offered, reason: joined(why, offered.remedy) };
}

/** The only usable model, which covers few languages. */
function alone(
  few: Installed,
  many: Exclude<AsrModelChoice, Installed>,
  { languages }: Wanted,
): AsrModelChoice {
  const known = few.model.languages;
  if (known === 'all') return few;
  const better =
    languages.length === 0
      ? msg`${many.offer.title} would recognise 99 languages.`
      : 'punctuates' in few.model && !few.model.punctuates
        ? msg`${many.offer.title} would add punctuation and make fewer mistakes.`
        : null;
  const text = msg`${few.model.title} ran, the only installed model. It knows ${{ languages: known }}.`;
  return { installed: true, model: few.model, note: better ? joined(text, better) : text };
}

/** The only usable model; says so if one of the other engine would be better at these languages. */
function withBetter(
  many: Installed,
  few: AsrModelChoice,
  wanted: Wanted,
  { installations }: ChoiceInput,
): AsrModelChoice {
  const plain = withoutNote(many);
  if (few.installed || wanted.languages.length === 0 || many.model.scope !== 'general') return plain;
  const { offer } = few;
  const model = installations.map((one) => one.model).find(({ id }) => id === offer.modelId);
  if (!offer.fits || !model || !isAsrModel(model) || !knowsAll(model, wanted.languages)) return plain;
  return {
    ...plain,
    note: msg`${many.model.title} ran. ${offer.title} would make fewer mistakes in ${{ languages: wanted.languages }}.`,
  };
}

/** Notes on what an engine promises do not concern a choice among engines. */
const withoutNote = ({ note: _, ...choice }: Installed): Installed => choice;
