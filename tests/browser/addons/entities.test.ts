import { afterEach, describe, expect, it } from 'vitest';
import type { AddonKey } from '../../../src/addons/addon-schema.ts';
import { requestParams } from '../../../src/contract/jobs/pre-recorded-request.ts';
import {
  type Transcription,
  transcriptionResult,
} from '../../../src/contract/transcripts/transcription-result.ts';
import { AddonRunner } from '../../../src/host/run/addons/addon-runner.ts';
import { onTranscript } from '../../../src/host/run/addons/run-transcript-addons.ts';
import { onUtterances } from '../../../src/host/run/addons/run-utterance-addons.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';
import { utteranceOf } from '../../accuracy/pii/labelled-sentences.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const transcription: Transcription = {
  full_transcript: 'I met John Smith. I love John Smith. That was Jon Smyth.',
  languages: ['en'],
  utterances: ['I met John Smith.', 'I love John Smith.', 'That was Jon Smyth.'].map((text, index) =>
    utteranceOf(text, 'en', { start: index * 100 }),
  ),
};
/** No add-on can read it. */
const broken: Transcription = {
  ...transcription,
  utterances: [JSON.parse('{"language":"en","words":[null]}')],
};

let runner: AddonRunner | null = null;
const start = (timeoutMs?: number, signal = new AbortController().signal) => {
  const timeLimit = timeoutMs === undefined ? undefined : { seconds: timeoutMs / 1000, secondsPerMinute: 0 };
  runner = new AddonRunner(10, {}, signal, { timeLimit });
  return runner;
};
afterEach(() => runner?.end());

const run = async (key: AddonKey, said: Transcription, addons: AddonRunner) => {
  const request = requestParams.parse({ audio_url: null, [key]: true });
  const rewritten = await onUtterances(said, request, addons);
  const read = await onTranscript(rewritten.transcription, request, addons);
  const facts = { ...rewritten.facts, ...read.facts };
  return { ...rewritten, facts, envelope: { ...rewritten.result, ...read.result }[key] };
};

const metadata = {
  audio_duration: 1,
  number_of_distinct_channels: 1,
  billing_time: 1,
  transcription_time: 1,
};
/** Replaces results if there are none (specification §2.8). */
const ADDONS: [AddonKey, null | ''][] = [
  ['named_entity_recognition', null],
  ['sentiment_analysis', ''],
  ['name_consistency', null],
];

describe.each(ADDONS)('%s', (key, none) => {
  it('succeeds with an envelope of the specification', async () => {
    const { envelope, facts } = await run(key, transcription, start());
    expect(envelope).toMatchObject({ success: true, is_empty: false, error: null });
    expect(facts).toEqual({ [key]: { models: { en: ['builtin'] } } });
    expect(() => transcriptionResult.parse({ metadata, [key]: envelope })).not.toThrow();
  });

  it('reports that it failed, and why, and leaves the transcript alone', async () => {
    const { envelope, transcription: after } = await run(key, broken, start());
    expect(envelope).toMatchObject({
      success: false,
      is_empty: true,
      error: { status_code: 500, exception: 'internal', message: expect.any(String) },
      results: none,
    });
    expect(after).toEqual(broken);
    expect(() => transcriptionResult.parse({ metadata, [key]: envelope })).not.toThrow();
  });

  it('is stopped when it takes too long', { tags: THOROUGH_TAG }, async () => {
    const { envelope } = await run(key, transcription, start(0));
    expect(envelope).toMatchObject({
      success: false,
      error: { message: expect.stringContaining(`${key} took longer than`) },
      results: none,
    });
  });

  it('ends with its job', async () => {
    const job = new AbortController();
    const running = start(undefined, job.signal);
    job.abort();
    await expect(run(key, transcription, running)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('pii_redaction withholds the transcript if it fails', { tags: THOROUGH_TAG }, async () => {
  await expect(run('pii_redaction', broken, start())).rejects.toMatchObject({
    message: expect.stringContaining('the transcript is withheld'),
  });
});

it('pii_redaction without models redacts English names by rules, and notes what it could not look for', async () => {
  const addons = start();
  const { transcription: after, facts } = await run('pii_redaction', transcription, addons);
  expect(facts).toEqual({
    pii_redaction: {
      models: { en: ['builtin'] },
      looked_for: { en: { builtin: expect.arrayContaining(['NAME', 'LOCATION_CITY']) } },
    },
  });
  expect(after.full_transcript).toBe('I met [NAME_1]. I love [NAME_1]. That was [NAME_2].');
  expect(addons.notes.map(inEnglish)).toEqual([
    expect.stringMatching(/^pii_redaction: .*looks for: .*\(English\)/),
  ]);
});
