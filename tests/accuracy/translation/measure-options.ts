import type { TranslationConfig } from '../../../src/addons/translation/schema.ts';
import type { MarianModel } from '../../../src/language/marian/marian-model.ts';
import { translateAll } from './translate-all.ts';

/** What a job may ask for; the usual ones have none of it. */
const OPTIONS: Readonly<Record<string, Partial<TranslationConfig>>> = {
  'model: base': { model: 'base' },
  'model: enhanced': { model: 'enhanced' },
  context_adaptation: { context_adaptation: true },
  lipsync: { lipsync: true },
  informal: { informal: true },
};
const PLAIN = { lipsync: false, context_adaptation: false } as const;

/** Words of the sentences, with a translation that the model does not choose itself. */
const TERMS: Readonly<Record<string, string>> = {
  bus: 'autocarro',
  train: 'comboio',
  phone: 'telemóvel',
  breakfast: 'pequeno-almoço',
  meeting: 'encontro',
  doctor: 'clínico',
  money: 'grana',
  car: 'viatura',
  house: 'moradia',
  bathroom: 'lavabo',
};

const mentions = (text: string, term: string) => new RegExp(`\\b${term}\\b`, 'iu').test(text);

interface Effects {
  /** Of these sentences, how many an option changes, by its name. */
  changed: Record<string, number>;
  /** Terms of the glossary that are said, and how many of them were written as the glossary has them, without and with it. */
  terms: number;
  writtenAlone: number;
  written: number;
}

/** What the options of a job change in translations from English into Portuguese. */
export async function measureOptions(model: MarianModel, texts: readonly string[]): Promise<Effects> {
  const translate = async (options: Partial<TranslationConfig>) =>
    (await translateAll(model, 'en', 'pt', texts, { ...PLAIN, ...options })).map(({ text }) => text);
  const plain = await translate({});
  const changed: Record<string, number> = {};
  for (const [name, options] of Object.entries(OPTIONS)) {
    const made = await translate(options);
    changed[name] = made.filter((text, index) => text !== plain[index]).length;
  }
  const context = Object.entries(TERMS)
    .map((entry) => entry.join(' = '))
    .join('\n');
  const withGlossary = await translate({ context_adaptation: true, context });
  const said = texts.flatMap((text, index) =>
    Object.entries(TERMS).flatMap(([term, wanted]) => (mentions(text, term) ? [{ index, wanted }] : [])),
  );
  const writtenIn = (made: readonly string[]) =>
    said.filter(({ index, wanted }) => (made[index] ?? '').toLowerCase().includes(wanted)).length;
  return {
    changed,
    terms: said.length,
    writtenAlone: writtenIn(plain),
    written: writtenIn(withGlossary),
  };
}
