import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import {
  type BenchOptions,
  expectDoneBy,
  hasTimingModel,
  MINIATURE,
  modelsDir,
  preferModel,
  TIMING_MODEL,
  workPath,
} from './bench-setup.ts';
import { measureCancellation } from './cancellation.ts';
import { fillJobList } from './fill-job-list.ts';
import { writeSpeechFile } from './speech-file.ts';

const JOBS = 1_000;
const QUEUED = 200;
const ROUNDS = 100;
/** Length of the recordings whose transcripts the list carries. */
const LISTED_MINUTES = 5;
/** Long enough to keep the model busy until everything is measured. */
const RUNNING_MINUTES = { timing: 40, miniature: 240 };
/** Limit for reads, except for a page of long transcripts, which is megabytes. */
const MOST_MS = 100;
const LONG_PAGE = 'GET list of long transcripts';

/** Response times of each endpoint with a long list and a long queue, with and without a model running. */
export async function endpoints(_options: BenchOptions): Promise<Figure[]> {
  const listed = writeSpeechFile(workPath('listed.wav'), { duration: LISTED_MINUTES * 60, silence: 0 });
  const model = hasTimingModel ? TIMING_MODEL : MINIATURE;
  const minutes = hasTimingModel ? RUNNING_MINUTES.timing : RUNNING_MINUTES.miniature;
  const running = writeSpeechFile(workPath('running.wav'), { duration: minutes * 60, silence: 0 });
  const session = await BrowserSession.open({ modelsDir });
  try {
    await preferModel(session, MINIATURE);
    const template = await session.transcribe(listed.path, {});
    expectDoneBy(template, MINIATURE);
    await fillJobList(session.page, template.id, JOBS);
    const small = writeSpeechFile(workPath('small.wav'), { duration: 10, silence: 0 });
    const key = await session.page.evaluate(() => globalThis.earshot.key());
    const { audio_url } = await session.client.upload(small.path);
    const setting = { key, jobId: template.id, audioUrl: audio_url, rounds: ROUNDS, queued: QUEUED };

    console.log(`  ${JOBS} jobs are in the list`);
    // A page of the same origin that runs no jobs itself.
    await session.page.goto(new URL('/v2/openapi.json', session.url).href);
    const without = await session.page.evaluate(timeEndpoints, setting);

    console.log('  measured without a model');
    await session.page.goto(session.url);
    await session.page.evaluate(() => globalThis.earshot.ready());
    await preferModel(session, model);
    const long = await session.client.upload(running.path);
    const { result_url } = await session.client.createJob({ audio_url: long.audio_url });
    await started(session, result_url);
    // The previous one was deleted with the last job that used it.
    const again = await session.client.upload(small.path);
    const during = await session.page.evaluate(timeEndpoints, { ...setting, audioUrl: again.audio_url });
    console.log(`  measured while ${model} runs`);
    const { status } = await session.client.readJob(result_url);
    if (status !== 'processing') throw new Error(`The long job was ${status} before all was measured.`);
    await session.client.deleteJob(result_url);

    return [
      ...figuresOf('no model runs', without, MOST_MS),
      ...figuresOf(`${model} runs`, during),
      ...(await measureCancellation(session)),
    ];
  } finally {
    await session.close();
  }
}

async function started(session: BrowserSession, resultUrl: string): Promise<void> {
  while ((await session.client.readJob(resultUrl)).status === 'queued') {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** @param mostMs limit for reads; meanwhile the page that runs a model renders 200 jobs */
function figuresOf(when: string, times: Record<string, number[]>, mostMs?: number): Figure[] {
  return Object.entries(times).flatMap(([endpoint, waits]) => {
    const figure = (name: string, share: number, atMost?: number): Figure => ({
      section: 'endpoints',
      name: `${endpoint}, ${when}: ${name}`,
      value: percentile(waits, share),
      unit: 'ms',
      ...(atMost !== undefined && { atMost }),
    });
    const isHeld = endpoint.startsWith('GET') && endpoint !== LONG_PAGE;
    return [figure('median', 0.5), figure('99th percentile', 0.99, isHeld ? mostMs : undefined)];
  });
}

interface Setting {
  key: string;
  jobId: string;
  audioUrl: string;
  rounds: number;
  queued: number;
}

/** Runs in the page: milliseconds of each request, up to the last byte of the response. */
async function timeEndpoints({ key, jobId, audioUrl, rounds, queued }: Setting) {
  const times: Record<string, number[]> = {};
  const headers = { 'x-service-key': key };
  const timed = async (name: string, path: string, init: RequestInit = {}) => {
    const startedAt = performance.now();
    const response = await fetch(path, { ...init, headers: { ...headers, ...init.headers } });
    const body = await response.arrayBuffer();
    times[name] = [...(times[name] ?? []), performance.now() - startedAt];
    if (!response.ok) throw new Error(`${name}: ${response.status} ${new TextDecoder().decode(body)}`);
    return body;
  };
  const create = async (name: string): Promise<string> => {
    const body = JSON.stringify({ audio_url: audioUrl });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answer: { id: string } = JSON.parse(
      new TextDecoder().decode(await timed(name, '/v2/pre-recorded', init)),
    );
    return answer.id;
  };
  const created = await Promise.all(
    Array.from({ length: queued }, () => create(`POST job, ${queued} at once`)),
  );
  const recording = await (await fetch(new URL(audioUrl).pathname, { headers })).blob();
  for (let round = 0; round < rounds; round++) {
    await timed('GET job', `/v2/pre-recorded/${jobId}`);
    await timed('GET list', '/v2/pre-recorded');
    await timed('GET list of long transcripts', `/v2/pre-recorded?offset=${queued + rounds}`);
    await timed('GET list by status', '/v2/pre-recorded?status=error');
    await timed('GET list by metadata', `/v2/pre-recorded?custom_metadata[number]=${round}`);
    await timed('GET list by date', '/v2/pre-recorded?before_date=2025-01-01');
    await timed('GET file', `/v2/pre-recorded/${jobId}/file`, { headers: { range: 'bytes=0-65535' } });
    await timed('GET upload', new URL(audioUrl).pathname, { headers: { range: 'bytes=0-65535' } });
    await timed('GET openapi', '/v2/openapi.json');
    await timed('HEAD job', `/v2/pre-recorded/${jobId}`, { method: 'HEAD' });
    await timed('OPTIONS', '/v2/pre-recorded', { method: 'OPTIONS' });
    const form = new FormData();
    form.append('audio', recording, 'small.wav');
    await timed('POST upload', '/v2/upload', { method: 'POST', body: form });
    created.push(await create('POST job'));
  }
  for (const id of created) await timed('DELETE job', `/v2/pre-recorded/${id}`, { method: 'DELETE' });
  return times;
}
