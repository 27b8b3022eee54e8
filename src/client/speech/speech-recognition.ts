import { spokenLanguage } from '../../contract/transcripts/language-codes.ts';
import { defineHandlers, type TargetWith } from '../../lib/target-with-handlers.ts';
import { type BrowserRecogniserClass, BrowserRun, isLocal } from './browser-run.ts';
import { DEFAULTS, OwnRun, type Run, type SpeechService, type Wanted } from './recognition-run.ts';
import { GrammarList, RecognitionPhrase } from './speech-results.ts';
import { formInterface, setAttributes } from './web-interface.ts';

const EVENTS = [
  ...['audiostart', 'soundstart', 'speechstart', 'speechend', 'soundend', 'audioend'],
  ...['result', 'nomatch', 'error', 'start', 'end'],
];

type Attributes = typeof DEFAULTS & { grammars: GrammarList };

export interface RecognitionOptions {
  service: () => Promise<SpeechService>;
  /** Whether recordings remain in the app as jobs. */
  keeps: boolean;
  /** The browser's own recogniser, where it was chosen. */
  browsers: BrowserRecogniserClass | null;
}

type Languages = { langs: string[] };

/** The class `SpeechRecognition` of a page, by the device's own models: https://webaudio.github.io/web-speech-api. */
export function recognitionClass({ service, keeps, browsers }: RecognitionOptions) {
  const Target = EventTarget as new () => InstanceType<TargetWith<string>> & Attributes;
  class SpeechRecognition extends Target {
    #phrases = phraseList([]);
    /** The recognition under way, from `start` until `end` is sent. */
    #run: Promise<Run> | null = null;

    constructor() {
      super();
      setAttributes<Attributes>(this, { ...DEFAULTS, grammars: new GrammarList() });
    }

    static async available({ langs }: Languages): Promise<'available' | 'unavailable'> {
      return checked(langs).every((tag) => spokenLanguage(tag) !== null) ? 'available' : 'unavailable';
    }

    /** Nothing need be installed. */
    static async install({ langs }: Languages): Promise<boolean> {
      return checked(langs).every((tag) => spokenLanguage(tag) !== null);
    }

    get phrases(): RecognitionPhrase[] {
      return this.#phrases;
    }

    set phrases(phrases) {
      this.#phrases = phraseList(phrases);
    }

    start(track: MediaStreamTrack | null = null): void {
      if (track !== null && !(track instanceof MediaStreamTrack))
        throw new TypeError('The track must be a MediaStreamTrack.');
      if (track && (track.kind !== 'audio' || track.readyState !== 'live'))
        throw new DOMException('The track must be one of sound that has not ended.', 'InvalidStateError');
      if (this.#run) throw new DOMException('Recognition has already started.', 'InvalidStateError');
      const { continuous, interimResults, maxAlternatives } = this;
      const lang = this.lang || document.documentElement.lang || navigator.language;
      const phrases = [...this.#phrases];
      this.#run = this.#begin({ lang, continuous, interimResults, maxAlternatives, phrases, track });
    }

    /** What was said so far still becomes a result. */
    stop(): void {
      void this.#run?.then((run) => run.stop());
    }

    abort(): void {
      void this.#run?.then((run) => run.abort());
    }

    async #begin(wanted: Wanted): Promise<Run> {
      const emit = (event: Event) => {
        if (event.type === 'end') this.#run = null;
        this.dispatchEvent(event);
      };
      if (browsers && (await isLocal(browsers, wanted.lang))) return new BrowserRun(browsers, wanted, emit);
      return new OwnRun({ wanted, service, keeps, emit });
    }
  }
  formInterface(SpeechRecognition, 'SpeechRecognition', [], [...Object.keys(DEFAULTS), 'grammars']);
  defineHandlers(SpeechRecognition.prototype, EVENTS);
  return SpeechRecognition;
}

/** Language tags that a page asks for. */
function checked(langs: unknown): string[] {
  if (typeof langs !== 'object' || langs === null || !(Symbol.iterator in langs))
    throw new TypeError('langs must be a list of language tags.');
  const tags = Array.from(langs as Iterable<unknown>, String);
  try {
    Intl.getCanonicalLocales(tags);
  } catch {
    throw new DOMException('langs must be language tags, such as en-GB.', 'SyntaxError');
  }
  return tags;
}

/** A list to which a page may add phrases, and nothing else. */
function phraseList(phrases: Iterable<unknown>): RecognitionPhrase[] {
  const list = new Proxy<RecognitionPhrase[]>([], {
    set(of, key, value) {
      if (key !== 'length' && !(value instanceof RecognitionPhrase))
        throw new TypeError('phrases must be SpeechRecognitionPhrase objects.');
      return Reflect.set(of, key, value);
    },
  });
  list.push(...(phrases as Iterable<RecognitionPhrase>));
  return list;
}
