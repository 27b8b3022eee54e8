import { formInterface, setAttributes, setEntries, withoutConstructor } from './web-interface.ts';

/** The interfaces of results, errors and hints as pages see them (https://webaudio.github.io/web-speech-api). */

export class RecognitionAlternative {
  declare readonly transcript: string;
  /** 0 to 1. */
  declare readonly confidence: number;

  constructor(transcript: string, confidence: number) {
    setAttributes<RecognitionAlternative>(this, { transcript, confidence });
  }
}

export class RecognitionResult {
  [index: number]: RecognitionAlternative;
  declare readonly length: number;
  declare item: (index: number) => RecognitionAlternative | null;
  declare [Symbol.iterator]: () => Iterator<RecognitionAlternative>;
  declare readonly isFinal: boolean;

  constructor(alternatives: readonly RecognitionAlternative[], isFinal: boolean) {
    setEntries(this, alternatives);
    setAttributes<RecognitionResult>(this, { isFinal });
  }
}

export class RecognitionResultList {
  [index: number]: RecognitionResult;
  declare readonly length: number;
  declare item: (index: number) => RecognitionResult | null;
  declare [Symbol.iterator]: () => Iterator<RecognitionResult>;

  constructor(results: readonly RecognitionResult[]) {
    setEntries(this, results);
  }
}

interface RecognitionEventInit extends EventInit {
  resultIndex?: number;
  results: RecognitionResultList;
}

export class RecognitionEvent extends Event {
  /** The first result that this event changes. */
  declare readonly resultIndex: number;
  declare readonly results: RecognitionResultList;

  constructor(type: string, init: RecognitionEventInit) {
    super(type, init);
    // A page may give any object, or none.
    const { results, resultIndex = 0 }: Partial<RecognitionEventInit> = init ?? {};
    if (!(results instanceof RecognitionResultList)) throw new TypeError('results is required.');
    setAttributes<RecognitionEvent>(this, { results, resultIndex });
  }
}

const ERRORS = [
  'no-speech',
  'aborted',
  'audio-capture',
  'network',
  'not-allowed',
  'service-not-allowed',
  'language-not-supported',
  'phrases-not-supported',
] as const;
export type RecognitionError = (typeof ERRORS)[number];

export class RecognitionErrorEvent extends Event {
  declare readonly error: RecognitionError;
  declare readonly message: string;

  constructor(type: string, init: EventInit & { error: RecognitionError; message?: string }) {
    super(type, init);
    const error = ERRORS.find((one) => one === init?.error);
    if (error === undefined) throw new TypeError(`error must be one of ${ERRORS.join(', ')}.`);
    setAttributes<RecognitionErrorEvent>(this, { error, message: String(init.message ?? '') });
  }
}

/** A word or name that is more likely than others; `boost` from 0 to 10. */
export class RecognitionPhrase {
  declare readonly phrase: string;
  declare readonly boost: number;

  constructor(phrase: string, boost = 1) {
    if (phrase === undefined) throw new TypeError('phrase is required.');
    if (!(boost >= 0 && boost <= 10)) throw new DOMException('boost must be 0 to 10.', 'SyntaxError');
    setAttributes<RecognitionPhrase>(this, { phrase: String(phrase), boost: Number(boost) });
  }
}

/** Grammars are kept as they are given, and change nothing. */
export class Grammar {
  declare src: string;
  declare weight: number;

  constructor() {
    setAttributes<Grammar>(this, { src: '', weight: 1 });
  }
}

export class GrammarList {
  [index: number]: Grammar;
  declare readonly length: number;
  declare item: (index: number) => Grammar | null;
  declare [Symbol.iterator]: () => Iterator<Grammar>;

  constructor() {
    setEntries(this, []);
  }

  addFromUri(src: string, weight = 1): void {
    this.#add(new URL(src, location.href).href, weight);
  }

  /** The name in an earlier state of the standard. */
  addFromURI(src: string, weight = 1): void {
    this.addFromUri(src, weight);
  }

  addFromString(text: string, weight = 1): void {
    this.#add(`data:application/xml,${encodeURIComponent(text)}`, weight);
  }

  #add(src: string, weight: number): void {
    setEntries(this, [...this, Object.assign(new Grammar(), { src, weight })]);
  }
}

formInterface(RecognitionAlternative, 'SpeechRecognitionAlternative', ['transcript', 'confidence']);
formInterface(RecognitionResult, 'SpeechRecognitionResult', ['length', 'isFinal']);
formInterface(RecognitionResultList, 'SpeechRecognitionResultList', ['length']);
formInterface(RecognitionEvent, 'SpeechRecognitionEvent', ['resultIndex', 'results']);
formInterface(RecognitionErrorEvent, 'SpeechRecognitionErrorEvent', ['error', 'message']);
formInterface(RecognitionPhrase, 'SpeechRecognitionPhrase', ['phrase', 'boost']);
formInterface(Grammar, 'SpeechGrammar', [], ['src', 'weight']);
formInterface(GrammarList, 'SpeechGrammarList', ['length']);

/** What a page finds beside `SpeechRecognition`, by its name. */
export const COMPANIONS = {
  SpeechGrammar: Grammar,
  SpeechGrammarList: GrammarList,
  SpeechRecognitionEvent: RecognitionEvent,
  SpeechRecognitionErrorEvent: RecognitionErrorEvent,
  SpeechRecognitionPhrase: RecognitionPhrase,
  SpeechRecognitionAlternative: withoutConstructor(RecognitionAlternative),
  SpeechRecognitionResult: withoutConstructor(RecognitionResult),
  SpeechRecognitionResultList: withoutConstructor(RecognitionResultList),
};
