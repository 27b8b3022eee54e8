import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { ensureBrowser } from '../../../src/cli/browser/ensure-browser.ts';
import type { Transcription } from '../../../src/contract/transcripts/transcription-result.ts';
import { labelledSentences, utteranceOf } from '../../accuracy/pii/labelled-sentences.ts';
import type { Figure } from '../../runner/figure.ts';
import { browserCpuSeconds, watchMemory } from '../browser-processes.ts';
import { serveBenchPage } from '../serve-bench-page.ts';
// Adds the page's functions to the global scope's type.
import type {} from './page.ts';

const WORDS_A_MINUTE = 150;
const SECONDS_A_WORD = 0.4;
/** Two names in two spellings each, and people with feelings, among sentences with every type of entity. */
const TALK = [
  'I met John Smith in London, and he was very happy.',
  'Jon Smyth said that the meeting was terrible.',
  'Thank you, Emma, that is wonderful news for the people at Google.',
  'We are worried about the train to Paris.',
];

/** All add-ons that need no model, in the add-on worker of a real browser, on an hour of generated English talk. */
export async function addons(): Promise<Figure[]> {
  const benchPage = await serveBenchPage('addons');
  const profile = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser('chromium'),
  });
  try {
    const page = await context.newPage();
    await page.goto(benchPage.url);
    await page.waitForFunction(() => 'runAddons' in globalThis);
    return await measure(page, profile);
  } finally {
    await context.close();
    await benchPage.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function measure(page: Page, profile: string): Promise<Figure[]> {
  const hour = talk(60);
  const all = await page.evaluate(() => globalThis.addonKeys);
  const run = (said: Transcription, keys: typeof all) =>
    page.evaluate(([transcription, own]) => globalThis.runAddons(transcription, own), [said, keys] as const);
  // One minute shows which of them have nothing to work with here.
  const tried = await run(talk(1), all);
  for (const { key, error } of tried.filter((one) => one.error)) console.log(`left out: ${key}: ${error}`);
  const keys = tried.flatMap(({ key, error }) => (error ? [] : [key]));

  const single = await run(hour, keys);
  const failed = single.find(({ error }) => error);
  if (failed) throw new Error(`${failed.key} failed on the hour: ${failed.error}`);

  const runJob = () => page.evaluate(([said, own]) => globalThis.runJob(said, own), [hour, keys] as const);
  const cpuBefore = browserCpuSeconds(profile);
  const job = await watchMemory(profile, runJob);
  const cpu = browserCpuSeconds(profile) - cpuBefore;
  const settled = await memoryAtRest(page, profile);
  await runJob();
  await runJob();
  const later = await memoryAtRest(page, profile);
  const figure = (name: string, value: number, unit: string, atMost?: number): Figure => ({
    section: 'addons',
    name,
    value,
    unit,
    ...(atMost !== undefined && { atMost }),
  });
  return [
    ...single.map(({ key, seconds }) => figure(`1 h: ${key}`, seconds, 's')),
    figure(`1 h: all ${keys.length} without a model, in one job`, job.result, 's', 5),
    figure('1 h: processor time of all', cpu, 's'),
    figure('1 h: peak of memory above the page at rest', (job.peak - job.before) / 1e6, 'MB'),
    figure('memory that two more hours leave behind', (later - settled) / 1e6, 'MB', 20),
  ];
}

/** Bytes still in use after garbage collection. */
async function memoryAtRest(page: Page, profile: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await sleep(3_000);
  const { peak } = await watchMemory(profile, async () => undefined);
  await session.detach();
  return peak;
}

/** English talk of two speakers taking turns. */
function talk(minutes: number): Transcription {
  const sentences = labelledSentences()
    .filter(({ language }) => language === 'en')
    .map(({ utterance }) => utterance.text);
  const texts: string[] = [];
  let words = 0;
  for (let index = 0; words < minutes * WORDS_A_MINUTE; index++) {
    const text =
      (index % 3 === 0 ? TALK[(index / 3) % TALK.length] : sentences[index % sentences.length]) ?? '';
    texts.push(text);
    words += text.split(' ').length;
  }
  let start = 0;
  const utterances = texts.map((text, index) => {
    const utterance = utteranceOf(text, 'en', { speaker: index % 2 });
    const timed = utterance.words.map((word, place) => ({
      ...word,
      start: start + place * SECONDS_A_WORD,
      end: start + (place + 0.9) * SECONDS_A_WORD,
    }));
    const end = start + timed.length * SECONDS_A_WORD;
    const said = { ...utterance, start, end, words: timed };
    start = end + 0.1;
    return said;
  });
  return { full_transcript: texts.join(' '), languages: ['en'], utterances };
}
