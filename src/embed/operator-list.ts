import { z } from 'zod';
import { appAddress } from '../lib/app-origin.ts';

/** Path of the file in which the operator of an installation says who may embed it. */
export const OPERATOR_LIST_PATH = '/embed-origins.json';

const operatorList = z.object({
  /** `https://example.com`, or `https://*.example.com` for all its subdomains. */
  allow: z.array(z.string()).default([]),
  /** What becomes of everybody else: the user is asked, or they are refused. */
  others: z.enum(['ask', 'refuse']).default('ask'),
});

export type OperatorList = z.infer<typeof operatorList>;

/**
 * What the operator says; the user is asked about everybody where there is no such file. Null where it cannot be read, as
 * without a network. Throws where it is not what it should be: a slip of the pen must not open the door.
 */
export async function readOperatorList(): Promise<OperatorList | null> {
  const response = await fetch(appAddress(OPERATOR_LIST_PATH), { cache: 'no-cache' }).catch(() => null);
  if (response === null || response.status >= 500) return null;
  const isPage = response.headers.get('content-type')?.includes('text/html');
  if (!response.ok || isPage) return operatorList.parse({});
  return operatorList.parse(await response.json());
}

/** Whether an entry of the list means this origin. */
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
