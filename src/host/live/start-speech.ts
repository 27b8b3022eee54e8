import type { Message } from '../../lib/errors/msg.ts';
import { detectCapabilities } from '../../models/device/capabilities.ts';
import { type LiveSpeech, openLiveSpeech } from '../../realms/live/page/open-live-speech.ts';
import type { LiveUpdate } from '../../realms/live/shared/api.ts';
import type { LiveSessionRecord } from '../../storage/live/live-store.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import { chooseModelFor } from '../plan-job.ts';
import { hintsOfAddons } from '../run/addons/hints-of-addons.ts';
import { jobParams } from './job-params.ts';

/** Starts recognition for a session; null, with the reason, where no model serves what it asks for. */
export type StartSpeech = (
  session: LiveSessionRecord,
  onUpdate: (update: LiveUpdate) => void,
) => Promise<{ speech: LiveSpeech } | { missing: Message }>;

export const startSpeech: StartSpeech = async (session, onUpdate) => {
  const { params, automatic, own_model } = session;
  const request = jobParams(params);
  const named = own_model === null ? {} : { own_model };
  const choice = await chooseModelFor({ params: request, automatic, ...named });
  if (!choice.installed) return { missing: choice.reason };
  const { languages, code_switching } = params.language_config;
  const language = languages.length === 1 ? (languages[0] ?? null) : null;
  const { hotWords, prompt } = hintsOfAddons(request, language);
  const { chinese_script: chineseScript } = await getSettings();
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
      codeSwitching: code_switching && language === null && params.model !== 'stt-3',
      chineseScript,
      endpointing: params.endpointing,
      longestUtterance: params.maximum_duration_without_endpointing,
      speechThreshold: speech_threshold,
      hotWords,
      prompt,
    },
    onUpdate,
  );
  return { speech };
};
