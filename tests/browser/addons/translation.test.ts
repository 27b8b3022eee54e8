import { afterEach, describe, expect, it } from 'vitest';
import { requestParams } from '../../../src/contract/jobs/pre-recorded-request.ts';
import {
  type Transcription,
  transcriptionResult,
} from '../../../src/contract/transcripts/transcription-result.ts';
import { AddonRunner } from '../../../src/host/run/addons/addon-runner.ts';
import { onTranscript } from '../../../src/host/run/addons/run-transcript-addons.ts';
import { browserModelsOf } from '../../../src/models/browser/browser-models.ts';
import { fakeBrowserAi } from '../../fakes/browser-ai.ts';
import { spokenUtterance } from '../../fakes/spoken-utterance.ts';
import { eventually } from '../../runner/eventually.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const utterances = [
  spokenUtterance('Hello there.', { start: 0 }),
  spokenUtterance(' Where is the train?', { start: 2 }),
];
const transcription: Transcription = {
  full_transcript: 'Hello there. Where is the train?',
  languages: ['en'],
  utterances,
};
const request = requestParams.parse({
  audio_url: null,
  translation: true,
  translation_config: { target_languages: ['fr', 'wo'] },
  sentences: true,
  subtitles: true,
});

let runner: AddonRunner | null = null;
afterEach(() => runner?.end());

interface Manner {
  /** Pairs the browser translates. */
  offers?: Parameters<typeof fakeBrowserAi>[0]['offers'];
  /** Pairs it never finishes. */
  silent?: readonly string[];
  seconds?: number;
  signal?: AbortSignal;
  fake?: ReturnType<typeof fakeBrowserAi>;
}

/** Runs the requested add-ons in their worker and returns the envelope as parsed by the contract. */
async function translated({
  offers = {},
  silent = [],
  seconds = 60,
  signal = new AbortController().signal,
  fake = fakeBrowserAi({ offers, silent }),
}: Manner) {
  const timeLimit = { seconds, secondsPerMinute: 0 };
  runner = new AddonRunner(10, {}, signal, { timeLimit, browser: browserModelsOf(fake.ai) });
  const { result } = await onTranscript(transcription, request, runner);
  return transcriptionResult.shape.translation.parse(result.translation);
}

describe("translation's envelope", () => {
  it("success, with the browser's own translator: each language with its sentences and subtitles", async () => {
    const envelope = await translated({ offers: { 'en-fr': 'available', 'en-wo': 'available' } });
    expect(envelope).toMatchObject({ success: true, is_empty: false, error: null });
    expect(envelope?.results).toMatchObject([
      {
        error: null,
        languages: ['fr'],
        full_transcript: '[fr: Hello there.] [fr: Where is the train?]',
        utterances: utterances.map(({ start, end }) => ({ start, end, language: 'fr' })),
        sentences: [{ success: true, is_empty: false, error: null }],
        subtitles: [{ format: 'srt' }],
      },
      { error: null, languages: ['wo'] },
    ]);
    expect(envelope?.results?.[0]?.subtitles?.[0]?.subtitles).toContain('[fr: Hello there.]');
  });

  it('success if one language can be translated; the other says what is missing', async () => {
    const envelope = await translated({ offers: { 'en-fr': 'available' } });
    expect(envelope).toMatchObject({ success: true, is_empty: false, error: null });
    expect(envelope?.results?.map(({ error }) => error?.exception ?? null)).toEqual([null, 'model_missing']);
  });

  it('model missing: it fails, and each language says what to install [§2.8 TranslationDTO]', async () => {
    const envelope = await translated({});
    expect(envelope).toMatchObject({
      success: false,
      is_empty: true,
      error: { status_code: 503, exception: 'model_missing' },
    });
    expect(envelope?.results?.map(({ languages, error }) => [...languages, error?.message])).toEqual([
      [
        'fr',
        expect.stringContaining('Install Firefox en → fr or Opus MT en → fr or M2M100 418M under Models'),
      ],
      ['wo', expect.stringContaining('Install M2M100 418M under Models')],
    ]);
  });

  it('timeout: it is stopped, and each language reports that', { tags: THOROUGH_TAG }, async () => {
    const envelope = await translated({ seconds: 0.001 });
    const stopped = expect.stringMatching(/^translation took longer than .* and was stopped\.$/);
    expect(envelope).toMatchObject({ success: false, is_empty: true, error: { message: stopped } });
    expect(envelope?.results).toMatchObject([
      { languages: ['fr'], error: { message: stopped }, utterances: [] },
      { languages: ['wo'], error: { message: stopped }, utterances: [] },
    ]);
  });

  it('timeout of one language: the earlier one is kept', { tags: THOROUGH_TAG }, async () => {
    const offers = { 'en-fr': 'available', 'en-wo': 'available' } as const;
    const fake = fakeBrowserAi({ offers, silent: ['en-wo'] });
    const envelope = await translated({ seconds: 5, fake });
    expect(envelope).toMatchObject({ success: true, is_empty: false, error: null });
    expect(envelope?.results).toMatchObject([
      { languages: ['fr'], error: null, full_transcript: expect.stringContaining('[fr: Hello there.]') },
      { languages: ['wo'], error: { message: expect.stringContaining('was stopped') }, utterances: [] },
    ]);
    expect(fake.sessions).toEqual({ open: 0, opened: 2, answering: 0 });
  });

  it('cancelled: nothing is returned', async () => {
    await expect(translated({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it("cancelled while the browser translates: the browser's session ends, too", async () => {
    const fake = fakeBrowserAi({ offers: { 'en-fr': 'available' }, silent: ['en-fr'] });
    const job = new AbortController();
    const reading = translated({ signal: job.signal, fake });
    await eventually(() => expect(fake.sessions.answering).toBe(1));
    job.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    await eventually(() => expect(fake.sessions).toEqual({ open: 0, opened: 1, answering: 0 }));
  });
});
