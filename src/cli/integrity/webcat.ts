import { createHash } from 'node:crypto';
import type { IntegrityList } from '../../contract/realms/integrity-list.ts';
import { contentPolicyFor } from '../../lib/content-policy.ts';
import { UsageError } from '../command/usage-error.ts';
import { ISSUER, trustedRootJson } from './check-signature.ts';
import { inAddress, WELL_KNOWN } from './others-headers.ts';

const FOLDER = `${WELL_KNOWN}webcat/`;
/** Object identifiers of a certificate by Sigstore. */
const NAME = '2.5.29.17';
const ISSUED_BY = '1.3.6.1.4.1.57264.1.8';
/** How long a signed manifest holds, in seconds: half a year, less than the year that WEBCAT permits. */
const MAX_AGE = 15_768_000;
/** Paths with a content policy of their own. */
const PARTS = ['/embed.html', '/assets/', '/pool/', '/service-worker.js'];

/** Throws UsageError for what is no identity of a workflow. */
export function readIdentity(given: string): string {
  if (/^https:\/\/github\.com\/[^/\s]+\/[^/\s]+\/\.github\/workflows\/[^@\s]+@refs\/\S+$/.test(given))
    return given;
  throw new UsageError(
    '--webcat must be the workflow that signs, such as https://github.com/OWNER/NAME/.github/workflows/webcat.yml@refs/heads/main.',
  );
}

/** The enrolment under its two names, and the manifest to be signed before (freedomofpress/webcat-spec of 2026). */
export function webcatFiles({ version, files }: IntegrityList, identity: string): Record<string, string> {
  const enrolment = {
    type: 'sigstore',
    trusted_root: trustedRootJson(),
    claims: { [NAME]: identity, [ISSUED_BY]: ISSUER },
    max_age: MAX_AGE,
  };
  const hashes = files.map(({ path, sha256 }): [string, string] => [`/${path}`, inAddress(sha256)]);
  const manifest = {
    name: 'Earshot',
    version,
    default_csp: contentPolicyFor('/'),
    extra_csp: Object.fromEntries(PARTS.map((path) => [path, contentPolicyFor(path)])),
    default_index: 'index.html',
    default_fallback: '/index.html',
    files: Object.fromEntries(hashes),
    wasm: [...new Set(hashes.filter(([path]) => path.endsWith('.wasm')).map(([, hash]) => hash))].sort(),
  };
  const written = `${JSON.stringify(enrolment, null, 2)}\n`;
  const hash = createHash('sha256').update(canonical(enrolment)).digest('hex');
  return {
    [`${FOLDER}enrollment.json`]: written,
    [`${FOLDER}enrollment.${hash}.json`]: written,
    [`${FOLDER}manifest.json`]: `${JSON.stringify({ manifest }, null, 2)}\n`,
  };
}

/** OLPC's canonical JSON, by which WEBCAT makes its hashes: sorted names, no spaces, and no escapes but of quotes and backslashes. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${canonical(name)}:${canonical(field)}`).join(',')}}`;
}
