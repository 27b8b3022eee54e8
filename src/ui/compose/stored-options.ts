import { AUTOMATIC, MODEL_NAMES, type ModelName } from '../../contract/jobs/model-name.ts';
import { QUALITIES, type Quality } from '../../contract/jobs/quality.ts';
import type { TranscriptionLanguageCode } from '../../contract/transcripts/language-code.ts';
import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/transcripts/language-codes.ts';

type AddonOption = boolean | string | string[];

/** Options as they are kept on this device. */
export interface StoredOptions {
  model: ModelName | typeof AUTOMATIC;
  languages: TranscriptionLanguageCode[];
  codeSwitching: boolean;
  quality: Quality;
  tellSpeakers: boolean;
  /** At least 1; null if it is unknown. */
  numberOfSpeakers: number | null;
  addons: Record<string, AddonOption>;
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const oneOf = <Known extends string>(known: readonly Known[], value: unknown): Known | undefined =>
  known.find((one) => one === value);

const isAddonOption = (value: unknown): value is AddonOption =>
  typeof value === 'boolean' ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Read by hand, as the first frame does not wait for zod. What a later version wrote falls back to its default. */
export function storedOptions(stored: unknown): StoredOptions {
  const { model, languages, codeSwitching, quality, tellSpeakers, numberOfSpeakers, addons } =
    recordOf(stored);
  const codes = Array.isArray(languages) ? languages : [];
  const known = codes.flatMap((code) => oneOf(TRANSCRIPTION_LANGUAGE_CODES, code) ?? []);
  const isCount = typeof numberOfSpeakers === 'number' && Number.isInteger(numberOfSpeakers);
  const chosen: [string, AddonOption][] = Object.entries(recordOf(addons)).flatMap(([name, option]) =>
    isAddonOption(option) ? [[name, option]] : [],
  );
  return {
    model: oneOf([AUTOMATIC, ...MODEL_NAMES], model) ?? AUTOMATIC,
    languages: known.length === codes.length ? known : [],
    codeSwitching: codeSwitching === true,
    quality: oneOf(QUALITIES, quality) ?? 'fast',
    tellSpeakers: tellSpeakers !== false,
    numberOfSpeakers: isCount && numberOfSpeakers >= 1 ? numberOfSpeakers : null,
    addons: Object.fromEntries(chosen),
  };
}

const LAST = 'earshot-options';
const PRESETS = 'earshot-presets';

function read(key: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

export const lastOptions = (): StoredOptions => storedOptions(read(LAST));

export function keepOptions(options: StoredOptions): void {
  localStorage.setItem(LAST, JSON.stringify(options));
}

export const namedOptions = (): Record<string, StoredOptions> =>
  Object.fromEntries(Object.entries(read(PRESETS)).map(([name, options]) => [name, storedOptions(options)]));

export function keepNamedOptions(all: Record<string, StoredOptions>): void {
  localStorage.setItem(PRESETS, JSON.stringify(all));
}
