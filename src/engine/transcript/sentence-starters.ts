/**
 * Words that begin sentences, and no name and no part of one: behind an abbreviation or an initial, a capital of theirs shows that the
 * sentence has ended. Neither "Sie", which has one anywhere, nor particles of names.
 */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en:
      "The This That These Those It It's He He's She She's They They're We We're You You're There There's Here What When Where Why How " +
      "If But And So Then Now My Our His Her Their Its After Because I'm I've I'll Nobody Everyone In On At For Yes No Either Nothing " +
      "Please Thanks Maybe Also Some Who With Let's Do Is Are Could Would Before However Tomorrow Not That's Don't",
    de:
      'Er Es Wir Ich Und Aber Dann Danach Also Denn Doch Da Dort Hier Jetzt Wenn Weil Nein Ja Was Wer Wie Wo Warum Bitte Danke Sonst ' +
      'Deshalb Vielleicht Leider Auch Nur Noch Heute Gestern Ist War Hat Der Die Das Ein Eine Im Bei Mit Nach Alle Man Niemand',
    fr:
      "Il Elle On Nous Vous Ils Elles Je J'ai Et Mais Puis C'est Cela Ça Donc Alors Ensuite Oui Non Si Quand Pour Avec Dans Ce Cette Ces " +
      'Merci Tout Que Qui Où',
    es:
      'Él Ella Ellos Ellas Yo Nosotros Y Pero Entonces Luego Después Es Está Esto Eso Hay Sí No Nadie Todos Cuando Si Porque Por Para ' +
      'Qué Quién También Además Gracias Hoy Mañana Se Me Son',
    it:
      "Lui Lei Loro Io Noi E Ma Poi È Sono Questo Questa Quello Quella C'è Non Sì Se Quando Per Con Anche Dopo Oggi Domani Grazie Così " +
      'Qui Ci Chi Dove Come Perché Nessuno Tutti Ha',
    pt: 'Ele Ela Eles Elas Eu Nós Mas Então Depois É Isto Isso Há Não Sim Se Quando Para Com Também Hoje Obrigado Ninguém Que Quem Está',
    nl: 'Hij Zij Ze We Wij Ik Maar En Dan Het Dit Dat Daar Hier Nee Ja Ook Nog Niemand Alles Als Waar Wat Wie Morgen Vandaag Met Die Is Zijn Bedankt Graag',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** A starter and its signs are shorter; a word of ten thousand dots costs the pattern its square. */
const LONGEST_STARTER = 20;
/** "E." and "Y." are a second initial, though "E" and "Y" begin sentences. */
const INITIAL = /^\s*\p{Lu}\./u;

/** Whether a word with a capital shows that a sentence begins. */
export const isStarter = (word: string, language: string): boolean =>
  word.length <= LONGEST_STARTER &&
  !INITIAL.test(word) &&
  (STARTERS[language]?.has(
    word
      .trim()
      .replaceAll('’', "'")
      .replaceAll(/^[("“„«¿¡[‘‚]+|[,;:.!?…)"”»]+$/gu, ''),
  ) ??
    false);
