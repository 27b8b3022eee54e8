import type { MissingModel } from '../../client/missing-models.ts';
import type { ModelsState } from '../models/models-state.svelte.ts';

/** What the user may answer; `later` decides nothing. */
export type EmbedAnswer = 'allow' | 'refuse' | 'later';

/** Asks the page to show the frame, so many CSS pixels high, or to hide it. */
export type ShowFrame = (message: { type: 'show'; height: number } | { type: 'hide' }) => void;

/** What a frame in another page shows: nothing, unless its user is to decide something. */
export class EmbedState {
  /** Opened by itself, outside of a frame. */
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
  /** Models that the user does not want now. */
  readonly #declined = new Set<string>();

  /** Shows the frame with its question, until the user has answered. */
  async ask(origin: string, show: ShowFrame): Promise<EmbedAnswer> {
    const answer = await new Promise<EmbedAnswer>((resolve) => {
      this.question = { origin, show, answer: resolve };
    });
    this.question = null;
    show({ type: 'hide' });
    return answer;
  }

  /** Shows the frame with an offer of the model that is missing, and hides it when none is, or the user wants none. */
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
