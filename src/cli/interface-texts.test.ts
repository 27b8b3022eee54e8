import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { pluralCategories } from '../ui/texts/text-pieces.ts';
import { LANGUAGES } from '../ui/texts/texts.ts';
import { collectTexts, findTexts } from './interface-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const placeholders = (text: string) => (text.match(/<\/?\d+\/?>|\{\d+\}|\{\{\w+\}\}/g) ?? []).sort();

/** What each language writes around its signs: a line may not break there. */
const MISWRITTEN: Partial<Record<(typeof LANGUAGES)[number], RegExp>> = {
  de: /["']| %|“[^“„]*”| …/,
  fr: /["']|« | [:;?!»%]/,
  es: /["'“”]| %|\d%/,
  it: /["«»]/,
};

let texts: string[];
beforeAll(async () => {
  texts = await collectTexts(root);
});

test('no text of a script begins or ends with a space, which wuchale would drop', () => {
  expect(texts.filter((text) => text !== text.trim())).toEqual([]);
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the catalogue of %s', (language) => {
  const path = `${root}/src/ui/texts/texts-${language}.json`;
  const catalogue: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));

  const translated = Object.entries(catalogue).filter(([, own]) => own !== '');

  it('keeps the places of values and elements, the forms of plurals, and spaces at the ends', () => {
    expect(translated.length).toBeGreaterThan(700);
    const categories = pluralCategories(language).length;
    const bad = translated.filter(
      ([english, own]) =>
        placeholders(english).join() !== placeholders(own).join() ||
        own.split('\n').length > (english.includes('\n') ? categories : 1) ||
        own.split('\n').some((form) => english.includes('#') && !form.includes('#')) ||
        /^\s/.test(english) !== /^\s/.test(own) ||
        /\s$/.test(english) !== /\s$/.test(own),
    );
    expect(bad).toEqual([]);
  });

  it('has the signs of its language', () => {
    expect(translated.filter(([, own]) => MISWRITTEN[language]?.test(own))).toEqual([]);
  });
});

test('texts of markup, attributes and scripts are found, and words of interfaces are not', async () => {
  const source = `<script lang="ts">
let open = $state(false);
const say = (name: string) => name === 'Escape' ? console.info('Not for people.') : \`\${name} was closed.\`;
</script>
<button title="Close {name}" class="button" onclick={() => say('Enter')}>Close <b>all</b></button>
{plural(3, ['# file', '# files'])} {translate('small words')}`;
  const { texts, code } = await findTexts('/src/ui/Some.svelte', source);
  expect(texts.sort()).toEqual([
    '# file\n# files',
    'Close <0>all</0>',
    'Close {0}',
    'small words',
    '{0} was closed.',
  ]);
  expect(code).toContain('_w_runtime_("{0} was closed.", [name])');
});
