import type { Capabilities, DeviceChoice } from './capabilities.ts';
import { chooseInstalledDevice, type Installation } from './installations.ts';
import { type AsrModel, downloadSize, type WhisperModel } from './manifest.ts';

export interface LanguageFinderChoice {
  model: WhisperModel;
  choice: DeviceChoice;
}

/** Models that know fewer languages would take one that they do not know for one of theirs. */
const LEAST_LANGUAGES = 50;

/**
 * The model that finds the language of speech for a recogniser that cannot: the smallest installed Whisper that knows
 * many languages and that the CPU can run beside the recogniser. The user's own come last, since nobody has checked
 * them. Null if there is none.
 */
export function chooseLanguageFinder(
  installations: readonly Installation[],
  capabilities: Capabilities,
  beside: AsrModel,
): LanguageFinderChoice | null {
  const onProcessor: Capabilities = {
    ...capabilities,
    webgpu: { supported: false, reason: 'one step of it finds the language' },
  };
  const memory = (capabilities.memoryGb ?? Number.POSITIVE_INFINITY) - (beside.needs.memoryGb ?? 0);
  const found = installations.flatMap((installation) => {
    const { model } = installation;
    if (model.engine !== 'whisper' || !knowsMany(model) || (model.needs.memoryGb ?? 0) > memory) return [];
    const choice = chooseInstalledDevice(installation, onProcessor);
    return choice?.fits && choice.device === 'wasm' ? [{ model, choice }] : [];
  });
  const order = ({ model, choice }: LanguageFinderChoice) =>
    [model.own ? 1 : 0, downloadSize(model, choice.filesOf).bytes] as const;
  return found.sort((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1])[0] ?? null;
}

const knowsMany = ({ scope, languages }: WhisperModel): boolean =>
  scope === 'general' && (languages === 'all' || languages.length >= LEAST_LANGUAGES);
