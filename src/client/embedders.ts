import { listen } from '../lib/channel.ts';
import { forgetEmbedder, listEmbedders } from '../storage/embedder-store.ts';

/** A site that asked to embed the app. */
export interface EmbeddingSite {
  origin: string;
  allowed: boolean;
  by: 'user' | 'operator';
  decidedAt: Date;
}

/** The sites that embed the app in this browser, as far as they share its storage. */
export const embeddersClient = {
  list: async (): Promise<EmbeddingSite[]> =>
    Array.from(await listEmbedders(), ([origin, { allowed, by, decided_at }]) => ({
      origin,
      allowed,
      by,
      decidedAt: new Date(decided_at),
    })),
  /** Takes back what was decided: the site is asked about anew, and its key is revoked. */
  forget: (origin: string): Promise<void> => forgetEmbedder(origin),
  /** Calls `changed` whenever something was decided, until the signal aborts. */
  watch: (changed: () => void, signal: AbortSignal): void =>
    listen(({ type }) => {
      if (type === 'settings-changed') changed();
    }, signal),
};
