import type { LiveMessage } from '../../contract/live/live-message.ts';
import { spokenLanguage, type TranscriptionLanguage } from '../../contract/transcripts/language-codes.ts';
import type { LiveText, LiveTextOptions } from '../live/live.ts';
import {
  RecognitionAlternative,
  type RecognitionError,
  RecognitionErrorEvent,
  RecognitionEvent,
  type RecognitionPhrase,
  RecognitionResult,
  RecognitionResultList,
} from './speech-results.ts';

/** Recognition is always on the device, and writes punctuation whatever a page sets. */
export const DEFAULTS = {
  lang: '',
  continuous: false,
  interimResults: false,
  unspokenPunctuation: false,
  maxAlternatives: 1,
  processLocally: false,
};

/** What a page has set when it starts; `lang` is a language tag, such as `en-GB`. */
export interface Wanted extends Omit<typeof DEFAULTS, 'unspokenPunctuation' | 'processLocally'> {
  phrases: readonly RecognitionPhrase[];
  /** The sound; null for the microphone. */
  track: MediaStreamTrack | null;
}

/** What recognition is made of. */
export interface SpeechService {
  live(options: LiveTextOptions): Promise<LiveText>;
  /** Deletes a session, or the job that it became. */
  discard(id: string): Promise<void>;
}

/** One recognition, from `start` to `end`. */
export interface Run {
  stop(): void;
  abort(): void;
}

export interface RunOptions {
  wanted: Wanted;
  service: () => Promise<SpeechService>;
  /** Whether recordings remain in the app as jobs. */
  keeps: boolean;
  emit(event: Event): void;
}

/** Seconds of sound without speech that end what waits for one sentence: fewer once a model has run in this page. */
const PATIENCE = { cold: 20, warm: 8 };
let isWarm = false;

/** Seconds of a pause that end a result, and of the longest result. */
const ENDPOINTING = 0.6;
const LONGEST = { sentence: 60, dictation: 15 };

export class OwnRun implements Run {
  readonly #options: RunOptions;
  #service: SpeechService | null = null;
  #session: LiveText | null = null;
  /** Begun and not ended, in order: `audio`, `sound`, `speech`. */
  readonly #begun: string[] = [];
  readonly #results: RecognitionResult[] = [];
  readonly #places = new Map<string, number>();
  #hasSpeech = false;
  #isSilent = false;
  #isStopping = false;
  #isOver = false;

  constructor(options: RunOptions) {
    this.#options = options;
    void this.#open();
  }

