import { vi } from 'vitest';
import type { LiveConnection } from '../../../src/client/live/open-live.ts';
import type { LiveText } from '../../../src/document/runs/live-transcript.ts';
import type { Message } from '../../../src/lib/errors/msg.ts';

/** The other end of the page's live sessions: what it is sent, and what a test has it say. */
export class Session {
  readonly id = crypto.randomUUID();
  bytes = 0;
  stopped = 0;
  closed = 0;
  failure: Error | null = null;
  request: unknown = null;
  /** Until when its opening takes. */
  opens: Promise<void> = Promise.resolve();
  readonly #over = Promise.withResolvers<void>();
  tellProblem: (problem: Message) => void = () => undefined;
  #tell: (message: unknown) => void = () => undefined;

  readonly open = async (
    request: unknown,
    options: { onMessage(message: never): void; onProblem(problem: Message): void },
  ): Promise<LiveConnection> => {
    if (this.failure) throw this.failure;
    this.request = request;
    await this.opens;
    this.#tell = options.onMessage as (message: unknown) => void;
    this.tellProblem = options.onProblem;
    return {
      id: this.id,
      ended: this.#over.promise,
      send: ({ length }: Uint8Array) => {
        this.bytes += length;
      },
      stop: async (atOnce = false) => {
        if (!atOnce) this.stopped += 1;
        if (this.endsAtStop || atOnce) this.end();
        await this.#over.promise;
      },
      close: () => {
        this.closed += 1;
      },
    };
  };

  /** Whether its last words come at once. */
  endsAtStop = true;

  /** The session ends, or is lost. */
  end(error?: Error): void {
    if (error) this.#over.reject(error);
    else this.#over.resolve();
  }

  tellStopped(): void {
    this.#tell({ type: 'stop_recording', acknowledged: true, error: null, data: null });
  }

  /** @param settled how many of its words are settled; all if it is left out */
  say(
    id: string,
    text: string,
    {
      from = 0,
      channel = 0,
      settled,
      language = 'en',
    }: {
      from?: number;
      channel?: number;
      settled?: number;
      language?: LiveText['utterance']['language'];
    } = {},
  ): void {
    const words = text.split(' ').map((word, index) => ({
      word: ` ${word}`,
      start: from + index,
      end: from + index + 0.8,
      confidence: 0.9,
    }));
    const data: LiveText = {
      id,
      is_final: settled === undefined,
      utterance: {
        start: from,
        end: words.at(-1)?.end ?? from,
        confidence: 0.9,
        channel,
        language,
        words,
        text: ` ${text}`,
        ...(settled !== undefined && { settled_words: settled }),
      },
    };
    this.#tell({ type: 'transcript', session_id: this.id, created_at: new Date().toISOString(), data });
  }

  tellSpeakers(...utterances: { id: string; speaker: number; name?: string }[]): void {
    this.#tell({ type: 'speakers', data: { utterances } });
  }

  tellSound(id: string, kind: string, start: number, isFinal = false): void {
    const data = { id, kind, start, end: start + 1, confidence: 0.8, is_final: isFinal };
    this.#tell({ type: 'sound_event', data });
  }

  acknowledge(): void {
    this.#tell({ type: 'audio_chunk', acknowledged: true, error: null, data: null });
  }

  tellPace(pace: 'full' | 'longer-steps' | 'sentences'): void {
    this.#tell({ type: 'pace', data: { pace, lag: 4 } });
  }
}

const contexts: AudioContext[] = [];

/** A source that hums. */
export function humming(frequency: number): MediaStream {
  const context = new AudioContext();
  contexts.push(context);
  const into = new MediaStreamAudioDestinationNode(context);
  const source = new OscillatorNode(context, { frequency });
  source.connect(new GainNode(context, { gain: 0.5 })).connect(into);
  source.start();
  return into.stream;
}

export const silence = () => Promise.all(contexts.splice(0).map((context) => context.close()));

/** Puts humming sources in the place of the microphone and of what is shared. */
export function plugIn(): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => humming(300));
  vi.spyOn(navigator.mediaDevices, 'getDisplayMedia').mockImplementation(async () => humming(1000));
}
