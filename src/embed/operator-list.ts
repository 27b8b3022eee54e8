import { appAddress } from '../lib/addresses/app-origin.ts';
import { z } from '../lib/zod.ts';

/** Path of the file in which an installation's operator lists who may embed it. */
export const OPERATOR_LIST_PATH = '/embed-origins.json';

const operatorList = z.object({
  /** `https://example.com`, or `https://*.example.com` for all its subdomains. */
  allow: z.array(z.string()).default([]),
  /** What happens to everybody else: the user is asked, or they are refused. */
  others: z.enum(['ask', 'refuse']).default('ask'),
});

export type OperatorList = z.infer<typeof operatorList>;

/** Without the file, the user is asked; null if it cannot be read. Throws if it is invalid: a typo must not open the door. */
export async function readOperatorList(): Promise<OperatorList | null> {
  const response = await fetch(appAddress(OPERATOR_LIST_PATH), { cache: 'no-cache' }).catch(() => null);
  if (response === null || response.status >= 500) return null;
  const isPage = response.headers.get('content-type')?.includes('text/html');
  if (!response.ok || isPage) return operatorList.parse({});
  return operatorList.parse(await response.json());
}

/** Whether a list entry matches this origin. */
export function meansOrigin(entry: string, origin: string): boolean {
  const [, scheme = '', wildcard, host = ''] = /^(https?:\/\/)(\*\.)?([^/*]+)\/?$/i.exec(entry.trim()) ?? [];
  if (!URL.canParse(scheme + host)) return false;
  const meant = new URL(scheme + host);
  const asking = new URL(origin);
  if (wildcard === undefined) return meant.origin === asking.origin;
  return (
    meant.protocol === asking.protocol &&
    meant.port === asking.port &&
    asking.hostname.endsWith(`.${meant.hostname}`)
  );
}
