import { msg } from '../../lib/errors/msg.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { said } from '../../../tests/fakes/corrected-document.ts';
import { checkpoint, emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { stubLocalStorage } from '../../../tests/fakes/local-storage.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import { announce, type ChannelMessage, onChannelMessage } from '../../contract/realms/channel.ts';
import { importedDocument } from '../../document/import/imported-document.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { UNKNOWN_LANGUAGE } from '../../lib/errors/unknown-language.ts';
import { AsrLanes } from '../../realms/asr/page/asr-lanes.ts';
import { prepareAudioWorker } from '../../realms/audio/page/spawn.ts';
import { getCorrected } from '../../storage/corrections/corrected-store.ts';
import { saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { getCheckpoints, putCheckpoint } from '../../storage/jobs/checkpoint-store.ts';
import { addJob, getJob, updateJob } from '../../storage/jobs/job-store.ts';
import { jobsBuiltOn } from '../../storage/jobs/query-jobs.ts';
import { waitingDeliveries } from '../../storage/notifications/outbox.ts';
import { addWebhook } from '../../storage/notifications/webhook-store.ts';
import { changeVoiceMemory, getJobVoices } from '../../storage/voices/voice-store.ts';
import { endClaims } from '../claims.ts';
import { type ClaimedJob, claimJob } from './claim-job.ts';
import { ProgressMeter } from './progress/progress-meter.ts';
import { runClaimedJob } from './run-claimed-job.ts';
import { runJob } from './run-job.ts';

vi.mock('./run-job.ts');
vi.mock('../../realms/audio/page/spawn.ts');
vi.mock('./speech/resolve-audio.ts', () => ({
  resolveAudio: async () => ({ size: 10, read: async () => [] }),
}));
vi.mock('../../models/device/choose-lanes.ts', () => ({ lanesFor: async () => ({ count: 1, cores: 1 }) }));

const RESULT = {
  result: {
    metadata: { audio_duration: 3, number_of_distinct_channels: 1, billing_time: 3, transcription_time: 1 },
  },
  summary: { duration: 3, numberOfChannels: 1, numberOfDistinctChannels: 1 },
  session: {},
};
const PLAN = { modelIds: ['mini'], note: undefined };
const { signal } = new AbortController();
type Hooks = Parameters<typeof runJob>[2];

let id: string;
beforeEach(async () => {
  await emptyDatabase();
  stubLocalStorage();
  vi.spyOn(AsrLanes.prototype, 'prepare').mockReturnValue();
  id = job().id;
  await addJob(job({ id }));
});
afterEach(() => {
  vi.resetAllMocks();
  vi.unstubAllGlobals();
});

const claimed = async (): Promise<ClaimedJob> => {
  const one = await claimJob(id);
  if (!one) throw new Error('The job cannot be claimed.');
  return one;
};
const window = (index: number) => {
  const { job_id, ...transcript } = checkpoint(id, index);
  return transcript;
};
/** Runs the job once with this body instead of recognition. */
async function run(one: ClaimedJob, body: (hooks: Hooks) => Promise<void>, stop = signal): Promise<void> {
  vi.mocked(runJob).mockImplementationOnce(async (_input, _lanes, hooks) => {
    await body(hooks);
    return RESULT;
  });
  await runClaimedJob(one, PLAN, new AsrLanes(), { signal: stop });
}

describe('the progress of a running job', () => {
  it('is stored through hours of silence, in which there is no window, for programs that ask', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const asked: number[] = [];
    await run(await claimed(), async ({ onMeter, onProgress }) => {
      const meter = new ProgressMeter(5 * 3600);
      onMeter?.(meter);
      for (let position = 60; position < 5 * 3600; position += 60) {
        now += 1000;
        onProgress(meter.at(position));
        if (position % 3600 === 0) {
          await eventually(async () =>
            expect((await getJob(id))?.progress).toBeGreaterThan(asked.at(-1) ?? 0),
          );
          asked.push((await getJob(id))?.progress ?? 0);
        }
      }
    });
    expect(asked).toHaveLength(4);
    expect(asked[3]).toBeGreaterThan(0.6);
    expect(await getJob(id)).toMatchObject({ status: 'done', progress: 1 });
  });
});

describe('a draft', () => {
  const draft = { modelId: 'whisper-base', title: 'Whisper base', bytes: 80, fits: true };
  const fails = async (error: AppError, plan: Parameters<typeof runClaimedJob>[1]) => {
    vi.mocked(runJob).mockRejectedValueOnce(error);
    await runClaimedJob(await claimed(), plan, new AsrLanes(), { signal });
    return getJob(id);
  };
  const unknown = () =>
    new AppError('model_missing', msg`It is in another language.`, { details: [UNKNOWN_LANGUAGE] });

  it('of a language that the small English model does not know goes back to the queue', async () => {
    const refused = await fails(unknown(), { ...PLAN, draft });
    expect(refused).toMatchObject({ status: 'queued', claim: null, draft_refused: true, error: null });
  });

  it('is written anew by the model that is being fetched for the app, and by no other without a question', async () => {
    const reruns = async () =>
      (await jobsBuiltOn(id)).map(({ builds_on, status }) => ({ ...builds_on, status }));
    const drafted = async (shipped: boolean) => {
      vi.mocked(runJob).mockResolvedValueOnce(RESULT);
      const plan = { ...PLAN, draft: { ...draft, shipped } };
      await runClaimedJob(await claimed(), plan, new AsrLanes(), { signal });
      expect(await getJob(id)).toMatchObject({ status: 'done' });
    };
    await drafted(false);
    expect(await reruns()).toEqual([]);
    await updateJob(id, () => ({ status: 'queued' }));
    await drafted(true);
    expect(await reruns()).toMatchObject([{ job_id: id, merge: true, rerun: true, status: 'queued' }]);
  });

  it('that is written anew by itself sends its callback and webhook once', async () => {
    const url = 'https://hooked.example/';
    const events = ['transcription.created' as const, 'transcription.success' as const];
    await addWebhook({ name: 'hook', url, events, secret: null, enabled: true });
    const config = { url: 'https://called.example/', method: 'POST' as const };
    await updateJob(id, ({ params }) => ({ params: { ...params, callback: true, callback_config: config } }));
    vi.mocked(runJob).mockResolvedValue(RESULT);
    const plan = { ...PLAN, draft: { ...draft, shipped: true } };
    await runClaimedJob(await claimed(), plan, new AsrLanes(), { signal });
    const [rerun] = await jobsBuiltOn(id);
    const again = rerun && (await claimJob(rerun.id));
    if (!again) throw new Error('There is no other run.');
    await runClaimedJob(again, PLAN, new AsrLanes(), { signal });
    expect((await getJob(again.id))?.status).toBe('done');
    const sent = (await waitingDeliveries()).map(({ job_id, target }) => [job_id, target.kind]);
    expect(sent).toEqual([
      [id, 'callback'],
      [id, 'webhook'],
    ]);
  });

  it('that fails for another reason fails', async () => {
    const missing = new AppError('model_missing', msg`A file is missing.`);
    expect(await fails(missing, { ...PLAN, draft })).toMatchObject({ status: 'error' });
    await updateJob(id, () => ({ status: 'queued', error: null }));
    expect(await fails(unknown(), PLAN)).toMatchObject({ status: 'error' });
  });
});

describe('the workers of a run', () => {
  it('start before the recording is opened', async () => {
    const one = await claimed();
    const lanes = new AsrLanes();
    const running = runClaimedJob(one, PLAN, lanes, { signal });
    expect(lanes.prepare).toHaveBeenCalledTimes(1);
    expect(prepareAudioWorker).toHaveBeenCalledTimes(1);
    expect(runJob).not.toHaveBeenCalled();
    await running;
  });

  it('are not started where nothing is recognised', async () => {
    const lanes = new AsrLanes();
    await runClaimedJob(await claimed(), { modelIds: [], note: msg`none` }, lanes, { signal });
    expect(lanes.prepare).not.toHaveBeenCalled();
    expect(prepareAudioWorker).not.toHaveBeenCalled();
  });
});

describe('the text of a window that is being recognised', () => {
  const decodedText = async () => {
    const seen: ChannelMessage[] = [];
    const stop = new AbortController();
    onChannelMessage((message) => message.type === 'job-text' && seen.push(message), stop.signal);
    const [piece] = [{ windowStart: 0, fileStart: 12, duration: 3 }];
    await run(await claimed(), async ({ onText }) => {
      onText?.({ index: 4, channel: 1, pcm: new Float32Array(0), pieces: piece ? [piece] : [] }, ' Good mor');
    });
    // Messages arrive in order.
    announce({ type: 'job-text', id: 'last', window: 0, channel: 0, start: 0, text: '' });
    await eventually(() => expect(seen.at(-1)).toMatchObject({ id: 'last' }));
    stop.abort();
    return seen.slice(0, -1);
  };

  it('is told to the pages, with its place', async () => {
    expect(await decodedText()).toEqual([
      { type: 'job-text', id, window: 4, channel: 1, start: 12, text: ' Good mor' },
    ]);
  });

  it('is told to nobody if it will be redacted', async () => {
    await updateJob(id, ({ params }) => ({ params: { ...params, pii_redaction: true } }));
    expect(await decodedText()).toEqual([]);
  });
});

describe('runs that end without a result', () => {
  it('do not count if their tab was closed or reloaded: 50 times', async () => {
    for (let reload = 0; reload < 50; reload++) {
      await claimed();
      // What a page does while it is being closed.
      endClaims();
    }
    const last = await claimed();
    expect(last.attempts).toBe(0);
    await run(last, async () => undefined);
    expect(await getJob(id)).toMatchObject({ status: 'done', claim: null });
  });

  it('do not count if the host gave up its place', async () => {
    for (let time = 0; time < 10; time++) {
      const stop = new AbortController();
      await run(
        await claimed(),
        async () => {
          stop.abort();
          stop.signal.throwIfAborted();
        },
        stop.signal,
      );
    }
    expect((await claimed()).attempts).toBe(0);
  });

  it('fail the job after five that said nothing, at the same place', async () => {
    for (let crash = 0; crash < 5; crash++) expect((await claimed()).attempts).toBe(crash);
    const last = await claimed();
    await run(last, async () => undefined);
    expect(runJob).not.toHaveBeenCalled();
    expect(await getJob(id)).toMatchObject({
      status: 'error',
      error: { code: 'internal', message: expect.stringMatching(/crashed 5 times at the same point/) },
    });
  });

  it('count from the start after a further window or add-on, but not after the same one', async () => {
    const crash = async (body: (hooks: Hooks) => Promise<void>) => {
      const one = await claimed();
      // It never ends, as in a tab that died.
      await new Promise<void>((resolve) => {
        void run(one, async (hooks) => {
          await body(hooks);
          resolve();
          await new Promise(() => undefined);
        });
      });
    };
    await crash(async () => undefined);
    await crash(async () => undefined);
    expect((await getJob(id))?.attempts).toBe(1);
    await crash(async ({ onWindow }) => onWindow(window(0)));
    expect((await getJob(id))?.attempts).toBe(0);
    for (let again = 0; again < 3; again++) {
      await crash(async ({ onAddonEnd }) => onAddonEnd?.());
      expect((await getJob(id))?.attempts).toBe(again === 0 ? 0 : again);
    }
    await crash(async ({ onAddonEnd }) => {
      await onAddonEnd?.();
      await onAddonEnd?.();
    });
    expect((await getJob(id))?.attempts).toBe(0);
  });
});

describe('a run whose job another host has claimed', () => {
  it('can write nothing more, and leaves the job alone', async () => {
    const first = await claimed();
    const second = await claimed();
    await run(first, async ({ onWindow }) => onWindow(window(0)));
    expect(await getCheckpoints(id)).toEqual([]);
    await run(first, async ({ onAddonEnd }) => onAddonEnd?.());
    await run(first, async () => undefined);
    vi.mocked(runJob).mockRejectedValueOnce(new Error('broken'));
    await runClaimedJob(first, PLAN, new AsrLanes(), { signal });
    expect(await getJob(id)).toMatchObject({ status: 'processing', claim: second.claim, result: null });
    await run(second, async ({ onWindow }) => onWindow(window(0)));
    expect(await getJob(id)).toMatchObject({ status: 'done' });
  });

  it('stores no window under an old claim', async () => {
    const { claim } = await claimed();
    expect(await putCheckpoint(checkpoint(id, 0), claim)).toBe(true);
    await claimed();
    expect(await putCheckpoint(checkpoint(id, 1), claim)).toBe(false);
    expect(await getCheckpoints(id)).toHaveLength(1);
  });
});

describe('a claim', () => {
  it('is not to be had for a job that has ended or is gone', async () => {
    await updateJob(id, () => ({ status: 'done', result: RESULT.result }));
    expect(await claimJob(id)).toBeNull();
    expect(await claimJob(crypto.randomUUID())).toBeNull();
  });

  it('counts as crashed where local storage cannot be written', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    await claimed();
    endClaims();
    expect((await claimed()).attempts).toBe(1);
  });
});

