import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  /** PEM of the authority. */
  ca: string;
  /** Paths. */
  caFile: string;
  cert: string;
  key: string;
  remove(): void;
}

export const NO_CERTIFICATES: Certificates = {
  ca: '',
  caFile: '',
  cert: '',
  key: '',
  remove: () => undefined,
};

/** Says what was left out where it is missing: nothing in Node makes certificates. */
export function hasOpenssl(): boolean {
  if (spawnSync('openssl', ['version']).status === 0) return true;
  console.warn('The tests of the pool over TLS were LEFT OUT: openssl is not installed.');
  return false;
}

/** A self-made authority, and the certificate that it gives a broker on this machine; made with openssl. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-tls-'));
  const openssl = (...given: string[]) => execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  openssl(
    'req',
    '-x509',
    ...newKey,
    ...['-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Team'],
  );
  openssl('req', ...newKey, '-keyout', 'broker.key', '-out', 'broker.csr', '-subj', '/CN=localhost');
  openssl(
    ...['x509', '-req', '-in', 'broker.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-out', 'broker.pem', '-days', '2', '-extfile', 'names'],
  );
  return {
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    caFile: join(folder, 'ca.pem'),
    cert: join(folder, 'broker.pem'),
    key: join(folder, 'broker.key'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
