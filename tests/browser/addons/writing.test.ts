import { afterEach, describe, expect, it } from 'vitest';
import type { AddonKey } from '../../../src/addons/addon-schema.ts';
import {
  type PreRecordedRequestInput,
  requestParams,
} from '../../../src/contract/jobs/pre-recorded-request.ts';
import {
  type Transcription,
  transcriptionResult,
} from '../../../src/contract/transcripts/transcription-result.ts';
import { AddonRunner } from '../../../src/host/run/addons/addon-runner.ts';
import { onTranscript } from '../../../src/host/run/addons/run-transcript-addons.ts';
import { browserModels, browserModelsOf } from '../../../src/models/browser/browser-models.ts';
import { fakeBrowserAi } from '../../fakes/browser-ai.ts';
import { spokenUtterance } from '../../fakes/spoken-utterance.ts';
import { eventually } from '../../runner/eventually.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const TEXTS = ['The bridge in Ulm is closed.', 'Write to anna at example dot com.'];
const transcription: Transcription = {
  full_transcript: TEXTS.join(' '),
  languages: ['en'],
  utterances: TEXTS.map((text, index) => spokenUtterance(text, { start: index * 10 })),
};
const ALL = {
  summarization: true,
  audio_to_llm: true,
  audio_to_llm_config: { prompts: ['Which city?'] },
  structured_data_extraction: true,
  structured_data_extraction_config: { classes: ['email'] },
} satisfies Partial<PreRecordedRequestInput>;
const KEYS = ['summarization', 'audio_to_llm', 'structured_data_extraction'] as const;

let runner: AddonRunner | null = null;
const run = (
  said: Transcription,
  {
    browser = browserModels,
    seconds = 110,
    signal = new AbortController().signal,
    asked = ALL as Partial<PreRecordedRequestInput>,
    onOutput = (_key: AddonKey, _text: string): void => undefined,
  } = {},
) => {
  const timeLimit = { seconds, secondsPerMinute: 0 };
  runner = new AddonRunner(10, { onAddonOutput: onOutput }, signal, { timeLimit, browser });
  return onTranscript(said, requestParams.parse({ audio_url: null, ...asked }), runner);
};
afterEach(() => runner?.end());

const metadata = {
  audio_duration: 1,
  number_of_distinct_channels: 1,
  billing_time: 1,
  transcription_time: 1,
};

describe('what add-ons write about a transcript, in their worker', () => {
  it('with nothing installed: a summary, data, and what to install for prompts', async () => {
    const { result, facts } = await run(transcription);
    expect(() => transcriptionResult.parse({ metadata, ...result })).not.toThrow();
    expect(result.summarization).toMatchObject({ success: true, is_empty: false, results: TEXTS.join(' ') });
    expect(result.structured_data_extraction).toMatchObject({
      success: true,
      results: '{"email":["anna at example dot com"]}',
    });
    expect(result.audio_to_llm).toMatchObject({
      success: false,
      is_empty: true,
      error: { status_code: 503, exception: 'model_missing', message: expect.stringContaining('Qwen3') },
      results: null,
    });
    expect(facts).toMatchObject({ summarization: { written_by: 'builtin' } });
  });

  it("with the browser's own models: they write", async () => {
    const { ai, sessions } = fakeBrowserAi({
      offers: { en: 'available' },
      answer: (prompt) => (prompt.includes('Extract') ? '{"email": ["anna at example dot com"]}' : 'Ulm'),
    });
    const { result, facts } = await run(transcription, { browser: browserModelsOf(ai) });
    expect(() => transcriptionResult.parse({ metadata, ...result })).not.toThrow();
    expect(result.summarization).toMatchObject({ success: true, results: 'The bridge in…' });
    expect(result.audio_to_llm).toMatchObject({
      success: true,
      results: [{ success: true, results: { prompt: 'Which city?', response: 'Ulm' } }],
    });
    expect(result.structured_data_extraction).toMatchObject({
      success: true,
      results: '{"email":["anna at example dot com"]}',
    });
    expect(facts).toEqual(Object.fromEntries(KEYS.map((key) => [key, { written_by: 'browser' }])));
    expect(sessions.open).toBe(0);
  });

  it("shows the answers of the browser's own model as they grow", async () => {
    const { ai } = fakeBrowserAi({
      offers: { en: 'available' },
      takesMs: 300,
      answer: () => 'Ulm, I think.',
    });
    const shown: string[] = [];
    const asked = { audio_to_llm: true, audio_to_llm_config: { prompts: ['Which city?'] } };
    await run(transcription, {
      browser: browserModelsOf(ai),
      asked,
      onOutput: (_, text) => void (text && shown.push(text)),
    });
    expect(shown.slice(0, 2)).toEqual(['Which city?\nUlm, ', 'Which city?\nUlm, I ']);
  });

  it.each<[(typeof KEYS)[number], Partial<PreRecordedRequestInput>]>([
    ['summarization', { summarization: true }],
    ['audio_to_llm', { audio_to_llm: true, audio_to_llm_config: { prompts: ['Which city?'] } }],
  ])(
    'by a silent browser model are stopped, and leave nothing in the page: %s',
    { tags: THOROUGH_TAG },
    async (key, asked) => {
      const { ai, sessions } = fakeBrowserAi({ offers: { en: 'available' }, silent: ['en'] });
      const browser = browserModelsOf(ai);
      const { result } = await run(transcription, { browser, seconds: 5, asked });
      expect(result[key]).toMatchObject({
        success: false,
        error: { message: expect.stringContaining('took longer than 5 s') },
      });
      await eventually(() => expect(sessions).toMatchObject({ open: 0, answering: 0 }));
      expect(sessions.opened).toBeGreaterThan(0);

      const job = new AbortController();
      const reading = run(transcription, { browser, signal: job.signal, asked });
      await eventually(() => expect(sessions.answering).toBe(1));
      job.abort();
      await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
      await eventually(() => expect(sessions).toMatchObject({ open: 0, answering: 0 }));
    },
  );

  it('that take too long are stopped, and report that', { tags: THOROUGH_TAG }, async () => {
    const { result } = await run(transcription, { seconds: 0 });
    for (const key of KEYS) {
      expect(result[key]).toMatchObject({
        success: false,
        is_empty: true,
        error: { message: expect.stringContaining(`${key} took longer than 0 s`) },
        results: null,
      });
    }
  });

  it('ends with its job', async () => {
    const job = new AbortController();
    const reading = run(transcription, { signal: job.signal });
    job.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is empty where nothing was said', { tags: THOROUGH_TAG }, async () => {
    const { ai } = fakeBrowserAi({ offers: { en: 'available' } });
    const nothing = { full_transcript: '', languages: [], utterances: [] };
    const { result } = await run(nothing, { browser: browserModelsOf(ai) });
    for (const key of KEYS) expect(result[key]).toMatchObject({ success: true, is_empty: true, error: null });
  });
});

describe("this browser's own models", () => {
  it.skipIf('Summarizer' in globalThis)('are skipped where it has none', async () => {
    expect(await browserModels.summarize(TEXTS.join(' '), 'general', 'en')).toBeNull();
    expect(await browserModels.promptTokens('en')).toBeNull();
  });

  it.skipIf(!('Summarizer' in globalThis))('answer or are skipped, but never fail', async () => {
    const summary = await browserModels.summarize(TEXTS.join(' '), 'general', 'en');
    expect(summary === null || summary.length > 0).toBe(true);
    expect(await browserModels.translator('en', 'xx')).toBeNull();
  });
});
