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

/** Verbs that no list of usual words has, in the form of `nameKey`. */
const VERBS: Readonly<Record<string, RegExp>> = {
  de: /^(?:kocht|reist|holt|zahlt|kauft|ruft|hilft)$/,
  es: /^(?:estudia|recoge|solicita|cancela|alquila|sufre|tose|llora|padece|ingresa|cumple|nace|viaja|acompana|atiende|recogio|llego|llamo|pago)$/,
  fr: /^(?:recupere|habite|mange|dort|loue|envoie|recoit|rentre|chante|nettoie|tousse|pleure|regarde|annule|consulte)$/,
  it: /^(?:ritira|studia|telefona|affitta|invia|riceve|compie|nasce|viaggia|prenota|disdice|annulla)$/,
  nl: /^(?:tekent|huurt|kookt|reist|klaagt|hoest|belt)$/,
  pt: /^(?:estuda|assina|telefona|viaja)$/,
};

/** Whether a word that is in no list of names is a verb by its form: "mi hijo pablo recogerá el paquete". */
export const isVerbForm = ({ key, said }: NameToken, language: string): boolean =>
  ENDS[language]?.test(said) === true || VERBS[language]?.test(key) === true;
