/** Private-use characters for spoken symbols in the spoken view, so that no written one is mistaken for them. */
export const SPOKEN = {
  dot: '\uE000',
  at: '\uE001',
  dash: '\uE002',
  underscore: '\uE003',
  slash: '\uE004',
  colon: '\uE005',
  plus: '\uE006',
  comma: '\uE007',
} as const;

const { dot, at, dash, underscore, slash, colon, plus, comma } = SPOKEN;

/** Spoken symbols, folded, by transcription language code. */
export const SYMBOL_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    dot,
    point: dot,
    period: dot,
    at,
    'at sign': at,
    'at the rate of': at,
    'at the rate': at,
    dash,
    hyphen: dash,
    minus: dash,
    underscore,
    slash,
    'forward slash': slash,
    colon,
    plus,
  },
  fr: {
    point: dot,
    arobase: at,
    arobas: at,
    'at sign': at,
    at,
    tiret: dash,
    moins: dash,
    'trait d union': dash,
    'tiret bas': underscore,
    underscore,
    'tiret du bas': underscore,
    slash,
    'barre oblique': slash,
    'deux points': colon,
    plus,
    virgule: comma,
  },
  de: {
    punkt: dot,
    at,
    klammeraffe: at,
    bindestrich: dash,
    minus: dash,
    strich: dash,
    unterstrich: underscore,
    slash,
    schragstrich: slash,
    doppelpunkt: colon,
    plus,
    komma: comma,
  },
  es: {
    punto: dot,
    arroba: at,
    guion: dash,
    menos: dash,
    'guion bajo': underscore,
    barra: slash,
    'dos puntos': colon,
    mas: plus,
    coma: comma,
  },
  it: {
    punto: dot,
    chiocciola: at,
    trattino: dash,
    meno: dash,
    'trattino basso': underscore,
    underscore,
    barra: slash,
    slash,
    'due punti': colon,
    piu: plus,
    virgola: comma,
  },
};

/** Words between digits that mean none. */
export const FILLERS: ReadonlySet<string> = new Set(
  'uh um uhm er erm hm hmm mm mhm euh heu ben ah ahm eh ehm ehh este bueno allora also na pues okay ok right yes yeah yep oui ja jawohl si'.split(
    ' ',
  ),
);

/** "B as in Bravo", "b wie Berta", "b de Barcelona", "b come Bologna", "b comme Bernard". */
export const SPELLING_LINKS: ReadonlySet<string> = new Set([
  'as in',
  'for',
  'like',
  'wie',
  'comme',
  'come',
  'de',
]);
