import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../project-root.ts';
import { belowPath, readBase } from './below-path.ts';

const BASE = '/apps/earshot/';
const moved = (name: string, file = join(PROJECT_ROOT, 'docs/hosting', name)) =>
  belowPath(name, readFileSync(file, 'utf8'), BASE);

describe('the configuration of a server for an app below a path', () => {
  const files: [string, string | undefined][] = [
    ['nginx.conf', undefined],
    ['nginx-container.conf', undefined],
    ['Caddyfile', undefined],
    ['htaccess', undefined],
    ['_headers', join(PROJECT_ROOT, 'public/_headers')],
  ];
  it.each(files)('%s names the files of the app there, and no others', (name, file) => {
    const config = moved(name, file);
    for (const path of ['embed.html', 'assets/', 'pool/', 'service-worker.js'])
      expect(config).toContain(`${BASE}${path}`);
    expect(config).not.toMatch(/(?<!earshot)\/\(?(?:index|embed|assets|pool|service-worker)\b/);
  });

  it('sets no header for the rest of a site', () => {
    const nginx = moved('nginx.conf');
    expect(nginx).not.toMatch(/^ {4}add_header/m);
    expect(nginx.split(`location ${BASE} {`)[1]?.match(/add_header/g)).toHaveLength(6);
    const caddy = moved('Caddyfile');
    expect(caddy).toContain(`header ${BASE}* {`);
    expect(caddy).toMatch(new RegExp(`@others \\{\\s+path ${BASE}\\*\\s+not path ${BASE} ${BASE}index.html`));
    const headers = moved('_headers', join(PROJECT_ROOT, 'public/_headers'));
    expect(headers.split('\n').filter((line) => /^\//.test(line) && !line.startsWith(BASE))).toEqual([]);
  });

  it('is as it was at the root', () => {
    expect(belowPath('nginx.conf', 'location / {', '/')).toBe('location / {');
  });
});

describe('the path of an app', () => {
  it.each(['/apps/earshot/', 'apps/earshot', '/apps/earshot'])('is read from %s', (given) => {
    expect(readBase(given)).toBe(BASE);
  });

  it('may be the root', () => {
    expect(readBase('/')).toBe('/');
  });

  it.each(['https://example.com/earshot/', '/a b/', '/../up/', '/a//b/', '/a?b/'])('is not %s', (given) => {
    expect(() => readBase(given)).toThrow(`--base must be a path such as /apps/earshot/, not ${given}.`);
  });
});
