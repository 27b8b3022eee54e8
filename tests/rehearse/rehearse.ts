import { delimiter, join } from 'node:path';
import type { Page } from 'playwright';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { buildApp, needsBuild } from '../../src/cli/build/build-if-needed.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';
import type { ManifestModel } from '../../src/models/manifest/manifest.ts';
import { filesFor } from '../../src/models/manifest/manifest-files.ts';
import { rehearsals } from '../../src/models/manifest/rehearsals.ts';
import { jobSeconds, MINIATURE, workPath } from '../bench/bench-setup.ts';
import { watchMemory } from '../bench/browser-processes.ts';
import { writeSpeechFile } from '../bench/speech-file.ts';
import { type Exchange, exchangedFiles } from '../runner/exchanged-files.ts';
import { changeSettings } from '../runner/prefer-models.ts';
import { OWN_MODELS } from '../runner/test-models.ts';
import { KeptResults } from './kept-results.ts';
import { makeReplica } from './make-replica.ts';
import { type Rehearsal, writeTable } from './rehearsal-table.ts';
import { ReplicaHub } from './replica-hub.ts';
import { type Task, taskOf } from './tasks.ts';
import { watchProcessor } from './watch-processor.ts';

/** `npm run rehearse -- MODEL…`: see docs/rehearsals.md. */
const RESULTS = join(PROJECT_ROOT, 'models-manifest/rehearsals.json');
/** Says when somebody speaks, before the voices are compared. */
const SEGMENTATION = join(PROJECT_ROOT, '../shared/models/pyannote-segmentation-3.0');
const DOWNLOAD_MS = 300_000;
const SPOKEN =
  'We have to decide today whether the old machine is repaired once more or sold, and who writes to the people that have ordered parts of it for the summer.';

/** Makes a replica of a model, has the built app download, verify and load it, and times it. */
async function rehearse(model: ManifestModel): Promise<Rehearsal> {
  const task = taskOf(model);
  const hub = await ReplicaHub.start(makeReplica(model));
  try {
    if (needsBuild()) await buildApp();
    return await rehearseFrom(hub, model, task);
  } finally {
    await hub.close();
  }
}

async function rehearseFrom(hub: ReplicaHub, model: ManifestModel, task: Task): Promise<Rehearsal> {
  const session = await BrowserSession.open({
    modelsDir: [join(OWN_MODELS, MINIATURE), ...(task.needsSegmentation ? [SEGMENTATION] : [])].join(
      delimiter,
    ),
    plugins: [exchangedFiles(exchangesFor(model, hub.files))],
  });
  const { profile, page } = session;
  try {
    await changeSettings(page, { model_host: hub.address });
    const { peak: downloadPeak } = await watchMemory(profile, () => download(page, model));
    console.log(`  ${model.id}: downloaded and verified, ${inMb(downloadPeak)} MB at most`);
    const speech = (name: string, duration: number) => {
      const path = workPath(`rehearsal-${name}.wav`);
      writeSpeechFile(path, { duration, silence: 0 });
      return path;
    };
    const [long, short] = [speech('long', task.speech), speech('short', task.shortSpeech ?? 4)];
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    const transcribe = async (file: string, params: Task['params']) => {
      const watched = await watchProcessor(profile, () =>
        watchMemory(profile, () => session.transcribe(file, params)),
      );
      const job = watched.result.result;
      const end = Date.parse(job.completed_at ?? '');
      const processorOf = (seconds: number) => watched.between(end - 1000 * seconds, end);
      return { job, processorOf, peak: watched.result.peak };
    };
    /** What the same job takes without it. */
    const timedAlone = async () => {
      if (!task.alone) return { processor: 0, seconds: 0 };
      // The first long one loads the recogniser of the second lane.
      await transcribe(long, task.alone);
      const { job, processorOf } = await transcribe(long, task.alone);
      const seconds = jobSeconds(job);
      return { processor: processorOf(seconds), seconds };
    };
    /** As long as half a passage of 25 s; a question is mapped to a vector twice. */
    const searched = async (count: number) => {
      const search = async () => {
        const begun = Date.now();
        for (let at = 0; at < count; at += 1) {
          const text = `${at} ${SPOKEN}`;
          const { meaning } = await session.client.search({ text, limit: '1', answer: 'false' });
          if (meaning === null) throw new Error(`${model.id} did not search.`);
        }
        return { begun, end: Date.now() };
      };
      const { result, between } = await watchProcessor(profile, () => watchMemory(profile, search));
      const { begun, end } = result.result;
      const units = (count * 25) / 60;
      const seconds = (end - begun) / 1000;
      return { seconds, units, processor: between(begun, end), peak: result.peak, threads: 1 };
    };
    const timed = async (file: string, asked = task) => {
      if (task.searches) return searched(file === long ? task.searches : 1);
      const { job, processorOf, peak } = await transcribe(file, asked.params);
      const { seconds, units } = asked.workOf(job);
      // An add-on comes last.
      const work = { seconds, units, processor: processorOf(seconds), peak };
      console.log(' ', work);
      const { threads } = job.post_session_metadata;
      return { ...work, threads: task.threadsOf?.(cores) ?? Number(threads) };
    };
    const first = await timed(short);
    const second = await timed(short);
    const alone = await timedAlone();
    const whole = await timed(long);
    if (whole.seconds <= alone.seconds || whole.processor <= alone.processor)
      throw new Error(
        'The job took no longer than the same without it: it is lost in the noise of the machine.',
      );
    const summary = task.summary && (await timed(speech('summary', task.summary.speech), task.summary));
    return {
      bytes: hub.files.reduce((sum, file) => sum + file.bytes, 0),
      loadSeconds: round(first.seconds - second.seconds),
      peakMb: inMb(Math.max(first.peak, whole.peak, summary?.peak ?? 0)),
      seconds: round((whole.seconds - alone.seconds) / whole.units),
      processorSeconds: round((whole.processor - alone.processor) / whole.units),
      per: task.measure,
      ...(summary && { summarySeconds: round(summary.processor / summary.threads) }),
      device: 'wasm',
      threads: whole.threads,
    };
  } finally {
    await session.close();
  }
}

