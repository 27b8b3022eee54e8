import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

/** Words of the longest sentence, and of a page's sentences on average (docs/style.md). */
const LONGEST = 45;
const AVERAGE = 20;
/** A page of fewer sentences has no average that says anything. */
const FEW = 10;

/** Words of each sentence of a page outside code, tables and headings. A code span counts as one word, and so does a list of names. */
function sentencesOf(markdown: string): { text: string; words: number }[] {
  return (
    markdown
      .replaceAll(/^\s*```.*?^\s*```/gms, '\n\n')
      .replaceAll(/^\s*(?:\||#).*$/gm, '\n')
      .replaceAll(/<!--.*?-->|<[^>]+>/gs, ' ')
      // Items of a list, and text that a block follows, end a sentence as a paragraph does.
      .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
      .flatMap((block) =>
        block
          .replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
          .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replaceAll(/`[^`]*`/g, 'Code')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/(?:[\w-]+, ){8,}[\w-]+/g, 'names')
          .split(/(?<=[.!?:])["”*)]*\s+(?=[A-Z“"*[(])/),
      )
      .map((text) => ({ text: text.trim(), words: text.split(' ').filter((word) => /\w/.test(word)).length }))
      .filter(({ words }) => words > 1)
  );
}

const inFolder = (folder: string) =>
  readdirSync(join(PROJECT_ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
// The changelog has its own rules; docs/decisions and docs/journal are records.
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...inFolder('docs'), ...inFolder('examples')];

describe('the sentences of', () => {
  it.each(PAGES)('%s are short', (page) => {
    const sentences = sentencesOf(readFileSync(join(PROJECT_ROOT, page), 'utf8'));
    expect(sentences.filter(({ words }) => words > LONGEST)).toEqual([]);
    const average = sentences.reduce((sum, { words }) => sum + words, 0) / sentences.length;
    if (sentences.length >= FEW) expect(average).toBeLessThanOrEqual(AVERAGE);
  });
});

it('sentences are counted without code, tables, headings and marks of lists', () => {
  const page = `# A heading of five words

Two words. \`npm run a b c\` is [one link](docs/a.md) more, "quoted." Next here

| a | table |
|---|---|

- An item that
  goes on.
- \`code\` alone

\`\`\`sh
npm ci
\`\`\`
Codes: af, am, ar, as, az, ba, be, bg, bn.`;
  expect(sentencesOf(page).map(({ words }) => words)).toEqual([2, 6, 2, 5, 2, 2]);
});
