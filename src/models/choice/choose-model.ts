import { type ModelName, STT_3_LANGUAGES } from '../../contract/jobs/model-name.ts';
import { ANY_OWN } from '../../contract/jobs/own-model-id.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { joined, type Message, msg } from '../../lib/errors/msg.ts';
import type { Settings } from '../../storage/database/records.ts';
import { deployedClients, getSettings } from '../../storage/settings/settings-store.ts';
import { type Capabilities, chooseDevice, detectCapabilities } from '../device/capabilities.ts';
import { isAsrModel } from '../manifest/catalogue.ts';
import type { AsrModel } from '../manifest/manifest.ts';
import { downloadSize, isFixture } from '../manifest/manifest-files.ts';
import {
  chooseInstalledDevice,
  type Installation,
  isToBeFetched,
  readInstallations,
} from '../store/installations.ts';

export interface ModelOffer {
  modelId: string;
  title: string;
  /** Bytes to download. */
  bytes: number;
  /** Whether this device can hold it. */
  fits: boolean;
  /** Part of the app, whose own address has it: fetched without a question, unless that costs. */
  shipped?: boolean;
}

export type AsrModelChoice =
  | {
      installed: true;
      model: AsrModel;
      /** The second model that votes, for stt-fusion. */
      second?: AsrModel;
      /** A note on the choice for the user; stored in `post_session_metadata`. */
      note?: Message;
      /** The model that would make fewer mistakes, if the built-in one writes a draft. */
      draft?: ModelOffer;
    }
  | { installed: false; offer: ModelOffer; reason: Message; remedy: Message };

export interface Wanted {
  /** Requested languages; empty to detect the language. */
  languages: readonly string[];
}

export interface Circumstances {
  /** Id of the user's own model that the request named. */
  named?: string | undefined;
}

/** Input of the choice; pure, for tests. */
export interface ChoiceInput {
  installations: readonly Installation[];
  capabilities: Capabilities;
  preferred: Settings['preferred_models'];
}

/** What is installed here, what the device can do, and what its user prefers. */
export async function readChoiceInput(): Promise<ChoiceInput> {
  const [installations, capabilities, settings, deployed] = await Promise.all([
    readInstallations({ refresh: true }),
    detectCapabilities(),
    getSettings(),
    deployedClients(),
  ]);
  const own: ChoiceInput['preferred'] = deployed?.prefers_own_models ? { 'stt-1': ANY_OWN } : {};
  return { installations, capabilities, preferred: { ...own, ...settings.preferred_models } };
}

/** The model that serves a requested model on this device now, or the one to download first. */
export function chooseFrom(
  input: ChoiceInput,
  wireModel: ModelName,
  wanted: Wanted,
  circumstances: Circumstances,
): AsrModelChoice {
  if (circumstances.named) return chooseNamed(input, circumstances.named);
  if (wireModel !== 'stt-fusion') return chooseForEngine(input, wireModel, wanted);
  return chooseForFusion(input, wanted);
}

/** @throws AppError 503 if the model has been removed since it was requested */
function chooseNamed({ installations, capabilities }: ChoiceInput, named: string): AsrModelChoice {
  const installation = installations.find(({ model }) => model.id === named);
  const model = installation?.model;
  if (installation && model && isAsrModel(model)) {
    if (chooseInstalledDevice(installation, capabilities)) return { installed: true, model };
    if (isToBeFetched(installation)) return offerShipped(model, capabilities);
  }
  throw new AppError('model_missing', msg`The model "${named}" is no longer installed.`, {
    remedy: msg`Import its folder again or use another model.`,
  });
}

/** Both engines; only one if the other is not installed, and stt-1 alone for languages only it supports (§2.5). */
function chooseForFusion(input: ChoiceInput, wanted: Wanted): AsrModelChoice {
  const first = chooseForEngine(input, 'stt-1', wanted);
  const second = chooseForEngine(input, 'stt-3', wanted);
  if (first.installed && second.installed && isLastResort(first.model, input)) return second;
  const secondKnows = second.installed && knowsAny(second.model, wanted.languages);
  if (!first.installed) {
    if (!secondKnows) return first;
    return withNote(second, alone(second.model, msg`no model for stt-1 is installed. ${first.reason}`));
  }
  if (second.installed && !secondKnows) return first;
  if (!second.installed) {
    return withNote(first, alone(first.model, msg`no model for stt-3 is installed. ${second.reason}`));
  }
  return { ...first, second: second.model };
}

