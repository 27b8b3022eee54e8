/** The interfaces of results, errors and hints as pages see them (https://webaudio.github.io/web-speech-api). */

/** Entries by number, as `list[0]`, `list.item(0)` and in a loop. */
class Numbered<Entry> {
  [index: number]: Entry;
  readonly length: number;

  constructor(entries: readonly Entry[]) {
    Object.assign(this, entries);
    this.length = entries.length;
  }

  item(index: number): Entry | null {
    return this[index] ?? null;
  }

  *[Symbol.iterator](): Iterator<Entry> {
    for (let index = 0; index < this.length; index++) {
      const entry = this[index];
      if (entry !== undefined) yield entry;
    }
  }
}

export interface RecognitionAlternative {
  readonly transcript: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export class RecognitionResult extends Numbered<RecognitionAlternative> {
  constructor(
    alternatives: readonly RecognitionAlternative[],
    readonly isFinal: boolean,
  ) {
    super(alternatives);
  }

  get [Symbol.toStringTag]() {
    return 'SpeechRecognitionResult';
  }
}

export class RecognitionResultList extends Numbered<RecognitionResult> {
  get [Symbol.toStringTag]() {
    return 'SpeechRecognitionResultList';
  }
}

interface RecognitionEventInit extends EventInit {
  resultIndex?: number;
  results: RecognitionResultList;
}

export class RecognitionEvent extends Event {
  /** The first result that this event changes. */
  readonly resultIndex: number;
  readonly results: RecognitionResultList;

  constructor(type: string, init: RecognitionEventInit) {
    super(type, init);
    // A page may give any object, or none.
    const { results, resultIndex = 0 }: Partial<RecognitionEventInit> = init ?? {};
    if (!(results instanceof RecognitionResultList)) throw new TypeError('results is required.');
    this.results = results;
    this.resultIndex = resultIndex;
  }

  get [Symbol.toStringTag]() {
    return 'SpeechRecognitionEvent';
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
  readonly error: RecognitionError;
  readonly message: string;

  constructor(type: string, init: EventInit & { error: RecognitionError; message?: string }) {
    super(type, init);
    const known = ERRORS.find((one) => one === init?.error);
    if (known === undefined) throw new TypeError(`error must be one of ${ERRORS.join(', ')}.`);
    this.error = known;
    this.message = String(init.message ?? '');
  }

  get [Symbol.toStringTag]() {
    return 'SpeechRecognitionErrorEvent';
  }
}

/** A word or name that is more likely than others; `boost` from 0 to 10. */
export class RecognitionPhrase {
  readonly phrase: string;
  readonly boost: number;

  constructor(phrase: string, boost = 1) {
    if (!(boost >= 0 && boost <= 10)) throw new DOMException('boost must be 0 to 10.', 'SyntaxError');
    this.phrase = String(phrase);
    this.boost = boost;
  }

  get [Symbol.toStringTag]() {
    return 'SpeechRecognitionPhrase';
  }
}

/** Grammars are kept as they are given, and change nothing. */
export class Grammar {
  src = '';
  weight = 1;
}

export class GrammarList {
  [index: number]: Grammar;
  length = 0;

  item(index: number): Grammar | null {
    return this[index] ?? null;
  }

  addFromURI(src: string, weight = 1): void {
    this.#add(new URL(src, location.href).href, weight);
  }

  addFromString(text: string, weight = 1): void {
    this.#add(`data:application/xml,${encodeURIComponent(text)}`, weight);
  }

  #add(src: string, weight: number): void {
    this[this.length++] = Object.assign(new Grammar(), { src, weight });
  }
}
