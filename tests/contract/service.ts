import { createApp } from '../../src/service/router.ts';
import { database } from '../../src/storage/database/database.ts';
import { keyRecord } from '../../src/storage/database/records.ts';
import { appKey } from '../../src/storage/settings/key-store.ts';
import { emptyDatabase } from '../fakes/empty-database.ts';

export const ORIGIN = 'https://speech.example';

export interface Service {
  /** The app's own key. */
  key: string;
  /** A request with the app's key; a header set to null is omitted. */
  call(path: string, init?: RequestInit, headers?: Record<string, string | null>): Promise<Response>;
}

/** The real service over an empty database. */
export async function startService(): Promise<Service> {
  await emptyDatabase();
  const app = createApp();
  const key = await appKey();
  return {
    key,
    call: async (path, init = {}, extra = {}) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries({ 'x-service-key': key, ...extra })) {
        if (value !== null) headers.set(name, value);
      }
      return app.fetch(new Request(new URL(path, ORIGIN), { ...init, headers }));
    },
  };
}

/** Another client's key. */
export async function addKey(id: string, { revoked = false } = {}): Promise<string> {
  const secret = `ek_of_${id}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const db = await database();
  await db.put(
    'keys',
    keyRecord.parse({
      id,
      name: id,
      hash: Buffer.from(digest).toString('hex'),
      hint: secret.slice(0, 7),
      created_at: new Date().toISOString(),
      last_used_at: null,
      revoked_at: revoked ? new Date().toISOString() : null,
    }),
  );
  return secret;
}

export const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