  async #open(): Promise<void> {
    const { wanted, service } = this.#options;
    const language = spokenLanguage(wanted.lang);
    // As all events, never within `start`.
    await null;
    if (language === null)
      return this.#fail('language-not-supported', `${wanted.lang || 'This language'} is not transcribed.`);
    try {
      this.#service = await service();
    } catch (error) {
      return this.#fail('network', messageOf(error));
    }
    if (this.#isOver) return;
    try {
      const session = await this.#service.live(this.#sessionOf(language));
      this.#session = session;
      if (this.#isOver) return this.#discard();
      this.#emit('start');
      this.#begin('audio');
      if (this.#isStopping) this.#close();
      await session.ended;
      this.#finish();
    } catch (error) {
      this.#fail(errorOf(error), messageOf(error));
    }
  }

  #sessionOf(language: TranscriptionLanguage): LiveTextOptions {
    const { continuous, phrases, track } = this.#options.wanted;
    const vocabulary = phrases.map(({ phrase, boost }) => ({ value: phrase, intensity: boost / 10 }));
    return {
      // A copy: the page goes on with its own.
      source: track ? new MediaStream([track.clone()]) : 'microphone',
      request: {
        model: 'automatic',
        language_config: { languages: [language] },
        endpointing: ENDPOINTING,
        maximum_duration_without_endpointing: continuous ? LONGEST.dictation : LONGEST.sentence,
        ...(vocabulary.length > 0 && {
          realtime_processing: { custom_vocabulary: true, custom_vocabulary_config: { vocabulary } },
        }),
      },
      onText: () => undefined,
      onMessage: (message) => this.#take(message),
    };
  }

  #take(message: LiveMessage): void {
    if (this.#isOver) return;
    if (message.type === 'speech_start') this.#beginSpeech();
    else if (message.type === 'transcript') this.#takeText(message.data);
    else if (message.type === 'error' && message.unrecognised)
      this.#fail('service-not-allowed', message.error.message);
    else if (message.type === 'audio_chunk' && message.data) this.#count(message.data.time_range[1]);
  }

  #beginSpeech(): void {
    isWarm = true;
    this.#hasSpeech = true;
    if (this.#isStopping) return;
    this.#begin('sound');
    this.#begin('speech');
  }

  #count(seconds: number): void {
    if (this.#hasSpeech || this.#options.wanted.continuous) return;
    if (seconds < (isWarm ? PATIENCE.warm : PATIENCE.cold)) return;
    this.#isSilent = true;
    this.stop();
  }

  #takeText({ id, is_final, utterance }: Extract<LiveMessage, { type: 'transcript' }>['data']): void {
    const { continuous, interimResults } = this.#options.wanted;
    const transcript = utterance.text.trim();
    // The one result of a run that is not continuous.
    const isMore = !continuous && this.#results[0]?.isFinal === true;
    if (transcript === '' || isMore || (!is_final && !interimResults)) return;
    this.#beginSpeech();
    const known = this.#places.get(id);
    const place = known ?? (continuous ? this.#results.length : 0);
    this.#places.set(id, place);
    // Pages join results as they are.
    const gap = place > 0 && /^\s/u.test(utterance.words[0]?.word ?? '') ? ' ' : '';
    const alternative = new RecognitionAlternative(gap + transcript, utterance.confidence);
    this.#results[place] = new RecognitionResult([alternative], is_final);
    if (is_final && !continuous) this.#close();
    const results = new RecognitionResultList(this.#results);
    this.#options.emit(new RecognitionEvent('result', { resultIndex: place, results }));
  }

  stop(): void {
    if (this.#isStopping || this.#isOver) return;
    this.#isStopping = true;
    if (this.#session) this.#close();
  }

  abort(): void {
    if (!this.#isOver) this.#fail('aborted', 'The page ended recognition.');
  }

  /** Ends the sound; what was said is still recognised. */
  #close(): void {
    this.#isStopping = true;
    this.#endSound();
    // Its end, or its failure, is that of the session.
    this.#session?.stop().catch(() => undefined);
  }

  #finish(): void {
    if (this.#isOver) return;
    // Recognition has followed to the end: its model is loaded.
    isWarm = true;
    this.#endSound();
    if (this.#results.length === 0 && this.#hasSpeech) {
      const results = new RecognitionResultList([]);
      this.#options.emit(new RecognitionEvent('nomatch', { results }));
    } else if (this.#results.length === 0 && this.#isSilent) {
      const message = 'Nobody spoke.';
      this.#options.emit(new RecognitionErrorEvent('error', { error: 'no-speech', message }));
    }
    this.#isOver = true;
    if (!this.#options.keeps) this.#discard();
    this.#emit('end');
  }

  #fail(error: RecognitionError, message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    queueMicrotask(() => {
      this.#endSound();
      this.#options.emit(new RecognitionErrorEvent('error', { error, message }));
      this.#emit('end');
    });
    if (error === 'aborted' && !this.#options.keeps) this.#discard();
    // What fails otherwise keeps its recording.
    else this.#session?.stop().catch(() => undefined);
  }

  #discard(): void {
    if (!this.#session) return;
    this.#session.stop().catch(() => undefined);
    this.#service?.discard(this.#session.id).catch(console.warn);
  }

  #begin(what: string): void {
    if (this.#begun.includes(what)) return;
    this.#begun.push(what);
    this.#emit(`${what}start`);
  }

  #endSound(): void {
    for (let what = this.#begun.pop(); what !== undefined; what = this.#begun.pop()) this.#emit(`${what}end`);
  }

  #emit(type: string): void {
    this.#options.emit(new Event(type));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a session that was refused or lost is to a page. The cause of a microphone's fault is the browser's. */
function errorOf(error: unknown): RecognitionError {
  const { cause } = error instanceof Error ? error : {};
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'not-allowed';
  return name === '' ? 'service-not-allowed' : 'audio-capture';
}
