import digitWords from './digit-words.json' with { type: 'json' };
import { foldText } from './fold-text.ts';

/** Number words of a language, folded; parts of one number are separated by single spaces. */
export interface NumberWords {
  /** 0 to 99, with all variants. */
  small: ReadonlyMap<string, number>;
  /** 1 to 31, as in dates. */
  ordinals: ReadonlyMap<string, number>;
  /** Whole hundreds as one word: "doscientos". */
  hundreds: ReadonlyMap<string, number>;
  hundred: ReadonlySet<string>;
  thousand: ReadonlySet<string>;
  million: ReadonlySet<string>;
  /** Between hundreds or thousands and the rest: "two hundred and five". */
  and: ReadonlySet<string>;
  /** Whether "one" before "hundred" may be omitted. */
  bareScale: boolean;
  /** Spellings of hundreds and thousands inside one word, longest first; empty if words stay separate. */
  glued?: { thousand: readonly string[]; hundred: readonly string[] };
  /** "double seven": the word and its factor. */
  repeat: ReadonlyMap<string, number>;
  /** Letters that the name of "w" doubles: "double u". */
  doubleLetters: ReadonlySet<string>;
  /** Zero, but only beside other numbers: "oh". */
  zeroBesides: ReadonlySet<string>;
}

const words = (text: string): string[] => text.split(' ');
const set = (text: string): ReadonlySet<string> => new Set(text === '' ? [] : words(text));

/** "zero one two": each word's index is its value; "a|b" are variants. */
function counted(text: string, first = 0, step = 1): Map<string, number> {
  const table = new Map<string, number>();
  words(text).forEach((ways, index) => {
    for (const way of ways.split('|')) table.set(way.replaceAll('_', ' '), first + index * step);
  });
  return table;
}

function withTens(
  small: Map<string, number>,
  tens: Map<string, number>,
  join: (ten: string, unit: string, value: number) => string[],
  highest = 9,
): Map<string, number> {
  const units = [...small].filter(([, value]) => value > 0 && value <= highest);
  const all = new Map([...small, ...tens]);
  for (const [ten, tenValue] of tens) {
    for (const [unit, value] of units)
      for (const way of join(ten, unit, value)) all.set(way, tenValue + value);
  }
  return all;
}

