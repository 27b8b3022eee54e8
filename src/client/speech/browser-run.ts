import type { DEFAULTS, Run, Wanted } from './recognition-run.ts';
import {
  RecognitionAlternative,
  RecognitionErrorEvent,
  RecognitionEvent,
  RecognitionResult,
  RecognitionResultList,
} from './speech-results.ts';

/** The browser's own recogniser, as far as it is used; `available` and `processLocally` are in Chrome and Edge 139 and later. */
export interface BrowserRecogniser extends EventTarget, Omit<typeof DEFAULTS, 'unspokenPunctuation'> {
  start(track?: MediaStreamTrack): void;
  stop(): void;
  abort(): void;
}

export interface BrowserRecogniserClass {
  new (): BrowserRecogniser;
  readonly prototype: BrowserRecogniser;
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>;
}

/** Whether the browser recognises a language on this device, without its maker's servers. */
export async function isLocal(Recogniser: BrowserRecogniserClass, lang: string): Promise<boolean> {
  if (!Recogniser.available || !('processLocally' in Recogniser.prototype)) return false;
  const answer = await Recogniser.available({ langs: [lang], processLocally: true }).catch(() => null);
  return answer === 'available';
}

const PLAIN = [
  ...['start', 'audiostart', 'soundstart', 'speechstart', 'speechend', 'soundend', 'audioend', 'end'],
];

/** A run by the browser's own recogniser, on this device. */
export class BrowserRun implements Run {
  readonly #recogniser: BrowserRecogniser;

  constructor(Recogniser: BrowserRecogniserClass, wanted: Wanted, emit: (event: Event) => void) {
    const { track, lang, continuous, interimResults, maxAlternatives } = wanted;
    this.#recogniser = new Recogniser();
    Object.assign(this.#recogniser, { lang, continuous, interimResults, maxAlternatives });
    this.#recogniser.processLocally = true;
    for (const type of PLAIN) this.#recogniser.addEventListener(type, () => emit(new Event(type)));
    for (const type of ['result', 'nomatch'])
      this.#recogniser.addEventListener(type, (event) => emit(copyOfResults(type, event)));
    this.#recogniser.addEventListener('error', (event) => {
      const error = Reflect.get(event, 'error');
      emit(
        new RecognitionErrorEvent('error', { error, message: String(Reflect.get(event, 'message') ?? '') }),
      );
    });
    if (track) this.#recogniser.start(track);
    else this.#recogniser.start();
  }

  stop(): void {
    this.#recogniser.stop();
  }

  abort(): void {
    this.#recogniser.abort();
  }
}

interface BrowserResult extends ArrayLike<{ transcript: string; confidence: number }> {
  isFinal: boolean;
}

/** The browser's event was sent already, to its own recogniser. */
function copyOfResults(type: string, event: Event): RecognitionEvent {
  const given: ArrayLike<BrowserResult> = Reflect.get(event, 'results') ?? [];
  const results = Array.from(given, (result) => {
    const alternatives = Array.from(
      result,
      ({ transcript, confidence }) => new RecognitionAlternative(transcript, confidence),
    );
    return new RecognitionResult(alternatives, result.isFinal);
  });
  const resultIndex = Number(Reflect.get(event, 'resultIndex') ?? 0);
  return new RecognitionEvent(type, { resultIndex, results: new RecognitionResultList(results) });
}