/** Whether a model is a fixture of the tests that the settings do not name. No fixture serves stt-3. */
export const isLastResort = (model: AsrModel, { preferred }: ChoiceInput): boolean =>
  isFixture(model) && preferred['stt-1'] !== model.id;

const alone = (model: AsrModel, why: Message) => msg`stt-fusion ran ${model.title} alone: ${why}`;

function withNote(choice: Extract<AsrModelChoice, { installed: true }>, note: Message): AsrModelChoice {
  return { ...choice, note: choice.note === undefined ? note : joined(note, choice.note) };
}

type Engine = 'stt-1' | 'stt-3';

interface Candidate {
  installation: Installation;
  model: AsrModel;
  fits: boolean;
  rank: number;
}

function chooseForEngine(input: ChoiceInput, engine: Engine, { languages }: Wanted): AsrModelChoice {
  const full = offered(input, engine);
  const asked = askable(languages, full);
  const preferred = input.preferred[engine];
  const usable = candidates(input, engine).filter((candidate) => mayServe(candidate, preferred));
  const knowing = usable.filter(({ model }) => knowsAny(model, asked));
  const best = knowing.find(({ model }) => model.id === preferred) ?? bestOf(knowing, preferred === ANY_OWN);
  if (!best) return makeOffer(input, engine, asked, usable);
  const note = noteOn(best.model, engine, asked, full);
  return note === undefined
    ? { installed: true, model: best.model }
    : { installed: true, model: best.model, note };
}

/** The fixtures of the tests come last, even after a model that does not fit. */
function bestOf(usable: readonly Candidate[], prefersOwn: boolean): Candidate | undefined {
  const order = ({ model, fits, rank }: Candidate): number[] => [
    Number(!isFixture(model)),
    Number(prefersOwn && isOwn(model)),
    Number(fits),
    rank,
  ];
  const difference = (a: number[], b: number[]) =>
    a.map((value, index) => (b[index] ?? 0) - value).find((one) => one !== 0) ?? 0;
  return usable.toSorted((a, b) => difference(order(a), order(b)))[0];
}

/** Installed models of an engine and how well they would do here. */
function candidates({ installations, capabilities }: ChoiceInput, engine: Engine): Candidate[] {
  return installations.flatMap((installation) => {
    const { model } = installation;
    if (!isAsrModel(model) || !serves(model, engine)) return [];
    const choice = chooseInstalledDevice(installation, capabilities);
    if (!choice) return [];
    return [{ installation, model, fits: choice.fits, rank: model.rank[choice.filesOf] }];
  });
}

export const isOwn = (model: AsrModel) => model.engine === 'whisper' && model.own === true;

const serves = (model: AsrModel, engine: Engine) => model.serves.some((served) => served === engine);

function mayServe({ model, installation }: Candidate, preferred: string | undefined): boolean {
  switch (model.scope) {
    case 'general':
      // Nobody has checked the user's own: the settings choose it, or the operator who serves the app with it.
      return !isOwn(model) || preferred === ANY_OWN || model.id === preferred || installation.given;
    case 'draft':
      return installation.given || installation.stored.size > 0 || model.id === preferred;
    case 'synthetic':
      return installation.given;
    case 'timing':
      return model.id === preferred;
  }
}

/** Languages that no model of the engine supports do not rule out installed ones. */
function askable(languages: readonly string[], full: AsrModel | undefined): readonly string[] {
  const known = full?.languages ?? 'all';
  return known === 'all' ? languages : languages.filter((language) => known.includes(language));
}

function knowsAny(model: AsrModel, languages: readonly string[]): boolean {
  const known = model.languages;
  return known === 'all' || languages.length === 0 || languages.some((language) => known.includes(language));
}

/** Whether a model recognises every one of these languages. */
export const knowsAll = ({ languages: known }: AsrModel, languages: readonly string[]): boolean =>
  known === 'all' || languages.every((language) => known.includes(language));

