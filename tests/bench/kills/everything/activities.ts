import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { warmUpClip } from '../../bench-setup.ts';
import { between, type Random } from '../dice.ts';
import type { KeptBrowser } from './kept-browser.ts';
import type { Ledger } from './ledger.ts';

const CLIP = readFileSync(warmUpClip).toString('base64');
const CUES = 400;
/** Finished jobs that are left alone, so that there is always one. */
const KEPT_JOBS = 3;
const POLL_MS = 300;

/** What everything is done with. */
export interface Doing {
  browser: KeptBrowser;
  ledger: Ledger;
  random: Random;
  /** In which the transcript is corrected. */
  editor: Page;
  /** For requests of programs. */
  program: Page;
}

const srt = (mark: string) =>
  Array.from({ length: CUES }, (_, index) => {
    const time = `00:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`;
    return `${index + 1}\n${time},000 --> ${time},900\nCue ${index} of ${mark}.\n`;
  }).join('\n');

/** Uploads the clip and waits until the job is done, as a program would. */
export async function finishJob({ program, ledger }: Pick<Doing, 'program' | 'ledger'>): Promise<string> {
  const id = await program.evaluate((clip) => everything.createJob(clip, 'everything.wav'), CLIP);
  ledger.jobs.set(id, { createdAt: performance.now() });
  for (;;) {
    const { status, text } = await program.evaluate((job) => everything.jobState(job), id);
    if (status === 'error') throw new Error(`The job ${id} failed.`);
    if (status === 'done') {
      const job = ledger.jobs.get(id);
      if (job) job.done = { at: performance.now(), text };
      return id;
    }
    await sleep(POLL_MS);
  }
}

async function type({ editor, ledger, random }: Doing): Promise<never> {
  for (;;) {
    const word = `w${ledger.typed.length}x`;
    await editor.evaluate((text) => everything.type(text), ` ${word}`);
    ledger.typed.push({ word, at: performance.now() });
    await sleep(between(50, 250, random));
  }
}

async function importCues({ program, ledger }: Doing): Promise<never> {
  for (;;) {
    ledger.importsSent += 1;
    const mark = `m${ledger.importsSent}x`;
    await program.evaluate((job, text) => everything.importText(job, text), ledger.importJob, srt(mark));
    ledger.imports.push({ mark, at: performance.now() });
  }
}

async function upload(doing: Doing): Promise<never> {
  for (;;) await finishJob(doing);
}

async function deleteOld({ program, ledger }: Doing): Promise<never> {
  for (;;) {
    const [oldest] = ledger.finished();
    if (oldest && ledger.finished().length > KEPT_JOBS) {
      const [id, job] = oldest;
      job.isLeaving = true;
      await program.evaluate((one) => everything.deleteJob(one), id);
      job.deletedAt = performance.now();
    }
    await sleep(POLL_MS);
  }
}

const hasStarted = { recording: '.recording [role=timer], [role=timer]', 'live session': '[role=timer]' };

async function record({ browser, ledger }: Doing): Promise<void> {
  const page = await browser.open();
  await page.evaluate(() => everything.press('button:has(svg.lucide-mic)'));
  await page.evaluate((timer) => everything.appears(timer), hasStarted.recording);
  ledger.capturing.push({ what: 'recording', at: performance.now() });
}

async function speakLive({ browser, ledger }: Doing): Promise<void> {
  // A Firefox without a sound card starts no audio thread.
  if (browser.name === 'firefox') return;
  const page = await browser.open('#/live');
  await page.evaluate(() => everything.press('section.live button.primary'));
  await page.evaluate((timer) => everything.appears(timer), hasStarted['live session']);
  ledger.capturing.push({ what: 'live session', at: performance.now() });
}

/** Does everything at once, until its browser is gone: then each rejects. */
export const doEverything = (doing: Doing): Promise<unknown>[] =>
  [type, importCues, upload, deleteOld, record, speakLive].map((activity) => activity(doing));
