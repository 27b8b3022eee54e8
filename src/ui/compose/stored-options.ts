import { TRANSCRIPTION_LANGUAGE_CODES } from '../../contract/language-code.ts';
import { AUTOMATIC, MODEL_NAMES } from '../../contract/model-name.ts';
import { QUALITIES } from '../../contract/quality.ts';
import { z } from '../../lib/zod.ts';

/** Options as they are kept on this device. What a later version does not know falls back to its default. */
export const storedOptions = z.object({
  model: z.enum([AUTOMATIC, ...MODEL_NAMES]).catch(AUTOMATIC),
  languages: z.array(z.enum(TRANSCRIPTION_LANGUAGE_CODES)).catch([]),
  codeSwitching: z.boolean().catch(false),
  quality: z.enum(QUALITIES).catch('fast'),
  tellSpeakers: z.boolean().catch(false),
  numberOfSpeakers: z.int().min(1).nullable().catch(null),
  addons: z.record(z.string(), z.union([z.boolean(), z.string(), z.array(z.string())])).catch({}),
});

export type StoredOptions = z.infer<typeof storedOptions>;

const presets = z.record(z.string(), storedOptions).catch({});

const LAST = 'earshot-options';
const PRESETS = 'earshot-presets';

function read<Schema extends z.ZodType>(key: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return schema.parse({});
  }
}

/** The options of the last time. */
export const lastOptions = (): StoredOptions => read(LAST, storedOptions);

export function keepOptions(options: StoredOptions): void {
  localStorage.setItem(LAST, JSON.stringify(options));
}

/** Options that were given a name. */
export const namedOptions = (): Record<string, StoredOptions> => read(PRESETS, presets);

export function keepNamedOptions(all: Record<string, StoredOptions>): void {
  localStorage.setItem(PRESETS, JSON.stringify(all));
}
