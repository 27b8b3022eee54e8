import { msg } from '../../lib/errors/msg.ts';
import type { Capabilities, DeviceChoice } from '../device/capabilities.ts';
import type { AsrModel, ManifestModel, SpokenLanguageEntry, WhisperModel } from '../manifest/manifest.ts';
import { downloadSize } from '../manifest/manifest-files.ts';
import { chooseInstalledDevice, type Installation } from '../store/installations.ts';

export interface LanguageFinderChoice {
  model: WhisperModel | SpokenLanguageEntry;
  choice: DeviceChoice;
}

/** Models of fewer languages would take any other for one of theirs. */
const LEAST_LANGUAGES = 50;

/**
 * The model that finds the language of speech for a recogniser that cannot: one that was made for it, else the smallest installed
 * Whisper of many languages; in both cases one that the CPU can run beside the recogniser. Never one of the user's own:
 * nobody has checked them, and nobody chose one for this. Null if there is none.
 */
export function chooseLanguageFinder(
  installations: readonly Installation[],
  capabilities: Capabilities,
  beside: AsrModel,
): LanguageFinderChoice | null {
  const onProcessor: Capabilities = {
    ...capabilities,
    webgpu: { supported: false, reason: msg`one step of it finds the language` },
  };
  const memory = (capabilities.memoryGb ?? Number.POSITIVE_INFINITY) - (beside.needs.memoryGb ?? 0);
  const found = installations.flatMap((installation) => {
    const { model } = installation;
    if (!canFind(model) || (model.needs.memoryGb ?? 0) > memory) return [];
    const choice = chooseInstalledDevice(installation, onProcessor);
    return choice?.fits && choice.device === 'wasm' ? [{ model, choice }] : [];
  });
  const wasMadeForIt = ({ model }: LanguageFinderChoice) => Number(model.engine === 'spoken-language');
  const size = ({ model, choice }: LanguageFinderChoice) => downloadSize(model, choice.filesOf).bytes;
  return found.sort((a, b) => wasMadeForIt(b) - wasMadeForIt(a) || size(a) - size(b))[0] ?? null;
}

const canFind = (model: ManifestModel): model is LanguageFinderChoice['model'] =>
  model.engine === 'spoken-language' || (model.engine === 'whisper' && !model.own && knowsMany(model));

const knowsMany = ({ scope, languages }: WhisperModel): boolean =>
  scope === 'general' && (languages === 'all' || languages.length >= LEAST_LANGUAGES);
