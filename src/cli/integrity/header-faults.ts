import { contentPolicyFor } from '../../lib/content-policy.ts';
import type { SiteFile } from './site.ts';

/** An operator may name hosts and sites there (docs/deploying.md). */
const OPERATORS_DIRECTIVES = ['connect-src', 'frame-ancestors'];
/** They make a browser load something, or go somewhere, besides what is in the file. */
const UNWANTED = ['link', 'refresh', 'speculation-rules', 'use-as-dictionary'];
const INLINE =
  /<script(?![^>]*\ssrc=)[^>]*>|\son\w+\s*=\s*["'][^"']*["']|(?:href|src)\s*=\s*["']?\s*javascript:/i;

/** What is wrong with the headers of a file of the app, each in a sentence that begins with its path. */
export function headerFaults(path: string, { headers, redirectedTo, bytes }: SiteFile): string[] {
  const faults: string[] = [];
  if (path === '' || path.endsWith('.html')) {
    const inline = INLINE.exec(Buffer.from(bytes).toString());
    if (inline) faults.push(`an inline script: ${inline[0].slice(0, 60)}`);
  }
  if (headers) {
    for (const name of UNWANTED) if (headers.has(name)) faults.push(`a header ${name}: ${headers.get(name)}`);
    const sent = headers.get('content-security-policy');
    const expected = contentPolicyFor(`/${path}`);
    if (sent === null) faults.push('no content security policy');
    else if (!isSamePolicy(sent, expected)) faults.push(`another content security policy: ${sent}`);
  }
  if (redirectedTo !== null) faults.push(`a redirect to ${redirectedTo}`);
  return faults.map((fault) => `${path || '/'}: ${fault}`);
}

const isSamePolicy = (sent: string, expected: string): boolean => fixedPart(sent) === fixedPart(expected);

/** What an operator may not change. */
const fixedPart = (policy: string): string =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(
      (directive) =>
        directive !== '' && !OPERATORS_DIRECTIVES.some((name) => directive.startsWith(`${name} `)),
    )
    .sort()
    .join(';');