describe('a transcript that was imported before the job is done', () => {
  const [utterance] = [said({ text: 'good morning Sam', at: 1 })];
  const recognised = {
    ...RESULT,
    result: {
      ...RESULT.result,
      transcription: { full_transcript: utterance.text, languages: ['en' as const], utterances: [utterance] },
    },
  };

  const importCues = async () => {
    const passage = { text: 'Good morning, Sam!', rows: ['Good morning, Sam!'], voice: null, channel: 0 };
    const document = importedDocument({
      passages: [{ ...passage, start: 0.5, end: 3, language: null, words: null }],
      from: { name: 'talk.srt', format: 'srt', notes: [] },
      machine: null,
      duration: 3,
      language: 'en',
    });
    await saveCorrected(id, document, { revision: 0, document: null });
    return document;
  };
  const timesOf = async () =>
    (await getCorrected(id))?.document.paragraphs.flatMap(({ words }) => words.map(({ start }) => start));

  it('has the times that were recognised as soon as the job is done, and keeps its cues', async () => {
    await importCues();
    expect(await timesOf()).not.toEqual([1, 1.5, 2]);
    vi.mocked(runJob).mockResolvedValueOnce(recognised);
    await runClaimedJob(await claimed(), PLAN, new AsrLanes(), { signal });
    expect(await timesOf()).toEqual([1, 1.5, 2]);
    expect((await getCorrected(id))?.document).toMatchObject({
      cues: [{ start: 0.5, end: 3, rows: ['Good morning, Sam!'] }],
      imported: { aligned: true, heard: 1, passages: null },
    });
    expect((await getJob(id))?.result?.transcription?.full_transcript).toBe('good morning Sam');
  });

  it('is the result where no model is installed', async () => {
    const document = await importCues();
    await runClaimedJob(await claimed(), { modelIds: [], note: msg`none` }, new AsrLanes(), { signal });
    expect(runJob).not.toHaveBeenCalled();
    expect(await getJob(id)).toMatchObject({
      status: 'done',
      session: { imported: 'talk.srt' },
      result: {
        metadata: { audio_duration: 3 },
        transcription: { full_transcript: 'Good morning, Sam!', languages: ['en'] },
      },
    });
    expect((await getCorrected(id))?.document).toEqual(document);
  });
});

describe('the voices of speakers', () => {
  const LOADED = { segmentationId: 's', embeddingId: 'network', models: 's network', speakerDistance: 0.5 };
  const voices = [{ vector: Float32Array.of(1, 0), channel: 0, start: 0, end: 2 }];
  const DIARIZED = {
    ...RESULT,
    diarization: { success: true as const, turns: [], voices, loaded: LOADED, seconds: 1 },
  };
  const finish = async () => {
    vi.mocked(runJob).mockResolvedValueOnce(DIARIZED);
    await runClaimedJob(await claimed(), PLAN, new AsrLanes(), { signal });
    return getJobVoices(id);
  };

  it('are stored with the job where they are to be remembered', async () => {
    await changeVoiceMemory(() => ({ remember: true }));
    expect(await finish()).toEqual({ job_id: id, model: 'network', distance: 0.5, voices });
    // They are no part of what the API answers.
    expect(JSON.stringify(await getJob(id))).not.toContain('vector');
  });

  it('are stored nowhere otherwise', async () => {
    expect(await finish()).toBeNull();
  });
});
