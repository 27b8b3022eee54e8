import type { MissingModel } from '../../client/models/missing-models.ts';
import type { ModelsState } from '../models/models-state.svelte.ts';

/** The user's answer; `later` decides nothing. */
export type EmbedAnswer = 'allow' | 'refuse' | 'later';

/** Asks the page to show the frame at this height in CSS pixels, or to hide it. */
export type ShowFrame = (message: { type: 'show'; height: number } | { type: 'hide' }) => void;

/** What a frame in another page shows: nothing, unless its user must decide something. */
export class EmbedState {
  /** Opened directly, not in a frame. */
  alone = $state(false);
  question = $state.raw<{ origin: string; show: ShowFrame; answer: (answer: EmbedAnswer) => void } | null>(
    null,
  );
  /** A job waits for this model. */
  offer = $state.raw<{
    missing: MissingModel;
    models: ModelsState;
    show: ShowFrame;
    decline: () => void;
  } | null>(null);
  /** Models the user declined for now. */
  readonly #declined = new Set<string>();

  /** Shows the frame with its question until the user answers. */
  async ask(origin: string, show: ShowFrame): Promise<EmbedAnswer> {
    const answer = await new Promise<EmbedAnswer>((resolve) => {
      this.question = { origin, show, answer: resolve };
    });
    this.question = null;
    show({ type: 'hide' });
    return answer;
  }

  /** Shows the frame with an offer of the missing model; hides it if none is missing or the user declined. */
  offerModel(missing: MissingModel | null, models: ModelsState, show: ShowFrame): void {
    const wanted = missing && !this.#declined.has(missing.modelId) ? missing : null;
    if (wanted) {
      const decline = () => {
        this.#declined.add(wanted.modelId);
        this.offerModel(null, models, show);
      };
      this.offer = { missing: wanted, models, show, decline };
      return;
    }
    if (this.offer) show({ type: 'hide' });
    this.offer = null;
  }
}
