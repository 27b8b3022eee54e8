import { namesFor, redactUtterances } from '../../src/addons/pii_redaction/run.ts';
import type { Utterance } from '../../src/contract/transcripts/utterance.ts';
import type { SectionReport } from './accuracy-section.ts';
import people from './names/people.json' with { type: 'json' };
import talk from './names/talk.json' with { type: 'json' };
import { utteranceOf } from './pii/labelled-sentences.ts';

const NOTHING_INSTALLED = { tokenClassifier: async () => null, onProgress: () => undefined };

const SPELLINGS = ['cased', 'lower case'] as const;
type Spelling = (typeof SPELLINGS)[number];

/** Sentences for each name; together they meet names of every origin. */
const SENTENCES_PER_NAME = 3;

/** As a recogniser without capitals and marks writes it, where it is not cased. */
const written = (text: string, spelling: Spelling): string =>
  spelling === 'cased' ? text : text.toLowerCase().replaceAll(/[.,?!]/gu, '');

/** What is left of a conversation without its names, each text by another voice than the one before. */
async function withoutNames(texts: readonly string[]): Promise<Utterance[]> {
  const utterances = texts
    .filter((text) => text !== '')
    .map((text, index) => utteranceOf(text, 'en', { start: index * 100, speaker: index % 2 }));
  const { spans } = await namesFor(utterances, new Set(['NAME']), NOTHING_INSTALLED);
  const config = { entity_types: ['NAME' as const], processed_text_type: 'MASK' as const };
  return redactUtterances(utterances, config, spans).utterances;
}

/** What was said before, and a sentence with a place for a name. */
interface Carrier {
  before: string;
  sentence: string;
}

/** Whether no letter of the name is left in the sentence. */
async function isFound({ before, sentence }: Carrier, name: string, spelling: Spelling) {
  const [given = '', ...family] = name.split(' ');
  const parts = /^(.*?)\{(full|given|family)\}(.*)$/su.exec(sentence)?.slice(1) ?? [];
  const [head = '', slot = 'full', tail = ''] = parts;
  const value = slot === 'given' ? given : slot === 'family' ? family.join(' ') : name;
  const text = written(head + value + tail, spelling);
  const own = (await withoutNames([written(before, spelling), text])).at(-1);
  const from = head === '' ? 0 : head.trim().split(/\s+/u).length;
  const words = own?.words.slice(from, from + value.split(' ').length) ?? [];
  const letters = words.map(({ word }) => word.replace(/['’]s\b/u, '')).join('');
  return { found: !/\p{L}/u.test(letters), left: own?.text ?? '' };
}

/** Share in percent of all names that are found in these sentences; prints it by origin. */
async function shareFound(kind: string, carriers: readonly Carrier[], spelling: Spelling, misses: string[]) {
  let found = 0;
  let all = 0;
  const line: string[] = [];
  for (const [origin, names] of Object.entries(people)) {
    const before = found;
    for (const [index, name] of names.entries()) {
      for (let step = 0; step < SENTENCES_PER_NAME; step++) {
        const carrier = carriers[(index + step * 7) % carriers.length] ?? { before: '', sentence: '' };
        const outcome = await isFound(carrier, name, spelling);
        if (outcome.found) found += 1;
        else misses.push(`${kind}, ${spelling}, ${origin}: ${name} | ${outcome.left}`);
      }
    }
    const count = names.length * SENTENCES_PER_NAME;
    all += count;
    line.push(`${origin} ${((100 * (found - before)) / count).toFixed(0)}`);
  }
  console.log(`${kind}, ${spelling}: ${line.join(', ')}`);
  return (100 * found) / all;
}

/** Share in percent of sentences without a name in which nothing is taken for one. */
async function shareLeftAlone(spelling: Spelling, misses: string[]): Promise<number> {
  let alone = 0;
  for (const sentence of talk.without) {
    const [own] = await withoutNames([written(sentence, spelling)]);
    if (own?.text.includes('#')) misses.push(`no name, ${spelling}: ${own.text}`);
    else alone += 1;
  }
  return (100 * alone) / talk.without.length;
}

/**
 * Names found by rules in English talk: of twelve origins, with what announces them and without, and talk without any.
 * Runs in Node, without the browser.
 */
export async function namesAccuracy(): Promise<SectionReport> {
  const misses: string[] = [];
  const figures: SectionReport['figures'] = [];
  const add = (name: string, value: number, atLeast: number) =>
    figures.push({ section: 'names', name, value, unit: '%', atLeast });
  const cued = talk.cued.map(([before = '', sentence = '']) => ({ before, sentence }));
  const plain = talk.plain.map((sentence) => ({ before: '', sentence }));
  for (const spelling of SPELLINGS) {
    add(`found with a cue, ${spelling}`, await shareFound('with a cue', cued, spelling, misses), 97);
    add(`found without a cue, ${spelling}`, await shareFound('without a cue', plain, spelling, misses), 85);
    add(`sentences without a name left alone, ${spelling}`, await shareLeftAlone(spelling, misses), 97);
  }
  return { figures, details: { misses }, failed: 0 };
}
