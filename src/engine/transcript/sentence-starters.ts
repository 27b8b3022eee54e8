/**
 * Words that begin sentences, and no name and no part of one: behind an abbreviation or an initial, a capital of theirs shows that the
 * sentence has ended. Neither "Sie", which has one anywhere, nor particles of names.
 */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: "The This That These Those It It's He He's She She's They They're We We're You You're There There's Here What When Where Why How If But And So Then Now My Our His Her Their Its After Because I'm I've I'll Nobody Everyone In On At For Yes No Either Neither Nothing Someone Everything Please Thanks Maybe Perhaps Also Some Many Each Who With From Let's Do Does Did Is Are Was Have Could Would Until Since While Before Otherwise However Tomorrow Usually Not Never That's You'll We'll Don't",
    de: 'Er Es Wir Ich Und Aber Dann Danach Also Denn Doch Da Dort Hier Jetzt Wenn Weil Nein Ja Was Wer Wie Wo Warum Bitte Danke Sonst Trotzdem Deshalb Außerdem Vielleicht Leider Auch Nur Noch Heute Gestern Dabei Dafür Nun Welche Können Ist Sind War Hat Haben Der Die Das Ein Eine Mein Im Bei Mit Nach Ob Bis Alle Man Jeder Viele Niemand',
    fr: "Il Elle On Nous Vous Ils Elles Je J'ai Et Mais Puis C'est Cela Ça Donc Alors Ensuite Oui Non Si Quand Pour Avec Dans Après Aussi Ce Cette Ces Merci Bonne Voilà Personne Rien Tout Que Qui Où Comment Pourquoi Notre Votre",
    es: 'Él Ella Ellos Ellas Yo Nosotros Y Pero Entonces Luego Después Es Está Esto Eso Hay Sí No Nadie Nada Alguien Todos Todo Cuando Si Porque Por Para Con Como Qué Quién Dónde Cuándo Cómo También Además Gracias Hoy Mañana Ayer Se Le Me Nos Son Tiene Fue Mi Su',
    it: "Lui Lei Loro Io Noi E Ma Poi È Sono Questo Questa Quello Quella C'è Non Sì Se Quando Per Con Anche Però Dopo Oggi Domani Ieri Grazie Allora Così Qui Ci Si Mi Che Chi Cosa Dove Come Perché Nessuno Niente Tutti Tutto Ha Hanno Ogni",
    pt: 'Ele Ela Eles Elas Eu Nós Mas Então Depois É Isto Isso Há Não Sim Se Quando Para Com Também Hoje Amanhã Ontem Obrigado Ninguém Nada Todos Que Quem Onde Como Foi Tem Está',
    nl: 'Hij Zij Ze We Wij Ik Maar En Dan Het Dit Dat Daar Hier Nee Ja Ook Nog Niemand Niets Alles Iedereen Als Omdat Toen Waar Wat Wie Waarom Hoe Misschien Morgen Vandaag Met Die Er Is Zijn Heeft Bedankt Graag Je',
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
