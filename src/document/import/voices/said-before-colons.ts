import { functionWordsOf } from '../../../addons/subtitles/function-words.ts';

const setOf = (...words: string[]): ReadonlySet<string> => new Set(words.flatMap((list) => list.split(' ')));

/** Who asks and who answers: where nearly every text has one of them, they are who speaks. */
const ROLES = setOf(
  'question answer frage antwort réponse pregunta respuesta domanda risposta vraag antwoord pergunta resposta',
  'вопрос ответ',
);
/** What people announce before a colon, with or without an article, in the seven languages and some more. */
const ANNOUNCED = setOf(
  'note notes notice nb ps pps hint tip tips warning caution attention danger important info example examples result results conclusion',
  'summary update reminder remember first firstly second secondly third thirdly last lastly finally next also so and but or well yes no ok okay',
  'look listen imagine thanks hi hello hey dear point problem issue reason fact thing idea topic subject agenda source sources step option edit fyi',
  'btw todo fixme faq tbd usa us uk eu un uno nato other more another words fun good bad news quick breaking spoiler alert advice bottom line one two question questions answer answers instance contrary end short',
  'hinweis hinweise notiz achtung warnung wichtig gefahr frage fragen antwort beispiel ergebnis fazit erstens zweitens drittens zuerst zuletzt',
  'schließlich kurz kurzum gegenteil ende anfang problem punkt grund tatsache sache idee thema quelle schritt merke stimmt ja nein gut danke hallo',
  'remarque avertissement important exemple résultat conclusion résumé rappel premièrement deuxièmement troisièmement enfin bref oui non merci',
  'salut bonjour question réponse problème raison fait chose idée sujet étape contraire premier deuxième',
  'nota aviso atención advertencia importante pregunta respuesta ejemplo resultado conclusión resumen primero segundo tercero último finalmente',
  'además recuerda mira oye sí gracias hola problema punto razón hecho cosa idea tema fuente paso contrario verdad cierto',
  'avviso attenzione avvertenza domanda risposta esempio risultato conclusione riassunto primo secondo terzo infine inoltre ricorda guarda',
  'senti grazie ciao motivo fatto fonte passo contrario fine sì verità',
  'opmerking let waarschuwing belangrijk gevaar vraag antwoord voorbeeld bijvoorbeeld resultaat conclusie samenvatting eerste tweede derde',
  'eerst tenslotte kortom ook ja nee bedankt hallo probleem punt reden feit ding idee onderwerp bron stap',
  'atenção cuidado pergunta resposta exemplo conclusão resumo primeiro terceiro finalmente enfim lembre olha obrigado obrigada olá motivo fato',
  'fonte passo verdade sim não',
  'внимание вопрос ответ пример 注意 例',
  'monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
  'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado lunedì martedì mercoledì giovedì venerdì',
  'ingredients method preparation directions instructions zutaten zubereitung ingrédients préparation ingredientes preparación ingredienti preparazione',
  'to from cc bcc date betreff datum objet asunto oggetto assunto diagnosis diagnose therapy therapie treatment anamnese befund symptoms',
);
/** What people say to each other, and hardly write below headings. */
const ADDRESSING = setOf(
  "i i'm i've i'd i'll me my you your we we're our us yes yeah yep no nope ok okay hi hello hey bye goodbye thanks thank please sorry welcome well oh",
  'ich mir mich mein meine du dir dich dein wir uns unser euch ja nein doch danke bitte hallo moin tschüss guten willkommen genau gut na',
  "je j'ai moi mon tu toi vous votre nous notre oui non merci salut bonjour bonsoir d'accord yo mi tú tu usted ustedes nosotros sí gracias hola buenos",
  'buenas io mio voi noi grazie ciao buongiorno sì ik mij mijn jij jou jullie wij ons nee bedankt eu meu você vocês nós sim não obrigado obrigada olá bom',
);

/** Verbs of a sentence that goes on behind its colon. */
const VERBS = setOf(
  'said says say asked asks answered answers replied replies wrote writes thought thinks goes went means is are was were',
  'sagte sagt fragte fragt antwortete antwortet schrieb schreibt dachte meinte meint heißt lautet gesagt ist sind war',
  'dit disait demande demanda répond répondit écrit pense est sont était',
  'dijo dice decía preguntó pregunta respondió contestó escribió',
  'disse chiese chiede rispose risponde scrisse zei zegt vroeg vraagt antwoordde schreef respondeu perguntou escreveu diz',
);

/** What a name or a description of a person may begin with: articles, titles and particles. */
const BEFORE_NAMES = setOf(
  'the a an der die das den ein eine le la les l un une el los las una il lo i gli uno het een o os as um uma van von vom zu de da do dos',
  'di del della du des al ten ter mr mrs ms dr herr frau m mme sr sra sig dott meneer mevrouw',
);
const TITLES = setOf(
  'mr mrs ms mx dr prof herr frau m mme mlle monsieur madame sr sra srta señor señora sig signor signora dott meneer mevrouw',
);
const LISTS = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].map(functionWordsOf);
const isLeading = (word: string): boolean => LISTS.some(({ leading }) => leading.has(word));
const isFunctionWord = (word: string): boolean =>
  LISTS.some(({ leading, light, conjunctions }) =>
    [leading, light, conjunctions].some((list) => list.has(word)),
  );

const wordsOf = (label: string): string[] => label.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];

/** Whether a text is said to somebody. */
export const isAddressed = (text: string): boolean =>
  /[?!]/u.test(text) ||
  (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).some((word) =>
    ADDRESSING.has(word.toLowerCase().replace('’', "'")),
  );

/** Whether a text is who asks or answers. */
export const isRole = (label: string): boolean => ROLES.has(label.toLowerCase());

/**
 * Whether what stands before a colon is the beginning of a sentence, not a name: "For example", "Note", "He said". Such a text has a verb
 * in small letters, begins with a pronoun, a preposition or a conjunction and goes on in small letters, or announces something.
 */
export function isSaid(label: string): boolean {
  const parts = label.split(', ');
  // "Well, Bob"
  if (parts.length > 1) return parts.some(isSaid);
  const written = wordsOf(label);
  const words = written.map((word) => word.toLowerCase());
  const [first = ''] = words;
  // "Frau Gut"
  if (TITLES.has(first) && /^\p{Lu}/u.test(written[1] ?? '')) return false;
  const meant = words.filter((word) => !isLeading(word) && !BEFORE_NAMES.has(word) && !/^\d+$/.test(word));
  if (meant.length > 0 && meant.every((word) => ANNOUNCED.has(word))) return true;
  if (words.length < 2) return false;
  const isSmall = written.map((word, index) => word === words[index] && /^\p{Ll}/u.test(word));
  if (words.some((word, index) => isSmall[index] && VERBS.has(word))) return true;
  const goesOn = words.some((word, index) => index > 0 && isSmall[index] && !BEFORE_NAMES.has(word));
  return goesOn && isFunctionWord(first) && !BEFORE_NAMES.has(first);
}
