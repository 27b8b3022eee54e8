import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { THOROUGH_TAG } from '../../../tests/runner/thorough.ts';
import { toAddonError } from '../../contract/addons/addon-envelope.ts';
import type { LiveContent } from '../../contract/live/live-message.ts';
import { liveMessage } from '../../contract/live/live-message.ts';
import { liveRequest } from '../../contract/live/live-request.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { AppError, toAppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonWorkerApi } from '../../realms/addons/shared/api.ts';
import { AddonSession } from '../../realms/addons/worker/session.ts';
import type { WorkerHandle } from '../../realms/every-worker/page/worker-handle.ts';
import { LiveProcessing } from './live-processing.ts';

beforeEach(async () => {
  await emptyDatabase();
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
});
afterEach(() => void vi.unstubAllGlobals());

/** The add-ons' own code in this thread, without models: rules, and no translator but one that a test brings. */
function inThisThread(onTranscript?: AddonWorkerApi['onTranscript']) {
  const session = new AddonSession();
  session.connect({
    browser: {
      translator: async () => null,
      summarize: async () => null,
      prompt: async () => null,
      promptTokens: async () => 0,
    },
    recording: {
      describe: async () => null,
      read: async () => new Uint8Array(0),
      decodeFile: async () => Promise.reject(new Error('No decoder.')),
    },
    onProgress: () => undefined,
    onOutput: () => undefined,
    onNote: () => undefined,
  });
  const api: AddonWorkerApi = onTranscript
    ? Object.assign(Object.create(session), { onTranscript })
    : session;
  const worker = {
    call: (work: (api: AddonWorkerApi) => unknown) => work(api),
  } as unknown as WorkerHandle<AddonWorkerApi>;
  const end = vi.fn();
  const run = async (
    _: string,
    work: (worker: WorkerHandle<AddonWorkerApi>, signal: AbortSignal) => Promise<unknown>,
  ) => {
    try {
      const results = await work(worker, new AbortController().signal);
      return { success: true as const, seconds: 0, results, notes: [] };
    } catch (error) {
      return { success: false as const, seconds: 0, error: toAddonError(toAppError(error)) };
    }
  };
  return { run, end } as unknown as ConstructorParameters<typeof LiveProcessing>[2] & { end: typeof end };
}

const utterance = (text: string): Utterance => ({
  start: 0,
  end: 2,
  confidence: 0.9,
  channel: 0,
  text: ` ${text}`,
  language: 'en',
  words: text
    .split(' ')
    .map((word, at) => ({ word: ` ${word}`, start: at / 5, end: at / 5 + 0.2, confidence: 0.9 })),
});

async function process(asked: unknown, texts: readonly string[], addons = inThisThread()) {
  const told: LiveContent[] = [];
  const processing = new LiveProcessing(
    liveRequest.parse({ realtime_processing: asked }),
    (content) => told.push(content),
    addons,
  );
  for (const [index, text] of texts.entries()) processing.take(`00_${index}`, utterance(text));
  await processing.settled();
  for (const content of told)
    liveMessage.parse({ session_id: crypto.randomUUID(), created_at: new Date().toISOString(), ...content });
  return told;
}

const SAID = 'I met Angela Merkel in Paris and it was wonderful.';

describe('the processing of utterances while a session runs', () => {
  it('finds names and sentiment of each, in order, with the utterance', { tags: THOROUGH_TAG }, async () => {
    const told = await process({ named_entity_recognition: true, sentiment_analysis: true }, [
      SAID,
      'Nothing.',
    ]);
    expect(told.map(({ type }) => type)).toEqual([
      'named_entity_recognition',
      'sentiment_analysis',
      'named_entity_recognition',
      'sentiment_analysis',
    ]);
    const [names, sentiment] = told;
    expect(names).toMatchObject({
      error: null,
      data: {
        utterance_id: '00_0',
        utterance: { text: ` ${SAID}` },
        results: expect.arrayContaining([expect.objectContaining({ text: 'Angela Merkel' })]),
      },
    });
    expect(sentiment).toMatchObject({
      data: { utterance_id: '00_0', results: [{ text: SAID, sentiment: 'positive' }] },
    });
    expect(told[2]).toMatchObject({ data: { utterance_id: '00_1', results: [] } });
  });

  it('translates into each language, once where one is named twice', async () => {
    const onTranscript: AddonWorkerApi['onTranscript'] = async (_, { utterances }, request) => {
      const [to = 'en'] = request.translation_config?.target_languages ?? [];
      const translated = utterances.map((one) => ({ ...one, text: `${to}: ${one.text}`, language: to }));
      return {
        results: [{ error: null, full_transcript: '', languages: [to], utterances: translated }],
        facts: {},
      };
    };
    const asked = { translation: true, translation_config: { target_languages: ['fr', 'de', 'fr'] } };
    const told = await process(asked, ['Hello.'], inThisThread(onTranscript));
    expect(told).toMatchObject([
      {
        type: 'translation',
        error: null,
        data: {
          utterance_id: '00_0',
          original_language: 'en',
          target_language: 'fr',
          translated_utterance: { text: 'fr: Hello.', language: 'fr' },
        },
      },
      {
        type: 'translation',
        error: null,
        data: { target_language: 'de', translated_utterance: { text: 'de: Hello.' } },
      },
    ]);
  });

  it('says why an add-on failed, and goes on with the others', async () => {
    const refuse: AddonWorkerApi['onTranscript'] = async () => {
      throw new AppError('model_missing', msg`No translator is installed.`);
    };
    const asked = {
      translation: true,
      translation_config: { target_languages: ['fr'] },
      sentiment_analysis: true,
    };
    const told = await process(asked, ['Hello.'], inThisThread(refuse));
    const error = { message: 'No translator is installed.' };
    expect(told).toEqual([
      { type: 'translation', error, data: null },
      { type: 'sentiment_analysis', error, data: null },
    ]);
  });

  it('ends with its session: what waits is abandoned without an error', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const told: LiveContent[] = [];
    const params = liveRequest.parse({ realtime_processing: { sentiment_analysis: true } });
    const processing = new LiveProcessing(params, (content) => told.push(content), inThisThread());
    processing.take('00_0', utterance(SAID));
    processing.end();
    await processing.settled();
    expect(told).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('does nothing where nothing is asked for, and lets go of the worker', async () => {
    const addons = inThisThread();
    expect(await process({}, [SAID], addons)).toEqual([]);
    expect(addons.end).toHaveBeenCalled();
  });
});
