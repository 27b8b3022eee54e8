import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { contentPolicyFor } from '../../lib/content-policy.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';

const HASHED = '/assets/app-4f3a.js';

const unquoted = (text: string) => text.replace(/^"(.*)"$/, '$1');

/** A header set by a rule, and where it applies. */
interface Rule {
  holds: (path: string) => boolean;
  name: string;
  value: (path: string) => string;
}

const pattern = (path: string) => (asked: string) =>
  path.endsWith('*') ? asked.startsWith(path.slice(0, -1)) : asked === path;

/** Netlify, Cloudflare Pages: all matching rules apply. */
function ofHeadersFile(lines: string[]): Rule[] {
  let holds: Rule['holds'] = () => false;
  return lines.flatMap((line) => {
    const [, name, value] = /^\s+([\w-]+): (.*)$/.exec(line) ?? [];
    if (name && value) return [{ holds, name, value: () => value }];
    holds = pattern(line.trim());
    return [];
  });
}

/** Caddy: all matching directives apply, in its own order. */
function ofCaddyfile(lines: string[]): Rule[] {
  const matchers = new Map<string, Rule['holds']>();
  let inBlock = false;
  return lines.flatMap((line): Rule[] => {
    const [, matcher, not, paths] = /^\s*(@\w+) (not )?path (.+)$/.exec(line) ?? [];
    if (matcher && paths) {
      const patterns = paths.split(' ').map(pattern);
      matchers.set(matcher, (asked) => patterns.some((means) => means(asked)) !== Boolean(not));
    }
    const [, wanted, header, text] = /^\s*header (@\w+) (\S+) (.*)$/.exec(line) ?? [];
    if (wanted && header && text) {
      const holds = matchers.get(wanted);
      expect(holds, wanted).toBeDefined();
      return [{ holds: holds ?? (() => false), name: header, value: () => unquoted(text) }];
    }
    const [, name, value] = (inBlock && /^\s*(\S+) (".*")$/.exec(line)) || [];
    if (/header \{$/.test(line)) inBlock = true;
    if (/^\s*\}$/.test(line)) inBlock = false;
    return name && value ? [{ holds: () => true, name, value: () => unquoted(value) }] : [];
  });
}

/** nginx: the server's headers apply unless a location sets any of its own. */
function ofNginx(lines: string[]): Rule[] {
  const maps = new Map<string, [key: string, value: string][]>();
  let entries: [string, string][] = [];
  const mappedFor = (variable: string, path: string) => {
    const found = maps.get(variable) ?? [];
    const [, value] =
      found.find(([key]) => (key.startsWith('~') ? new RegExp(key.slice(1)).test(path) : key === path)) ??
      found.find(([key]) => key === 'default') ??
      [];
    return value ?? '';
  };
  return lines.flatMap((line): Rule[] => {
    const [, variable] = /^map \$uri (\$\w+) \{$/.exec(line) ?? [];
    if (variable) {
      entries = [];
      maps.set(variable, entries);
    }
    const [, key, mapped] = /^\s+(\S+)\s+(".*");$/.exec(line) ?? [];
    if (key && mapped) entries.push([key, unquoted(mapped)]);
    const [, indent, name, value] =
      /^(\s*)add_header (\S+)\s+("[^"]*"|\$\w+)\s*(?:always)?;$/.exec(line) ?? [];
    if (!name || !value) return [];
    expect(indent, `${name} belongs to the server`).toBe('    ');
    const read = (path: string) => (value.startsWith('$') ? mappedFor(value, path) : unquoted(value));
    return [{ holds: () => true, name, value: read }];
  });
}

/** Apache: the directives of all sections whose condition holds. */
function ofHtaccess(lines: string[]): Rule[] {
  let holds: Rule['holds'] = () => true;
  return lines.flatMap((line): Rule[] => {
    const [, sign, pattern = ''] = /^<If "%\{REQUEST_URI\} (=~|!~|==) (?:m#)?(.*?)#?">$/.exec(line) ?? [];
    if (sign === '==') holds = (path) => `'${path}'` === pattern;
    else if (sign) holds = (path) => new RegExp(pattern).test(path) === (sign === '=~');
    else if (line === '</If>') holds = () => true;
    const [, name, value] = /^\s*Header (?:always )?set (\S+) "(.*)"$/.exec(line) ?? [];
    return name && value ? [{ holds, name, value: () => value }] : [];
  });
}

/** Only the second half of a condition begins with the sign of a comment. */
const withoutComment = (line: string) => (line.startsWith('<If') ? line : line.replace(/#.*/, '')).trimEnd();

const FILES = [
  ['public/_headers', ofHeadersFile],
  ['docs/hosting/htaccess', ofHtaccess],
  ['docs/hosting/nginx-container.conf', ofNginx],
  ['docs/hosting/nginx.conf', ofNginx],
  ['docs/hosting/Caddyfile', ofCaddyfile],
] as const;

describe.each(FILES)('%s', (file, read) => {
  const lines = readFileSync(join(PROJECT_ROOT, file), 'utf8')
    .split('\n')
    .map(withoutComment)
    .filter((line) => line !== '');
  const rules = read(lines);
  const sent = (path: string, wanted: string) =>
    rules.filter(({ name, holds }) => name === wanted && holds(path)).map(({ value }) => value(path));

  it.each(['/', '/embed.html', '/service-worker.js', HASHED])(
    'sends the headers of npm start for %s',
    (path) => {
      for (const [name, value] of Object.entries(ISOLATION_HEADERS))
        expect(sent(path, name)).toEqual([value]);
    },
  );

  it.each(['/', '/index.html', '/embed.html', HASHED, '/pool/pool.worker-1a2b3c.js', '/service-worker.js'])(
    'sends the content policy of npm start for %s',
    (path) => {
      expect(sent(path, 'Content-Security-Policy')).toEqual([contentPolicyFor(path)]);
    },
  );

  it('lets other sites frame only embed.html', () => {
    for (const path of ['/', '/index.html']) {
      expect(sent(path, 'Content-Security-Policy').join()).toMatch(/; frame-ancestors 'self'$/);
    }
    expect(sent('/embed.html', 'Content-Security-Policy').join()).toMatch(/; frame-ancestors \*$/);
  });

  // If two rules set the same header, the host decides which one applies.
  it('sets each header once', () => {
    for (const path of ['/', '/index.html', '/embed', '/embed.html', '/service-worker.js', HASHED]) {
      for (const name of new Set(rules.map((rule) => rule.name))) {
        expect(sent(path, name).length, `${name} of ${path}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it('lets browsers cache permanently only what has a hash in its name', () => {
    expect(sent(HASHED, 'Cache-Control')).toEqual(['public, max-age=31536000, immutable']);
    for (const path of caseRows<string>(import.meta.url, 'notKept')) {
      expect(sent(path, 'Cache-Control').join()).toMatch(/^(no-cache)?$/);
    }
    expect(sent('/service-worker.js', 'Cache-Control')).toEqual(['no-cache']);
  });
});
