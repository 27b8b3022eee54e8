import { joined, type Message, msg } from '../../lib/errors/msg.ts';
import { waitFor } from '../../lib/wait-for.ts';
import { type AsrModelChoice, knowsAll } from '../../models/choice/choose-model.ts';
import { detectCapabilities } from '../../models/device/capabilities.ts';
import { findModel } from '../../models/manifest/catalogue.ts';
import { readInstallation } from '../../models/store/installations.ts';
import { type LiveSpeech, openLiveSpeech } from '../../realms/live/page/open-live-speech.ts';
import type { LiveUpdate } from '../../realms/live/shared/api.ts';
import type { LiveSessionRecord } from '../../storage/live/live-store.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { fetchShipped } from '../fetch-shipped.ts';
import { chooseModelFor } from '../plan-job.ts';
import { hintsOfAddons } from '../run/addons/hints-of-addons.ts';
import { jobParams } from './job-params.ts';

/**
 * Starts recognition for a session, perhaps with a note; or says what is missing, and if a draft may be written later.
 */
export type StartSpeech = (
  session: LiveSessionRecord,
  onUpdate: (update: LiveUpdate) => void,
) => Promise<{ speech: LiveSpeech; note?: Message | undefined } | { missing: Message; isDrafted?: boolean }>;

type Missing = Extract<AsrModelChoice, { installed: false }>;

/** A draft begins after so long if its model has not come. */
const DRAFT_AFTER_MS = 8_000;

/** The choice once the app's own model is stored; not awaited for long where a draft may be written. */
async function whenFetched(
  missing: Missing,
  wanted: Parameters<typeof chooseModelFor>[0],
  mayDraft: boolean,
): Promise<AsrModelChoice> {
  const fetched = fetchShipped(missing.offer.modelId);
  const isThere = await (mayDraft
    ? Promise.race([fetched, waitFor(DRAFT_AFTER_MS).then(() => false)])
    : fetched);
  return isThere ? chooseModelFor(wanted) : missing;
}

/** What is missing, and how much of it has come. */
export async function missingOf({ offer, reason }: Missing): Promise<Message> {
  const { stored } = await readInstallation(findModel(offer.modelId));
  const received = [...stored.values()].reduce((sum, file) => sum + file.received, 0);
  const percent = Math.floor((100 * received) / offer.bytes);
  return percent > 0 ? joined(reason, msg`${percent}% of it is here.`) : reason;
}

type Asking = Pick<LiveSessionRecord, 'params' | 'automatic' | 'own_model' | 'allow_draft'>;

/**
 * The model for a session. In place of one that has not come, the small English model serves: it covers the languages that are asked
 * for, or, if none is, all those that the person speaks.
 */
export async function chooseLiveModel({
  params,
  automatic,
  own_model,
  allow_draft,
}: Asking): Promise<{ choice: AsrModelChoice; isDrafted: boolean }> {
  const named = own_model === null ? {} : { own_model };
  const wanted = { params: jobParams(params), automatic, ...named };
  const first = await chooseModelFor(wanted);
  const draft = first.installed ? null : await chooseModelFor({ ...wanted, allow_draft });
  const isDrafted = draft?.installed === true;
  const { spoken_languages: spoken } = await getSettings();
  const asked = params.language_config.languages;
  // While it is spoken, the small English model cannot recognise a language that it lacks.
  const mayDraft = isDrafted && (asked.length > 0 || (spoken.length > 0 && knowsAll(draft.model, spoken)));
  const full = first.installed || !first.offer.shipped ? first : await whenFetched(first, wanted, mayDraft);
  return { choice: mayDraft && !full.installed ? draft : full, isDrafted };
}

export const startSpeech: StartSpeech = async (session, onUpdate) => {
  const { params } = session;
  const { languages, code_switching } = params.language_config;
  const { choice, isDrafted } = await chooseLiveModel(session);
  if (!choice.installed) return { missing: await missingOf(choice), isDrafted };
  const language = languages.length === 1 ? (languages[0] ?? null) : null;
  const { hotWords, prompt } = hintsOfAddons(jobParams(params), language);
  const { chinese_script: chineseScript, spoken_languages } = await getSettings();
  const { hardwareConcurrency } = await detectCapabilities();
  const { speech_threshold } = params.pre_processing;
  const speech = openLiveSpeech(
    {
      modelId: choice.model.id,
      cores: hardwareConcurrency,
      channels: params.channels,
      sampleRate: params.sample_rate,
      language,
      languages,
      likely: spoken_languages,
      codeSwitching: code_switching && language === null && params.model !== 'stt-3',
      chineseScript,
      endpointing: params.endpointing,
      longestUtterance: params.maximum_duration_without_endpointing,
      speechThreshold: speech_threshold,
      hotWords,
      sounds: params.realtime_processing.sound_events,
      prompt,
    },
    onUpdate,
  );
  return { speech, note: choice.draft && choice.note };
};
