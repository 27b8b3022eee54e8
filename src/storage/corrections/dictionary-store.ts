import { announce } from '../../contract/realms/channel.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

const KEY = 'dictionary';

/** What later jobs are to write: `variants`, recognised or written otherwise, become `term`. */
export const dictionaryEntry = z.object({
  term: z.string().trim().min(1),
  /** Spellings that it replaces (`custom_spelling`); a term without them is vocabulary (`custom_vocabulary`). */
  variants: z.array(z.string().trim().min(1)),
});

export const dictionary = z.array(dictionaryEntry);

export type DictionaryEntry = z.infer<typeof dictionaryEntry>;

export async function getDictionary(): Promise<DictionaryEntry[]> {
  return dictionary.catch([]).parse(await (await database()).get('settings', KEY));
}

/** Changes the dictionary in one transaction and notifies the other tabs; terms are in order, and each is there once. */
export async function changeDictionary(
  change: (entries: DictionaryEntry[]) => DictionaryEntry[],
): Promise<DictionaryEntry[]> {
  const changed = await changeStores(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const next = merged(dictionary.parse(change(dictionary.catch([]).parse(await store.get(KEY)))));
    await store.put(next, KEY);
    return next;
  });
  announce({ type: 'settings-changed' });
  return changed;
}

function merged(entries: readonly DictionaryEntry[]): DictionaryEntry[] {
  const byTerm = new Map<string, Set<string>>();
  for (const { term, variants } of entries) {
    const known = byTerm.get(term) ?? new Set();
    for (const variant of variants) if (variant !== term) known.add(variant);
    byTerm.set(term, known);
  }
  return [...byTerm]
    .map(([term, variants]) => ({ term, variants: [...variants].sort() }))
    .sort((a, b) => a.term.localeCompare(b.term));
}
