import { wordClass } from '../../cues/cues.ts';
import type { NameToken } from './name-tokens.ts';

/** Ends that verbs have and hardly a name; with accents, as it is said: "recogerá", "ritirerà". */
const ENDS: Readonly<Record<string, RegExp>> = {
  de: /(?:[bgkmpz]t|[^i]et|iert|eiert|selt)$/,
  es: /(?:[aei]r(?:á|án|ía|ían)|aron|ieron)$/,
  fr: /(?:[ei]ra|[ei]ront|[ei]rait)$/,
  it: /(?:[ei]r(?:à|anno|ebbe)|isce)$/,
  nl: /eert$/,
  pt: /[aei]r(?:á|ão|ia)$/,
};

/** Whether a word that is in no list of names is a verb by its form: "mi hijo pablo recogerá el paquete". */
export const isVerbForm = ({ key, said }: NameToken, language: string): boolean =>
  ENDS[language]?.test(said) === true || wordClass('plain verb', language).has(key);