/** Explains what a smaller model cannot do although the requested model promises it. */
function noteOn(
  model: AsrModel,
  engine: Engine,
  languages: readonly string[],
  full: AsrModel | undefined,
): Message | undefined {
  const known = model.languages;
  if (model.scope === 'synthetic' || model.scope === 'timing' || known === 'all') return undefined;
  const promised = full && full.languages !== 'all' ? STT_3_LANGUAGES : [];
  const unknown = (languages.length > 0 ? languages : promised).filter(
    (language) => !known.includes(language),
  );
  if (unknown.length === 0) return undefined;
  const limit = msg`${engine} ran on ${model.title}, which knows only ${known}; ${unknown} needs another model.`;
  return full && full.id !== model.id ? joined(limit, msg`Download ${full.title} for the others.`) : limit;
}

/** The model to download for an engine: the one meant for this device, otherwise the best one the device can hold. */
function offered({ installations, capabilities }: ChoiceInput, engine: Engine): AsrModel | undefined {
  const models = installations
    .map(({ model }) => model)
    .filter(isAsrModel)
    .filter((model) => serves(model, engine) && model.scope === 'general' && model.source !== null);
  const judged = models.map((model) => ({ model, choice: chooseDevice(model, capabilities) }));
  const first = judged.filter(
    ({ model, choice }) => choice.fits && model.offeredFirstOn.includes(choice.device),
  );
  const fitting = judged.filter(({ choice }) => choice.fits);
  const ranked = first.length > 0 ? first : fitting.length > 0 ? fitting : judged;
  return ranked.sort((a, b) => b.model.rank[b.choice.device] - a.model.rank[a.choice.device])[0]?.model;
}

/** The model that the app's own address has, that covers the languages and fits; this browser has yet to store it. */
const shippedModel = (
  { installations, capabilities }: ChoiceInput,
  engine: Engine,
  languages: readonly string[],
): AsrModel | undefined =>
  installations
    .filter(isToBeFetched)
    .map(({ model }) => model)
    .filter(isAsrModel)
    .find(
      (model) =>
        serves(model, engine) &&
        model.scope === 'general' &&
        knowsAny(model, languages) &&
        chooseDevice(model, capabilities).fits,
    );

function offerShipped(model: AsrModel, capabilities: Capabilities): AsrModelChoice {
  const { bytes } = downloadSize(model, chooseDevice(model, capabilities).device);
  const reason = msg`${model.title} is part of the app and is fetched first (${megabytes(bytes)}).`;
  const offer = { modelId: model.id, title: model.title, bytes, fits: true, shipped: true };
  return { installed: false, offer, reason, remedy: reason };
}

function makeOffer(
  input: ChoiceInput,
  engine: Engine,
  languages: readonly string[],
  usable: readonly Candidate[],
): AsrModelChoice {
  const shipped = shippedModel(input, engine, languages);
  if (shipped) return offerShipped(shipped, input.capabilities);
  const model = offered(input, engine);
  if (!model) throw new Error(`The manifest has no model for ${engine}.`);
  const choice = chooseDevice(model, input.capabilities);
  const size = downloadSize(model, choice.device);
  const amount = size.exact ? megabytes(size.bytes) : msg`about ${megabytes(size.bytes)}`;
  const why =
    usable.length > 0
      ? msg`The models installed for ${engine} do not know ${languages}.`
      : msg`No speech model for ${engine} is installed.`;
  const offer = choice.fits
    ? msg`Download ${model.title} (${amount}).`
    : msg`${model.title} (${amount}) is available for download, but: ${choice.reason}`;
  const own = candidates(input, engine).find((candidate) => isOwn(candidate.model));
  const remedy = own
    ? joined(offer, msg`Choose ${own.model.title} in the list of models to use your own.`)
    : offer;
  return {
    installed: false,
    offer: { modelId: model.id, title: model.title, bytes: size.bytes, fits: choice.fits },
    reason: joined(why, remedy),
    remedy,
  };
}

const megabytes = (bytes: number) =>
  bytes >= 1e9
    ? msg`${{ number: bytes / 1e9, digits: 1 }} GB`
    : msg`${Math.max(1, Math.round(bytes / 1e6))} MB`;
