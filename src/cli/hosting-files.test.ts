import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ISOLATION_HEADERS } from './isolation-headers.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** The headers of each host's file, without what puts them into its own form. */
const FILES = ['public/_headers', 'docs/hosting/nginx.conf', 'docs/hosting/Caddyfile'];

const lines = (file: string) =>
  readFileSync(join(PROJECT_ROOT, file), 'utf8')
    .split('\n')
    .map((line) =>
      line
        .replace(/#.*/, '')
        .replaceAll(/["';:]|add_header|always/g, ' ')
        .trim(),
    )
    .map((line) => line.replaceAll(/\s+/g, ' '));

describe.each(FILES)('%s', (file) => {
  it('sends for everything what npm start sends', () => {
    for (const [name, value] of Object.entries(ISOLATION_HEADERS)) {
      expect(lines(file)).toContain(`${name} ${value}`);
    }
  });

  it('lets other sites frame embed.html, and nothing else', () => {
    const policies = lines(file).filter((line) => line.includes('frame-ancestors'));
    expect(policies.filter((line) => line.endsWith('frame-ancestors self')).length).toBeGreaterThan(0);
    expect(policies.filter((line) => line.endsWith('frame-ancestors *')).length).toBeGreaterThan(0);
    expect(policies.every((line) => /frame-ancestors (self|\*)$/.test(line))).toBe(true);
  });
});
