import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { stepsOf } from '../guides/guide.ts';

/** Markdown links and images, and the sources of HTML ones. */
const LINK = /\]\(([^)#\s]+)[^)]*\)|\b(?:src|srcset)="([^"]+)"/g;
/** A file or folder of the project, in code. */
const PATH = /`((?:src|tests|workers|public|models-manifest|examples|docs)\/[\w./@-]+)`/g;
/** Code that is shown, and links to nothing. */
const FENCED = /^```.*?^```/gms;

const inFolder = (folder: string, recursive: boolean) =>
  readdirSync(join(PROJECT_ROOT, folder), { recursive, encoding: 'utf8' }).map((name) => join(folder, name));
const PAGES = [...inFolder('.', false), ...inFolder('docs', true), ...inFolder('examples', false)].filter(
  (name) => name.endsWith('.md'),
);
const textOf = (page: string) => readFileSync(join(PROJECT_ROOT, page), 'utf8').replaceAll(FENCED, '');

describe('the documentation', () => {
  it('links only to files that exist', () => {
    expect(PAGES.length).toBeGreaterThan(20);
    const broken = PAGES.flatMap((page) =>
      [...textOf(page).matchAll(LINK)]
        .map(([, link = '', source = '']) => link || source)
        .filter((target) => !/^https?:/.test(target))
        .filter((target) => !existsSync(join(PROJECT_ROOT, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('names only files that exist, are made by the guides, or are written by a run', () => {
    const made = PAGES.filter((page) => page.startsWith('docs/adding-'))
      .flatMap(stepsOf)
      .flatMap((step) => (step.kind === 'file' ? step.path : []));
    const known = new Set([...made, 'tests/accuracy/corpus/table.json']);
    // What the changelog and the journal name is of earlier versions.
    const present = PAGES.filter((page) => page !== 'CHANGELOG.md' && page !== 'docs/journal.md');
    const named = present.flatMap((page) =>
      [...textOf(page).matchAll(PATH)].map(([, path = '']) => ({ page, path })),
    );
    expect(named.length).toBeGreaterThan(100);
    const gone = named.filter(({ path }) => !known.has(path) && !existsSync(join(PROJECT_ROOT, path)));
    expect(gone).toEqual([]);
  });
});
