import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

/** Markdown links and images, and the sources of HTML ones. */
const LINK = /\]\(([^)#\s]+)[^)]*\)|\b(?:src|srcset)="([^"]+)"/g;
/** Code that is shown, and links to nothing. */
const FENCED = /^```.*?^```/gms;

describe('the documentation', () => {
  it('links only to files that exist', () => {
    const inFolder = (folder: string, recursive: boolean) =>
      readdirSync(join(PROJECT_ROOT, folder), { recursive, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      );
    const pages = [...inFolder('.', false), ...inFolder('docs', true), ...inFolder('examples', false)].filter(
      (name) => name.endsWith('.md'),
    );
    expect(pages.length).toBeGreaterThan(20);
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(PROJECT_ROOT, page), 'utf8').replaceAll(FENCED, '').matchAll(LINK)]
        .map(([, link = '', source = '']) => link || source)
        .filter((target) => !/^https?:/.test(target))
        .filter((target) => !existsSync(join(PROJECT_ROOT, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });
});
