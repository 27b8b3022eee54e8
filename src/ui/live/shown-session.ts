import type { CaptionLine } from '../../contract/realms/live-captions.ts';

/** The live session of this browser's tabs whose first words are the latest: it is shown until it ends. */
export class ShownSession {
  /** Lines by realm, in the order in which the sessions spoke first. */
  readonly #sessions = new Map<string, readonly CaptionLine[]>();

  /** Lines to show; null if no session has any. */
  get lines(): readonly CaptionLine[] | null {
    return [...this.#sessions.values()].at(-1) ?? null;
  }

  has(realm: string): boolean {
    return this.#sessions.has(realm);
  }

  /**
   * @param realm of the session: a tab has one at a time
   * @param lines none once it has ended
   */
  take(realm: string, lines: readonly CaptionLine[]): void {
    if (lines.length === 0) this.#sessions.delete(realm);
    else this.#sessions.set(realm, lines);
  }
}
