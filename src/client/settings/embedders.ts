import { forgetEmbedder, listEmbedders } from '../../storage/settings/embedder-store.ts';
import { watchSettings } from './settings.ts';

export interface EmbeddingSite {
  origin: string;
  allowed: boolean;
  by: 'user' | 'operator';
  decidedAt: Date;
}

/** The sites that embed the app in this browser and share its storage. */
export const embeddersClient = {
  list: async (): Promise<EmbeddingSite[]> =>
    Array.from(await listEmbedders(), ([origin, { allowed, by, decided_at }]) => ({
      origin,
      allowed,
      by,
      decidedAt: new Date(decided_at),
    })),
  /** Revokes a decision: the site's key is revoked and the user is asked again. */
  forget: (origin: string): Promise<void> => forgetEmbedder(origin),
  /** Calls `changed` after every decision until the signal aborts. */
  watch: watchSettings,
};
