/** These begin names, too: "N'Diaye", "M'Barek", "D'Amico", "Sant'Angelo", "O'Brien". */
const BEGINS_NAMES = /^(?:[ndmok]|sant)'(?=\p{L})/u;
const PHRASE = /^d'(?:abord|ailleurs|apres|avance|emblee|habitude|office|oro|urgenza|urgence)$/u;
const ELIDED = /^\p{L}+'(?=\p{L})/u;

/** What is known about a word, in one language. */
export interface ElidedWords {
  isListed(word: string): boolean;
  /** Whether it is said daily, whoever is called so. */
  isSaid(word: string): boolean;
}

/** Whether a French or Italian word with an elision is part of no name: "j'ai", "d'accord", "l'ascensore", "dell'officina". */
export function isElidedTalk(key: string, { isListed, isSaid }: ElidedWords): boolean {
  const own = key.replace(ELIDED, '');
  if (own === key) return false;
  if (PHRASE.test(key)) return true;
  if (isListed(key)) return false;
  if (BEGINS_NAMES.test(key)) return !isListed(key.replace("'", '')) && isSaid(own);
  return isSaid(own) || !isListed(own);
}
