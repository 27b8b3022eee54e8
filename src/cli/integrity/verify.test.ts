import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundleOf, localKey, signatureOf } from '../../../tests/fakes/local-signature.ts';
import { INTEGRITY_FILE, integrityList } from '../../contract/realms/integrity-list.ts';
import { contentPolicyFor } from '../../lib/content-policy.ts';
import { wordsOf } from '../../lib/words-of.ts';
import { sha256Of, writeIntegrityList } from '../build/write-integrity-list.ts';
import { checkSignature } from './check-signature.ts';
import { compareSite } from './compare-site.ts';
import { readList } from './read-list.ts';
import { siteAt } from './site.ts';

let folder = '';
const dist = (path: string) => join(folder, 'dist', path);
const site = (path: string) => join(folder, 'site', path);
const list = () => integrityList.parse(JSON.parse(readFileSync(dist(INTEGRITY_FILE), 'utf8')));
const compare = () => compareSite(siteAt(folder), list(), (path) => readFileSync(dist(path)));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-verify-'));
  mkdirSync(dist('assets'), { recursive: true });
  mkdirSync(dist('models/whisper-base-q8'), { recursive: true });
  writeFileSync(dist('index.html'), '<!doctype html><script type="module" src="./assets/app.js"></script>');
  writeFileSync(dist('service-worker.js'), 'self.list = self.__EARSHOT_LIST;');
  writeFileSync(dist('assets/app.js'), 'export const value = 1;');
  writeFileSync(dist('models/whisper-base-q8/config.json'), '{}');
  writeFileSync(dist('operator-settings.json'), '{}');
  writeIntegrityList(join(folder, 'dist'), '0.2.0');
  cpSync(join(folder, 'dist'), join(folder, 'site'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the list of files', () => {
  it('has each file with its hash and size, the entries marked, and nothing of the operator’s', () => {
    const { version, files } = list();
    expect(version).toBe('0.2.0');
    expect(files.map(({ path, entry }) => [path, entry])).toEqual([
      ['service-worker.js', true],
      ['assets/app.js', false],
      ['index.html', true],
      ['models/whisper-base-q8/config.json', false],
    ]);
    for (const { path, sha256, size } of files) {
      const content = readFileSync(dist(path));
      expect([sha256, size]).toEqual([sha256Of(content), content.length]);
    }
  });

  it('has its hash in the service worker, without the row of that script', () => {
    const rows = readFileSync(dist(INTEGRITY_FILE), 'utf8').split('\n');
    const bare = rows.filter((row) => !row.includes('"service-worker.js"')).join('\n');
    expect(readFileSync(dist('service-worker.js'), 'utf8')).toBe(`self.list = "${sha256Of(bare)}";`);
    expect(integrityList.parse(JSON.parse(bare)).files).toHaveLength(3);
  });

  it.each([
    ['hello', 'it is not JSON'],
    ['{}', 'has other fields'],
    [{ files: [] }, 'it is empty'],
    [{ version: '0.2.0\nlist signed by all' }, 'its version is none'],
    ...['', '../a', '/a', 'https://a', './a', 'a//b', 'a?b', '%2e%2e/a', 'a\\b', 'a\u001b'].map(
      (path) => [{ path }, 'is no path in the app'] as const,
    ),
    [{ path: 'index.html' }, 'is in it twice'],
    [{ sha256: 'abc' }, 'has no hash or size'],
    [{ size: -1 }, 'has no hash or size'],
  ] as const)('%j is none: %s', (change, reason) => {
    const { files, version } = list();
    const more = { ...files[0], path: 'more.js', ...(change as object) };
    const text = JSON.stringify({ version, files: [...files, more], ...(change as object) });
    expect(() => readList(typeof change === 'string' ? change : text)).toThrow(reason);
  });

  it('is four words for people', () => {
    expect(wordsOf(sha256Of('a'))).toMatch(/^([a-z]+ ){3}[a-z]+$/);
    expect(wordsOf(Buffer.alloc(32).toString('base64'))).toBe('abandon abandon abandon abandon');
    expect(wordsOf(Buffer.alloc(32, 255).toString('base64'))).toBe('zoo zoo zoo zoo');
  });
});

describe('a folder', () => {
  it('is the same, with other settings and without models that can be downloaded', async () => {
    writeFileSync(site('operator-settings.json'), '{"clients": {}}');
    rmSync(site('models'), { recursive: true });
    expect(await compare()).toEqual({
      same: 3,
      changed: [],
      missing: [],
      extra: [],
      headers: [],
      leftOut: 1,
    });
  });

  it('has each changed file named with its first difference, and those that are missing or extra', async () => {
    writeFileSync(site('index.html'), '<!doctype html><script>spy()</script>');
    writeFileSync(site('assets/spy.js'), '');
    for (const [name, path] of Object.entries({ linked: 'dist/assets', loop: 'site', torn: 'nowhere' }))
      symlinkSync(join(folder, path), site(name));
    rmSync(site('assets/app.js'));
    const found = await compare();
    expect(found.changed).toEqual([
      'index.html: first difference at byte 22: ">spy()</script>" instead of " type=\\"module\\" src=\\"./assets/app.js\\"></s"',
    ]);
    expect(found.missing).toEqual(['assets/app.js']);
    expect(found.extra).toEqual(['assets/spy.js', 'linked/app.js', 'torn']);
    expect(found.headers).toEqual(['index.html: an inline script: <script>']);
  });
});

