import { observeVisibility } from './observe-visibility.ts';
import { PressGuard } from './press-guard.ts';

/** The presses in a card that a page of another site shows: only those that its reader has considered count. */
export class Presses {
  /** Whether the card has been visible for a moment. */
  inSight = $state(false);
  /** What to do after a press that did not count. */
  advice = $state<'repeat' | 'hold' | null>(null);
  readonly #guard = new PressGuard();
  #isTouch = false;

  /** Follows the pointer and the focus in the card's frame. */
  watch = (card: HTMLElement): (() => void) => {
    const ended = new AbortController();
    const capture = { capture: true, signal: ended.signal };
    for (const name of ['pointerover', 'pointermove', 'pointerdown'] as const)
      document.addEventListener(name, (event) => this.#guard.pointerAt(event), capture);
    document.addEventListener(
      'pointerout',
      ({ relatedTarget }) => relatedTarget === null && this.#guard.pointerLeft(),
      capture,
    );
    card.addEventListener('focusin', ({ timeStamp }) => this.#guard.focusedAt(timeStamp), capture);
    card.addEventListener('focusout', () => this.#guard.focusLeft(), capture);
    const unobserve = observeVisibility(card, (seen) => (this.inSight = seen));
    return () => {
      ended.abort();
      unobserve();
    };
  };

  /** Has a button act with each press that counts. A finger has no pointer that enters before it: it rests on the button. */
  on = (act: () => void) => (button: HTMLElement) => {
    const ended = new AbortController();
    const { signal } = ended;
    const press = (isConsidered: boolean) => {
      this.advice = isConsidered ? null : this.#isTouch ? 'hold' : 'repeat';
      if (isConsidered && this.inSight) act();
    };
    button.addEventListener('pointerdown', ({ pointerType }) => (this.#isTouch = pointerType === 'touch'), {
      signal,
    });
    button.addEventListener(
      'pointerup',
      (event) => {
        const isOnButton = button.contains(document.elementFromPoint(event.clientX, event.clientY));
        if (this.#isTouch && isOnButton) press(this.#guard.isConsidered(event));
      },
      { signal },
    );
    button.addEventListener(
      'click',
      (event) => {
        // A press of a key has none.
        const isPointer = event.detail > 0;
        if (!isPointer) this.#isTouch = false;
        if (!this.#isTouch)
          press(isPointer ? this.#guard.isConsidered(event) : this.#guard.isConsideredKey(event));
      },
      { signal },
    );
    // A finger that rests opens one.
    button.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    return () => ended.abort();
  };
}
