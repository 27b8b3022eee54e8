/** A language's sentence rules, in addition to the general ones. Words in lower case with plain apostrophes. */
export interface SentenceRules {
  /** Words that never end a sentence: articles, prepositions, conjunctions. */
  neverLast: ReadonlySet<string>;
  /** Words that often start a sentence; after a clear pause they show that one has ended. */
  openers: ReadonlySet<string>;
  /** Words that may precede a question: "and who was that". */
  leadIns: ReadonlySet<string>;
  /** Question starts, matched against the sentence's first words joined by spaces. */
  question: RegExp | null;
  /** Final words that make a sentence a question: "isn't it". */
  tag: RegExp | null;
  /** Words preceded by a comma, by rule or convention. */
  commaBefore: ReadonlySet<string>;
  /** Words after which `commaBefore` does not apply. */
  noCommaAfter: ReadonlySet<string>;
  /** Whether the comma requires an audible pause. */
  commaNeedsPause: boolean;
  /** First words followed by a comma if the speaker pauses after them: "well", "yes". */
  introductions: ReadonlySet<string>;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Matches texts that start with any of the patterns. */
const begins = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})`);
const NONE: ReadonlySet<string> = new Set();

const EN_PRONOUN = '(?:i|you|he|she|we|they|anyone|anybody|everyone|everybody|somebody|someone)';
const EN_SUBJECT = `(?:${EN_PRONOUN}|it|there|this|that|these|those|the|a|an|any|my|your|his|her|its|our|their)`;
/** "Do it" and "have a seat" are not questions: these ask only before a person. */
const EN_ALSO_IMPERATIVE = "(?:do|have|had|may|might)(?:n't)?";
const EN_ASKING = "(?:is|are|was|were|am|does|did|can|could|will|would|should|shall|has|must)(?:n't)?";
const EN_AUXILIARY = `(?:${EN_ASKING}|${EN_ALSO_IMPERATIVE})`;

export const SENTENCE_RULES: Readonly<Record<string, SentenceRules>> = {
  en: {
    neverLast: set(
      "the a an of to for on when before after and or but my your our their his its with from into at by as than because if the's very " +
        "i'm we're they're you're i've",
    ),
    openers: set(
      'i we you he she it they the and so but well now then this that these those there what who where when why how yes no okay if in my our his her',
    ),
    leadIns: set('and so but well now then okay ok oh or yes no'),
    question: begins(
      `(?:what|who|which|where|when|why|how)(?: (?:${EN_AUXILIARY})(?= |$)|'s(?= |$)|'re(?= |$)|'d(?= |$))`,
      '(?:how) (?:many|much|long|old|often|far|come|about|big|tall|soon)(?= |$)',
      '(?:what|which) (?:time|kind|sort|colou?r|day|year|part|about|else|if)(?= |$)',
      'what \\w+ (?:are|is|do|does|did|was|were|have|has|will|would)(?= |$)',
      `${EN_ASKING} (?:not )?${EN_SUBJECT}(?= |$)`,
      `${EN_ALSO_IMPERATIVE} (?:not )?${EN_PRONOUN}(?= |$)`,
      '(?:whose|whom)(?= |$)',
    ),
    tag: /(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has)n't (?:i|you|he|she|it|we|they|there)$/,
    commaBefore: set('but'),
    noCommaAfter: set('nothing all anything everything none anyone no last and or'),
    commaNeedsPause: true,
    introductions: set('yes no well okay however'),
  },
  de: {
    neverLast: set(
      'der das ein eine einen einem einer eines des und oder aber denn weil dass wenn von zum zur im am beim vom ins für ohne mein meine ' +
        'dein deine unser unsere ihre seine sehr',
    ),
    openers: set(
      'ich wir du er sie es ihr das der die und aber dann so also ja nein jetzt was wer wo wie warum wann heute man wenn',
    ),
    leadIns: set('und aber also ja nein na nun so oder denn'),
    question: begins(
      '(?:wer|wen|wem|wessen|warum|wieso|weshalb|woher|wohin|wozu|wofür|woran|worüber)(?= |$)',
      '(?:was|wo|wann|wie|welche[rsnm]?|wie viele?|wie lange|wie oft) ' +
        '(?:ist|sind|war|waren|hast|habt|haben|hat|hatte|kann|kannst|könnt|können|soll|sollen|muss|müssen|' +
        'machst|macht|machen|gibt|geht|heißt|kommt|kommst|kostet|will|willst|wollen|wird|werden|wirst|' +
        'darf|passiert|bist|seid|meinst|denkst|denken|sagst|möchtest|möchten)(?= ' +
        '|$)',
      'wie (?:viele?|lange|oft|alt|groß|weit)(?= |$)',
      '(?:bist|hast|kannst|willst|musst|sollst|darfst|weißt|wirst|magst|möchtest|gehst|kommst|siehst|' +
        'hörst|glaubst|meinst|denkst|kennst|wusstest|hattest|warst) ' +
        'du(?= |$)',
      '(?:sind|haben|können|wollen|müssen|sollen|dürfen|wissen|werden|möchten|kommen|kennen|glauben|waren|hatten|könnten|würden) (?:sie|wir)(?= |$)',
      '(?:ist|hat|kann|will|muss|soll|darf|wird|war|gibt|geht|stimmt|hatte) (?:er|sie|es|das|dies|dieser|diese|dieses|jemand|der|die|man|ihr|dein|mein)(?= |$)',
      '(?:habt|seid|könnt|wollt|müsst|wisst|werdet|wart) ihr(?= |$)',
    ),
    tag: /nicht wahr$/,
    commaBefore: set('weil dass obwohl sondern sodass'),
    noCommaAfter: set(
      'und oder aber so nicht auch nur gerade bis als ohne statt anstatt außer allem eben ja denn je kaum zumal insofern',
    ),
    commaNeedsPause: false,
    introductions: set('ja nein'),
  },
  fr: {
    neverLast: set(
      'le la les un une des du de au aux et ou mais que qui dans sur pour avec sans chez par en mon ma mes ton ta tes son sa ses notre ' +
        'nos votre vos leur leurs ce cet cette ces très je tu il ils',
    ),
    openers: set(
      "je j'ai nous vous il elle on ils elles c'est ce et mais alors donc oui non maintenant puis ensuite le la les un une quand où pourquoi comment",
    ),
    leadIns: set('et mais alors donc oui non bon eh ben bah ou'),
    question: begins(
      "(?:\\S+ ){0,3}est-ce (?:que|qu'|qui)",
      "(?:\\S+ ){0,2}\\S*qu'est-ce",
      '(?:pourquoi|combien|lequel|laquelle|lesquels|lesquelles)(?= |$)',
      '(?:où|comment|qui|que|quand) (?:est|es|sont|était|vas|va|vont|allez|fais|fait|faites|peut|peux|pouvez|veux|veut|voulez|' +
        'as|a|avez|ont|êtes|faut)(?= |$)',
      '(?:quel|quelle|quels|quelles) (?:est|sont|était|heure|âge|temps|jour)(?= |$)',
      '(?:\\S+ ){0,3}\\S+-(?:t-)?(?:tu|vous|il|elle|ils|elles|on|je)(?: |$)',
    ),
    tag: /n'est-ce pas$|pas vrai$/,
    commaBefore: set('mais'),
    noCommaAfter: set('non et ou ah oh'),
    commaNeedsPause: true,
    introductions: set('oui non bon'),
  },
  es: {
    neverLast: set(
      'el la los las un una unos unas de del al a y e o u pero que en con por para sin mi mis tu tus su sus nuestro nuestra muy se lo le',
    ),
    openers: set(
      'yo tú él ella nosotros ellos usted ustedes el la los las un una y pero entonces sí no ahora luego pues bueno hay es está ' +
        'qué quién cómo cuándo dónde',
    ),
    leadIns: set('y pero entonces pues bueno sí no o ahora a de con por para en desde hasta'),
    // The accent distinguishes a question from a relative clause.
    question:
      /^(?:qué|quién|quiénes|cómo|cuándo|dónde|adónde|cuál|cuáles|cuánto|cuánta|cuántos|cuántas)(?: |$)/,
    tag: /(?:verdad|no es así|no es cierto)$/,
    commaBefore: set('pero sino'),
    noCommaAfter: set('y o no'),
    commaNeedsPause: true,
    introductions: set('sí no bueno'),
  },
  it: {
    neverLast: set(
      'il lo la i gli le un uno una di del della dei delle dello degli al alla ai alle e o ma che in con per da su nel nella mio mia ' +
        'miei tuo tua suo sua nostro nostra molto a',
    ),
    openers: set(
      "io tu lui lei noi voi loro il la i gli le un una e ma allora quindi sì no adesso poi c'è ci è che cosa chi come dove quando perché",
    ),
    leadIns: set('e ma allora quindi sì no beh bene o dunque'),
    question: new RegExp(
      "^(?:(?:che cosa|cos'è|cosa|com'è|dov'è|qual è|quant'è|chi)(?: |$)|(?:come|dove|quando|perché|quanto|quale|quali|quanti|" +
        'quante) (?:è|sei|sono|siete|era|stai|sta|state|stanno|hai|ha|avete|hanno|vai|va|andate|fai|fa|fate|puoi|può|potete|vuoi|' +
        'vuole|volete|devo|devi|si|ti|mai|costa|viene|vieni|anni|tempo)(?: |$))',
    ),
    tag: /(?:vero|non è vero)$/,
    commaBefore: set('ma però'),
    noCommaAfter: set('e o non'),
    commaNeedsPause: true,
    introductions: set('sì no'),
  },
};

/** For languages without rules of their own: only pauses decide. */
export const NO_RULES: SentenceRules = {
  neverLast: NONE,
  openers: NONE,
  leadIns: NONE,
  question: null,
  tag: null,
  commaBefore: NONE,
  noCommaAfter: NONE,
  commaNeedsPause: true,
  introductions: NONE,
};
