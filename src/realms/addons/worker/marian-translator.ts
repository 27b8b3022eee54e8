import { LRUCache } from 'lru-cache';
import type { Translated, Translator } from '../../../language/text/text-models.ts';
import type { MarianEntry } from '../../../models/manifest/manifest.ts';
import { dropModel, takeMarian } from './take-model.ts';

/** Texts whose translations are kept. */
const KEPT = 500;

/** One of Mozilla's models, or two through English. Translates several texts in a call, and no text twice. */
export function marianTranslator(source: string, into: MarianEntry, from?: MarianEntry): Translator {
  const known = new LRUCache<string, Translated>({ max: KEPT });
  const readAhead = async (texts: readonly string[]): Promise<void> => {
    const wanted = [...new Set(texts)].filter((text) => !known.has(text));
    if (wanted.length === 0) return;
    // Taken again each time, since they may have been released meanwhile.
    let first = await takeMarian(into);
    const second = from && (await takeMarian(from));
    if (!first.isUsable) first = await takeMarian(into);
    try {
      const made = first.translate(wanted, source, second);
      for (const [index, text] of wanted.entries()) {
        const one = made[index];
        if (one) known.set(text, one);
      }
    } catch (cause) {
      for (const model of [into, from]) if (model) await dropModel(model.id);
      const { engineEnded } = await import('../../../language/marian/marian-model.ts');
      throw engineEnded(cause);
    }
  };
  return {
    modelId: from ? `${into.id}+${from.id}` : into.id,
    hasOneReading: true,
    readAhead,
    async translate(text) {
      await readAhead([text]);
      const made = known.get(text);
      return [made ?? { source: text, text: '', score: 0, tokens: [] }];
    },
  };
}