const EN_SMALL = withTens(
  counted(
    'zero|nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  counted('twenty thirty forty|fourty fifty sixty seventy eighty ninety', 20, 10),
  (ten, unit) => [`${ten} ${unit}`],
);

const EN_ORDINAL_UNITS = counted(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  1,
);

const EN_ORDINALS = new Map([
  ...EN_ORDINAL_UNITS,
  ['thirtieth', 30] as const,
  ['thirty first', 31] as const,
  ...[...EN_ORDINAL_UNITS].slice(0, 9).map(([word, value]) => [`twenty ${word}`, 20 + value] as const),
]);

const FR_SMALL = (() => {
  const low = counted(
    'zero un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix_sept dix_huit dix_neuf',
  );
  const table = withTens(
    low,
    counted('vingt trente quarante cinquante soixante', 20, 10),
    (ten, unit, value) => (value === 1 ? [`${ten} et ${unit}`] : [`${ten} ${unit}`]),
  );
  const swiss = withTens(
    low,
    new Map([
      ['septante', 70],
      ['huitante', 80],
      ['octante', 80],
      ['nonante', 90],
    ]),
    (ten, unit, value) => (value === 1 ? [`${ten} et ${unit}`] : [`${ten} ${unit}`]),
  );
  for (const [unit, value] of low) {
    if (value > 9) table.set(`soixante ${unit}`, 60 + value);
    if (value > 0) table.set(`quatre vingt ${unit}`, 80 + value);
  }
  table.set('soixante et onze', 71).set('quatre vingt', 80).set('quatre vingts', 80);
  return new Map([...swiss, ...table]);
})();

const DE_SMALL = withTens(
  counted(
    'null eins|ein|eine|einen|einer zwei|zwo drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  ),
  new Map([
    ...counted('zwanzig dreißig vierzig funfzig sechzig siebzig achtzig neunzig', 20, 10),
    ['dreissig', 30],
  ]),
  (ten, unit) => [`${unit}und${ten}`, `${unit} und ${ten}`],
);

/** "ersten", "dritter", "einundzwanzigste": the cardinal plus an ending. */
const DE_ORDINALS = (() => {
  const table = new Map<string, number>();
  const odd: Record<number, string> = { 1: 'ers', 3: 'drit', 7: 'sieb', 8: 'ach' };
  for (const [word, value] of DE_SMALL) {
    if (value < 1 || value > 31 || word.includes(' ')) continue;
    const stem = odd[value] ?? (value < 20 ? word : `${word}s`);
    for (const ending of ['te', 'ten', 'ter', 'tes', 'tem']) table.set(stem + ending, value);
  }
  return table;
})();

const ES_SMALL = withTens(
  counted(
    'cero un|uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno|veintiun|veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  ),
  counted('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
  (ten, unit) => [`${ten} y ${unit}`],
);

const IT_SMALL = withTens(
  counted(
    'zero un|uno|una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  ),
  counted('venti trenta quaranta cinquanta sessanta settanta ottanta novanta', 20, 10),
  (ten, unit, value) => [(value === 1 || value === 8 ? ten.slice(0, -1) : ten) + unit],
);

/** Languages of which only the digits are known: enough for numbers that are dictated. */
const digitsOf = (text: string): NumberWords => ({
  small: counted(foldText(text)),
  ordinals: none,
  hundreds: none,
  hundred: set(''),
  thousand: set(''),
  million: set(''),
  and: set(''),
  bareScale: false,
  repeat: none,
  doubleLetters: set(''),
  zeroBesides: set(''),
});

const none: ReadonlyMap<string, number> = new Map();

/** Number words by transcription language code. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = {
  ...Object.fromEntries(Object.entries(digitWords).map(([language, text]) => [language, digitsOf(text)])),
  en: {
    small: EN_SMALL,
    ordinals: EN_ORDINALS,
    hundreds: none,
    hundred: set('hundred'),
    thousand: set('thousand'),
    million: set('million'),
    and: set('and'),
    bareScale: false,
    repeat: counted('double triple|treble quadruple', 2),
    doubleLetters: set('u you'),
    zeroBesides: set('oh o'),
  },
  fr: {
    small: FR_SMALL,
    ordinals: counted('premier|premiere', 1),
    hundreds: none,
    hundred: set('cent cents'),
    thousand: set('mille'),
    million: set('million millions'),
    and: set(''),
    bareScale: true,
    repeat: counted('double|doubles triple|triples quadruple', 2),
    doubleLetters: set('v ve'),
    zeroBesides: set('oh o'),
  },
  de: {
    small: DE_SMALL,
    ordinals: DE_ORDINALS,
    hundreds: none,
    hundred: set('hundert'),
    thousand: set('tausend'),
    million: set('million millionen'),
    and: set('und'),
    bareScale: true,
    glued: { thousand: ['tausend'], hundred: ['hundert'] },
    repeat: counted(
      'doppel|doppelt|doppelte|doppelter|zweimal dreifach|dreifache|dreimal|triple vierfach|viermal',
      2,
    ),
    doubleLetters: set('u v'),
    zeroBesides: set('oh o'),
  },
  es: {
    small: ES_SMALL,
    ordinals: counted('primero|primer|primera', 1),
    hundreds: counted(
      'cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas',
      100,
      100,
    ),
    hundred: set(''),
    thousand: set('mil'),
    million: set('millon millones'),
    and: set(''),
    bareScale: true,
    // "o" is "or" here and in Italian.
    repeat: counted('doble|dobles triple|triples cuadruple', 2),
    doubleLetters: set('u uve v ve'),
    zeroBesides: set('oh'),
  },
  it: {
    small: IT_SMALL,
    ordinals: counted('primo|prima', 1),
    hundreds: none,
    hundred: set('cento'),
    thousand: set('mille mila'),
    million: set('milione milioni'),
    and: set('e'),
    bareScale: true,
    glued: { thousand: ['mila', 'mille'], hundred: ['cento', 'cent'] },
    repeat: counted('doppio|doppia triplo|tripla quadruplo', 2),
    doubleLetters: set('v vu'),
    zeroBesides: set('oh'),
  },
};
