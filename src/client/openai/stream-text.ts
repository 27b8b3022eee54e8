import { onChannelMessage } from '../../contract/realms/channel.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CallOptions } from '../api/call-options.ts';

/** The text of a running job in the order of the recording, as its windows are stored, which several lanes do in another order. */
export class GrowingText {
  readonly #stored = new Set<number>();
  /** Windows that were given out. */
  #given = 0;
  #text = '';
  #reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly api: Pick<ApiClient, 'getPartial'>,
    private readonly id: string,
    private readonly give: (delta: string) => void,
  ) {}

  /** Gives out each window's text until the signal aborts. */
  follow(signal: AbortSignal): void {
    const read = (options: CallOptions) => {
      this.#reading = this.#reading
        .then(() => this.#read(options))
        .catch((error: unknown) => {
          // Every text comes with the end of the job, too.
          if (!signal.aborted) console.warn(error);
        });
    };
    onChannelMessage((message) => {
      if (message.type !== 'job-window' || message.id !== this.id) return;
      this.#stored.add(message.window);
      if (this.#stored.has(this.#given)) read({ signal });
    }, signal);
  }

  /** Gives out the rest of the job's whole text, as far as it begins with all that was given out. */
  async finish(whole: string): Promise<void> {
    await this.#reading;
    const rest = restAfter(whole, this.#text);
    if (rest) this.give(rest);
  }

  async #read(options: CallOptions): Promise<void> {
    let next = this.#given;
    while (this.#stored.has(next)) next++;
    if (next === this.#given) return;
    const [since, later] = await Promise.all([
      this.api.getPartial(this.id, this.#given, options),
      this.api.getPartial(this.id, next, options),
    ]);
    const isLater = new Set(later.utterances.map(keyOf));
    const words = since.utterances
      .filter((utterance) => !isLater.has(keyOf(utterance)))
      .flatMap((utterance) => utterance.words);
    this.#given = next;
    const delta = words.map(({ word }) => word).join('');
    const trimmed = this.#text === '' ? delta.trimStart() : delta;
    this.#text += trimmed;
    if (trimmed) this.give(trimmed);
  }
}

const keyOf = ({ channel, start, end }: Utterance) => `${channel} ${start} ${end}`;

/** A text after its beginning, which may have other spaces; null if it begins otherwise. */
export function restAfter(text: string, beginning: string): string | null {
  let at = 0;
  for (const letter of beginning.replace(/\s+/g, '')) {
    while (/\s/.test(text.charAt(at))) at++;
    if (!text.startsWith(letter, at)) return null;
    at += letter.length;
  }
  return text.slice(at);
}