describe('an address', () => {
  let server: Server;
  const sent: Record<string, string> = {};
  let answers: Record<string, (response: ServerResponse) => unknown> = {};
  const serve = async () => {
    server = createServer((request, response) => {
      const own = answers[request.url ?? ''];
      if (own) return own(response);
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      response.setHeader('content-security-policy', contentPolicyFor(path));
      for (const [name, value] of Object.entries(sent)) {
        if (value === '') response.removeHeader(name);
        else response.setHeader(name, value);
      }
      try {
        response.end(readFileSync(site(path)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return siteAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  const compareServed = async () => compareSite(await serve(), list(), () => null);
  afterEach(() => {
    server.closeAllConnections();
    server.close();
    for (const name of Object.keys(sent)) delete sent[name];
    answers = {};
  });

  it('is the same where its server sends the headers of the app, with hosts that the operator named', async () => {
    expect(await compareServed()).toMatchObject({ same: 5, changed: [], extra: [], headers: [] });
  });

  it('is the same where its page is sent on to the root, and not where one of the two is another page', async () => {
    answers['/index.html'] = (response) => response.writeHead(308, { location: '/' }).end();
    expect(await compareServed()).toMatchObject({ same: 5, headers: [] });
    server.close();
    answers['/index.html'] = (response) => response.end('other');
    const { changed, headers } = await compareServed();
    expect(changed).toEqual([expect.stringMatching(/^index\.html: 5 bytes/)]);
    expect(headers).toEqual(['index.html: no content security policy']);
  });

  it('with a file that breaks off, or has no end, is not compared', async () => {
    answers['/assets/app.js'] = (response) => {
      response.writeHead(200, { 'content-length': 23 }).write('export', () => response.destroy());
    };
    await expect(compareServed()).rejects.toThrow('/assets/app.js ended after 6 bytes.');
    server.close();
    answers['/assets/app.js'] = (response) => response.end(Buffer.alloc(101e6));
    await expect(compareServed()).rejects.toThrow('/assets/app.js has more than 100 MB.');
  });

  it('has a changed file named by its size, and scripts that its pages name besides', async () => {
    writeFileSync(site('index.html'), '<!doctype html><script src="/cdn/insight.js"></script>');
    const { changed, extra } = await compareServed();
    expect(changed).toEqual(
      ['/', 'index.html'].map((path) => expect.stringMatching(`^${path}: \\d+ bytes instead`)),
    );
    expect(extra).toEqual(['cdn/insight.js']);
  });

  it('has dropped, weakened and added headers named', async () => {
    sent['content-security-policy'] = "script-src * 'unsafe-inline'";
    sent.link = '<https://example.com/a.css>; rel=stylesheet';
    const { headers } = await compareServed();
    expect(headers).toHaveLength(10);
    expect(headers).toContain('assets/app.js: a header link: <https://example.com/a.css>; rel=stylesheet');
    expect(headers.join()).toContain("another content security policy: script-src * 'unsafe-inline'");
    server.close();
    sent['content-security-policy'] = '';
    expect((await compareServed()).headers).toContain('/: no content security policy');
  });
});

describe('a signature', () => {
  const read = () => readFileSync(dist(INTEGRITY_FILE));

  it('by a key holds for its list alone, and for this key alone', () => {
    expect(checkSignature(read(), bundleOf(read()), { key: String(localKey) })).toBe('the given key');
    const other = Buffer.concat([read(), Buffer.from(' ')]);
    expect(() => checkSignature(other, bundleOf(read()), { key: String(localKey) })).toThrow('does not hold');
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const strangerKey = String(stranger.export({ type: 'spki', format: 'pem' }));
    expect(() => checkSignature(read(), bundleOf(read()), { key: strangerKey })).toThrow('does not hold');
  });

  it('by a key is none of a release workflow', () => {
    const signer = { repository: 'example/earshot', version: '0.2.0' };
    expect(() => checkSignature(read(), bundleOf(read()), signer)).toThrow('does not hold');
    expect(() => checkSignature(read(), '{}', signer)).toThrow('does not hold');
  });

  it('of an attestation holds where the list is among its subjects', () => {
    const attest = (sha256: string): string => {
      const payload = Buffer.from(
        JSON.stringify({ subject: [{ name: INTEGRITY_FILE, digest: { sha256 } }] }),
      );
      const type = 'application/vnd.in-toto+json';
      const signed = Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} ${payload}`);
      return JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: { publicKey: { hint: 'local' }, tlogEntries: [] },
        dsseEnvelope: {
          payload: payload.toString('base64'),
          payloadType: type,
          signatures: [{ sig: signatureOf(signed) }],
        },
      });
    };
    const hash = createHash('sha256').update(read()).digest('hex');
    expect(checkSignature(read(), attest(hash), { key: String(localKey) })).toBe('the given key');
    expect(() => checkSignature(read(), attest('0'.repeat(64)), { key: String(localKey) })).toThrow(
      'another list',
    );
  });
});
