import type { SpeechClient } from '../client/api/speech-client.ts';
import type { LiveText, LiveTextOptions } from '../client/live/live.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import type { LiveUpdate } from './messages.ts';

/** Live sessions that the page around this frame opened. */
export class SessionsOfPage {
  readonly #client: SpeechClient;
  readonly #open = new Map<string, { text: LiveText; end: () => void }>();

  constructor(client: SpeechClient) {
    this.#client = client;
  }

  /** Opens a session; resolves once it was stopped, or left by the signal. */
  async run(
    { source, request }: Pick<LiveTextOptions, 'source' | 'request'>,
    update: (value: LiveUpdate) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (source !== undefined && [source].flat().includes('screen')) {
      throw new AppError('invalid_request', msg`A frame cannot ask for the sound of a tab or the computer.`, {
        remedy: msg`Capture it in your page and send it with the source \`samples\`.`,
      });
    }
    const text = await this.#client.live({
      ...(source !== undefined && { source }),
      ...(request && { request }),
      onText: (text, of) => update({ text, of }),
      onPartial: (partial, of) => update({ partial, of }),
      onMessage: (message) => update({ message }),
      onProblem: (problem) => update({ problem }),
      signal,
    });
    await new Promise<void>((end) => {
      signal.addEventListener('abort', () => end());
      if (signal.aborted) end();
      this.#open.set(text.id, { text, end });
      update({ opened: text.id });
    });
    this.#open.delete(text.id);
  }

  send(id: string, samples: Uint8Array): void {
    this.#find(id).text.send(samples);
  }

  /** Resolves once the last words came. */
  async stop(id: string): Promise<void> {
    const { text, end } = this.#find(id);
    await text.stop().finally(end);
  }

  #find(id: string) {
    const found = this.#open.get(id);
    if (!found) throw new AppError('not_found', msg`No live session ${id} is open in this frame.`);
    return found;
  }
}
