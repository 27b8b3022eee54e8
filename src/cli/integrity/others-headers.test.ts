import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../project-root.ts';
import { belowPath } from '../server/below-path.ts';
import { othersHeaders, waictManifest, withOthersHeaders } from './others-headers.ts';
import { readIdentity, webcatFiles } from './webcat.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const row = (path: string) => ({ path, sha256: sha256(path), size: 1, entry: false });
const list = {
  version: '0.2.0',
  files: ['service-worker.js', 'assets/app.js', 'assets/a.wasm', 'embed.html', 'icon.svg', 'index.html'].map(
    row,
  ),
};
const address = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A dictionary of RFC 9651 as far as these headers have one: integers, tokens, strings and lists of tokens. Throws for anything else. */
function dictionary(text: string): Record<string, unknown> {
  const member =
    /^([a-z*][a-z0-9_.*-]*)=(?:(-?\d{1,15})|([A-Za-z*][\w!#$%&'*+.^`|~:/-]*)|"((?:[^"\\]|\\["\\])*)"|\(([a-z ]*)\))$/;
  return Object.fromEntries(
    text.split(/,[ \t]*/).map((part) => {
      const [, key, integer, token, string, tokens] = member.exec(part) ?? [];
      if (key === undefined) throw new Error(`${part} is no member of a dictionary.`);
      return [key, integer === undefined ? (token ?? string ?? tokens?.split(' ')) : Number(integer)];
    }),
  );
}

describe('the headers of others', () => {
  const { 'Integrity-Policy-Report-Only': policy = '', 'Integrity-Policy-WAICT-v1': waict = '' } =
    othersHeaders('/.well-known/waict/a.waict');

  it('are dictionaries of the drafts, and block nothing', () => {
    expect(dictionary(policy)).toEqual({ 'blocked-destinations': ['script'] });
    const { 'max-age': age, manifest, ...modes } = dictionary(waict);
    expect([age, manifest]).toEqual([0, '/.well-known/waict/a.waict']);
    expect(Object.keys(modes)).toContain('mode-script');
    expect(new Set(Object.values(modes))).toEqual(new Set(['report']));
    expect(() => dictionary('max-age="0, mode=report')).toThrow('no member');
  });

  const FILES = ['htaccess', 'nginx.conf', 'nginx-container.conf', 'Caddyfile', '_headers'];
  it.each(FILES.flatMap((name) => ['/', '/apps/earshot/'].map((base) => [name, base] as const)))(
    'are of the pages in %s, for an app at %s',
    (name, base) => {
      const folder = name === '_headers' ? 'public' : 'docs/hosting';
      const config = readFileSync(join(PROJECT_ROOT, folder, name), 'utf8');
      const changed = belowPath(
        name,
        withOthersHeaders(name, config, base, '.well-known/waict/a.waict'),
        base,
      );
      const pages = config.match(/default-src.* style-src /g)?.length;
      expect(pages).toBeGreaterThanOrEqual(2);
      for (const [key, value] of Object.entries(othersHeaders(`${base}.well-known/waict/a.waict`))) {
        const lines = changed.split('\n').filter((line) => line.replaceAll('\\"', '"').includes(value));
        expect(lines, key).toHaveLength(name.startsWith('nginx') ? 3 : (pages ?? 0));
        expect(changed).toContain(name.startsWith('nginx') ? `add_header ${key} $` : key);
      }
      expect(changed.match(/application\/waict-integrity-manifest/g)).toHaveLength(1);
    },
  );
});

describe('the manifest of WAICT', () => {
  const { path, body } = waictManifest(list, '/apps/earshot/');

  it('has what runs by its whole path, its hash in its name, and no proof', () => {
    expect(path).toBe(`.well-known/waict/${address(body).slice(0, 22)}.waict`);
    const [manifest = '', proof, end] = body.split('\n');
    expect([proof, end]).toEqual(['', '']);
    const { url_hashes, wasm_hashes, hashes } = JSON.parse(manifest);
    expect(url_hashes).toEqual({
      '/apps/earshot/service-worker.js': address('service-worker.js'),
      '/apps/earshot/assets/app.js': address('assets/app.js'),
      '/apps/earshot/assets/a.wasm': address('assets/a.wasm'),
      '/apps/earshot/embed.html': address('embed.html'),
      '/apps/earshot/index.html': address('index.html'),
      '/apps/earshot/': address('index.html'),
    });
    expect(wasm_hashes).toEqual([address('assets/a.wasm')]);
    expect(hashes['/apps/earshot/assets/app.js']).toBe(sha256('assets/app.js'));
    for (const key of Object.keys(url_hashes)) expect(new URL(key, 'https://a.example').pathname).toBe(key);
  });
});

describe('the files of WEBCAT', () => {
  const identity = 'https://github.com/example/site/.github/workflows/webcat.yml@refs/heads/main';
  const files = webcatFiles(list, readIdentity(identity));
  const read = (name: string) => JSON.parse(files[`.well-known/webcat/${name}`] ?? '');

  it('enrol by Sigstore who signs, under a second name with the hash of the canonical form', () => {
    expect(read('enrollment.json')).toMatchObject({
      type: 'sigstore',
      trusted_root: { mediaType: expect.stringContaining('trustedroot') },
      claims: {
        '2.5.29.17': identity,
        '1.3.6.1.4.1.57264.1.8': 'https://token.actions.githubusercontent.com',
      },
      max_age: expect.any(Number),
    });
    expect(read('enrollment.json').max_age).toBeLessThan(31_536_000);
    const [hashed] = Object.keys(files).filter((name) => /enrollment\.[0-9a-f]{64}\.json$/.test(name));
    expect(files[hashed ?? '']).toBe(files['.well-known/webcat/enrollment.json']);
  });

  it('have every file, the content policy of each part, and an index that is a file', () => {
    const { manifest } = read('manifest.json');
    expect(Object.keys(manifest.files)).toEqual(list.files.map((file) => `/${file.path}`));
    expect(manifest.files['/icon.svg']).toBe(address('icon.svg'));
    expect(manifest.files).toHaveProperty([`/${manifest.default_index}`]);
    expect(manifest.files).toHaveProperty([manifest.default_fallback]);
    expect(manifest.default_csp).toContain("default-src 'none'");
    expect(manifest.extra_csp['/assets/']).toContain("connect-src 'self'");
    expect(manifest.wasm).toEqual([address('assets/a.wasm')]);
  });

  it.each(['me@example.com', 'https://github.com/example/site', ''])('need a workflow, not %s', (given) => {
    expect(() => readIdentity(given)).toThrow('--webcat must be the workflow that signs');
  });
});
