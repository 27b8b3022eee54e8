import type { PreRecordedRequestInput } from '../../contract/jobs/pre-recorded-request.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { DictionaryEntry } from '../../storage/corrections/dictionary-store.ts';
import { watchSettings } from '../settings/settings.ts';

export type { DictionaryEntry } from '../../storage/corrections/dictionary-store.ts';

// Loaded when it is first needed: the page is drawn before that.
const store = () => import('../../storage/corrections/dictionary-store.ts');

/** What later jobs are to write, made from corrections and by hand. */
export const dictionaryClient = {
  list: async (): Promise<DictionaryEntry[]> => (await store()).getDictionary(),
  /** Replaces the entry of a term; `null` for none adds, or joins with what is there. */
  put: async (entry: DictionaryEntry, replaced: string | null = null): Promise<DictionaryEntry[]> =>
    (await store()).changeDictionary((entries) => [
      ...entries.filter(({ term }) => term !== replaced),
      entry,
    ]),
  remove: async (term: string): Promise<DictionaryEntry[]> =>
    (await store()).changeDictionary((entries) => entries.filter((entry) => entry.term !== term)),
  /** Adds the entries of an exported file. Throws 400 if it is not one. */
  import: async (text: string): Promise<DictionaryEntry[]> => {
    const { changeDictionary, dictionary } = await store();
    const parsed = dictionary.safeParse(parseJson(text));
    if (!parsed.success) {
      throw new AppError('invalid_request', msg`This file is not a dictionary: export one to see its form.`);
    }
    return changeDictionary((entries) => [...entries, ...parsed.data]);
  },
  watch: watchSettings,
};

/** "Always correct this": `heard` becomes `wanted` in later jobs. */
export async function addCorrection(wanted: string, heard: string): Promise<void> {
  await dictionaryClient.put({ term: wanted.trim(), variants: [heard.trim()] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The dictionary as options of a job: spellings, and vocabulary for terms without variants. */
export async function dictionaryFields(): Promise<Partial<PreRecordedRequestInput>> {
  const entries = await dictionaryClient.list();
  const spellings = entries.filter(({ variants }) => variants.length > 0);
  const vocabulary = entries.filter(({ variants }) => variants.length === 0).map(({ term }) => term);
  return {
    ...(spellings.length > 0 && {
      custom_spelling: true,
      custom_spelling_config: {
        spelling_dictionary: Object.fromEntries(spellings.map(({ term, variants }) => [term, variants])),
      },
    }),
    ...(vocabulary.length > 0 && {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary },
    }),
  };
}