/** What the app expects of a file the replica has otherwise; the hub says what the manifest leaves open. */
function exchangesFor(model: ManifestModel, files: ReplicaHub['files']): Exchange[] {
  return filesFor(model, 'wasm').flatMap((from) => {
    const to = files.find(({ path }) => path === from.path);
    const known = from.sha256 ?? from.gitId ?? from.bytes;
    return to && known !== null && known !== to.sha256 ? [{ from, to }] : [];
  });
}

const inMb = (bytes: number) => Math.round(bytes / 1e6);
const round = (value: number) => Math.round(value * 10) / 10;

async function download(page: Page, model: ManifestModel): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Models', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('details').first().waitFor({ state: 'attached' });
  for (const group of await dialog.locator('details').all()) {
    await group.evaluate((element) => element.setAttribute('open', ''));
  }
  await dialog
    .getByRole('button', { name: new RegExp(`^Download ${escaped(model.title)} \\(`) })
    .first()
    .click();
  const remove = dialog.getByRole('button', { name: `Delete ${model.title}`, exact: true });
  const fault = dialog.getByRole('alert').first();
  await remove.or(fault).first().waitFor({ timeout: DOWNLOAD_MS });
  if (await fault.isVisible()) throw new Error(`The app refused the download: ${await fault.innerText()}`);
}

const escaped = (text: string) => text.replaceAll(/[.()]/g, '\\$&');

const USAGE = 'Usage: npm run rehearse -- MODEL…';
const ids = process.argv.slice(2);
if (ids.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
if (ids.length === 0) {
  console.error(USAGE);
  process.exit(2);
}
const kept = new KeptResults(workPath('rehearsals.json'));
if (Object.keys(kept.results).length > 0) console.log('Kept from a run that ended early:', kept.results);
for (const id of ids) {
  const model = findModel(id);
  const result = await rehearse(model).catch((error: unknown) => {
    console.error(error);
    const failure = error instanceof Error ? error.message : String(error);
    return { failure: failure.slice(0, 300), device: 'wasm' as const };
  });
  kept.add(id, result);
  console.log(id, result);
}
writeTable(kept.moveTo(RESULTS, rehearsals));
