/** What the user may answer; `later` decides nothing. */
export type EmbedAnswer = 'allow' | 'refuse' | 'later';

/** Asks the page to show the frame, so many CSS pixels high, or to hide it. */
export type ShowFrame = (message: { type: 'show'; height: number } | { type: 'hide' }) => void;

/** What a frame in another page shows: nothing, unless its user must be asked. */
export class EmbedState {
  /** Opened by itself, outside of a frame. */
  alone = $state(false);
  question = $state.raw<{ origin: string; show: ShowFrame; answer: (answer: EmbedAnswer) => void } | null>(
    null,
  );

  /** Shows the frame with its question, until the user has answered. */
  async ask(origin: string, show: ShowFrame): Promise<EmbedAnswer> {
    const answer = await new Promise<EmbedAnswer>((resolve) => {
      this.question = { origin, show, answer: resolve };
    });
    this.question = null;
    show({ type: 'hide' });
    return answer;
  }
}
