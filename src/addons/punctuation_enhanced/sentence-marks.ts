/** A language's marks; '' for those it does not use. */
export interface SentenceMarks {
  end: string;
  question: string;
  openQuestion: string;
  comma: string;
  /** Sentence ends that a particle turns into questions. */
  particle: RegExp | null;
}

const LATIN: SentenceMarks = { end: '.', question: '?', openQuestion: '', comma: ',', particle: null };
const MARKS: Readonly<Record<string, SentenceMarks>> = {
  es: { ...LATIN, openQuestion: '¿' },
  zh: { ...LATIN, end: '。', question: '？', comma: '，', particle: /[吗嗎呢]$/u },
  yue: { ...LATIN, end: '。', question: '？', comma: '，', particle: /[嗎咩呢]$/u },
  ja: {
    ...LATIN,
    end: '。',
    question: '？',
    comma: '、',
    particle: /(?:です|ます|でしょう|ません|でした|ました)か$/u,
  },
  ko: { ...LATIN, particle: /(?:까|나요|가요|니)$/u },
  ar: { ...LATIN, question: '؟', comma: '،' },
  fa: { ...LATIN, question: '؟', comma: '،' },
  ur: { ...LATIN, end: '۔', question: '؟', comma: '،' },
  hi: { ...LATIN, end: '।' },
  mr: LATIN,
  bn: { ...LATIN, end: '।' },
  ne: { ...LATIN, end: '।' },
  sa: { ...LATIN, end: '।' },
  el: { ...LATIN, question: ';' },
  hy: { ...LATIN, end: '։' },
  am: { ...LATIN, end: '።' },
  my: { ...LATIN, end: '။', question: '။' },
  km: { ...LATIN, end: '។', question: '?' },
  bo: { ...LATIN, end: '།', question: '།' },
  th: { ...LATIN, end: '', question: '', comma: '' },
  lo: { ...LATIN, end: '', question: '', comma: '' },
};

export const sentenceMarks = (language: string): SentenceMarks => MARKS[language] ?? LATIN;
