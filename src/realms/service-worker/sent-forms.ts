import type { SentForm } from '../../contract/realms/sent-form.ts';
import { waitFor } from '../../lib/wait-for.ts';

/** How long the browser may take to post a form that was announced, and the announcement to come after it. */
const ON_THE_WAY_MS = 10_000;
const LATE_MS = 500;
const LOOK_MS = 20;

/** Pages by the addresses that they are posting forms to. */
const sending = new Map<string, string>();

/** Remembers that a page posts a form. */
export function rememberForm({ address }: SentForm, source: ExtendableMessageEvent['source']): void {
  if (!(source instanceof WindowClient)) return;
  const { pathname } = new URL(source.url);
  sending.set(address, pathname);
  setTimeout(() => sending.delete(address), ON_THE_WAY_MS);
}

/** The path of this site's page that posts a form; null for one of another site, or one that names no path. */
export async function senderOfForm({ url, referrer }: Request, site: string): Promise<string | null> {
  for (let waited = 0; referrer === '' && waited < LATE_MS && !sending.has(url); waited += LOOK_MS)
    await waitFor(LOOK_MS);
  const named = URL.canParse(referrer) ? new URL(referrer) : null;
  if (named && named.origin !== site) return null;
  return sending.get(url) ?? named?.pathname ?? null;
}
