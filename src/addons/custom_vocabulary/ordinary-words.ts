import type { RecognisedWord } from '../../engine/asr/asr-engine.ts';
import { cuePhrases } from '../../language/cues/cues.ts';
import { type KnownWords, loadKnownWords, nameKey } from '../../language/entities/names/known-words.ts';
import { splitClitics } from '../split-clitics.ts';
import { plainMarks, splitWord } from '../split-word.ts';
import { stopWords } from '../stop-words.ts';
import { commonWords } from './common-words.ts';
import { uninflectedForms } from './uninflected-forms.ts';

/** Behind these, a word of the language is likelier than a name that sounds like it; in the form of `nameKey`. */
const DETERMINERS: Readonly<Record<string, string>> = {
  en: 'a an the this that these those my your his her its our their some any no every each another',
  de:
    'der die das den dem des ein eine einen einem einer kein keine keinen dieser diese dieses jeder jede jedes mein meine dein deine ' +
    'sein seine ihr ihre unser unsere',
  fr: 'le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs',
  es: 'el la los las un una unos unas del al este esta estos estas ese esa mi mis tu tus su sus nuestra nuestro',
  it: 'il lo la i gli le un uno una del dello della dei degli delle al allo alla ai agli alle nel nella sul sulla questo questa questi queste quel quella quei',
  pt: 'o a os as um uma uns umas do da dos das no na ao este esta esse essa meu minha seu sua nosso nossa',
  nl: 'de het een die dat deze dit mijn jouw zijn haar ons onze hun geen elke iedere',
};

/** Usual words that the lists have as names alone; in the form of `nameKey`. */
const NAMESAKES: Readonly<Record<string, string>> = {
  de: 'backer burger bock damon helm honig hugel kasse knabe schutz spinner stamm staub tuch zahn',
  fr: 'blonde capitaine colline forest marin pierre roman sauveur saveur victoire villa',
  es: 'colina diamante francia genesis limon marino marina menu mora palma panico rincon timon',
  it: 'amore collina felicita francia madonna marino marina pastore villa',
};

/** From here on a recogniser is sure of what it wrote, and from here on behind a determiner. */
const SURE = 0.8;
const SURE_OF_NOUN = 0.5;

/**
 * Finds the words that a recogniser spelled as ordinary ones where they make sense: "the mat" is not "the Matt", and "le case
 * bianche" has no Bianchi where it was sure of the word. Behind a title or a given name is a name. For seven languages.
 *
 * @param terms the entries of the vocabulary
 */
export async function ordinaryWords(
  words: readonly RecognisedWord[],
  language: string,
  terms: readonly string[],
): Promise<boolean[]> {
  const determiners = new Set(DETERMINERS[language]?.split(' '));
  if (determiners.size === 0) return words.map(() => false);
  const known = await loadKnownWords();
  const isUsual = usualWords(language, known);
  const names = new Set(terms.map(nameKey));
  // "Une boulangère" is no Boulanger, whether the lists have the word or not.
  const isFormOfTerm = (word: string) =>
    uninflectedForms(nameKey(word), language).some((form, index) => index > 0 && names.has(form));
  const isNaming = namingWords(language, known);
  const parts = words.map(({ word }) => splitWord(word));
  return words.map(({ confidence }, index) => {
    const core = parts[index]?.core ?? '';
    const previous = parts[index - 1];
    const before = previous?.after ? '' : nameKey(previous?.core ?? '');
    // Nouns have capitals in German, and so has what begins a sentence.
    const isCapital = language !== 'de' && previous !== undefined && !ENDS.test(previous.after);
    if (isCapital && /\p{Lu}/u.test(core)) return false;
    const { prefix, base } = splitClitics(plainMarks(core).toLowerCase());
    const isNoun = prefix !== '' || determiners.has(before);
    if (/^\p{Lu}{2}/u.test(core) || !(isUsual(base) || (isNoun && isFormOfTerm(base)))) return false;
    return isNoun ? confidence >= SURE_OF_NOUN : confidence >= SURE && !isNaming(before);
  });
}

const ENDS = /[.!?…:]/u;

function usualWords(language: string, known: KnownWords): (word: string) => boolean {
  if (language === 'en') return (word) => known.isEnglish(nameKey(word));
  const { everyday } = commonWords(language);
  const others = NAMESAKES[language]?.split(' ') ?? [];
  const said = new Set([...stopWords(language), ...everyday, ...others].map(nameKey));
  return (word) =>
    uninflectedForms(nameKey(word), language).some(
      (form) => said.has(form) || known.isCommon(form, language) || known.isOrdinary(form, language),
    );
}

/** Titles, and given names that are no words: "Mister clerk", "Anna bäcker". */
function namingWords(language: string, known: KnownWords): (before: string) => boolean {
  const titles = new Set([...cuePhrases(language, 'title'), ...cuePhrases(language, 'doctor')]);
  const isUsual = usualWords(language, known);
  return (before) =>
    titles.has(before) || (known.isGiven(before) && (known.isSureName(before) || !isUsual(before)));
}
