/** Tests for a copy of the project with the guide's add-on: is it everywhere an add-on is? */
export const ADDON_QUESTIONS = `
import { render } from 'svelte/server';
import { expect, it, vi } from 'vitest';
import { buildOpenApi } from './src/contract/openapi/build-openapi.ts';
import { preRecordedRequest } from './src/contract/jobs/pre-recorded-request.ts';
import { transcriptionResult } from './src/contract/transcripts/transcription-result.ts';
import { onTranscript } from './src/host/run/addons/run-transcript-addons.ts';
import { AddonSession } from './src/realms/addons/worker/session.ts';
import { requestOf } from './src/client/recordings/submit-recording.ts';
import { addonActivity } from './src/ui/library/list/addon-activity.ts';
import OptionFields from './src/ui/compose/OptionFields.svelte';
import { OptionsState } from './src/ui/compose/options-state.svelte.ts';
import AddonResults from './src/ui/transcript/results/AddonResults.svelte';

const audio_url = 'https://example.org/a.mp3';
const utterance = {
  start: 0, end: 1, confidence: 1, channel: 0, text: 'Hi.', language: 'en' as const,
  words: [{ word: 'Hi.', start: 0, end: 1, confidence: 1 }],
};
const transcription = { full_transcript: 'Hi.', languages: ['en' as const], utterances: [utterance] };
const metadata = { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 };

async function runToy() {
  const session = new AddonSession();
  session.connect({ onProgress() {}, onOutput() {}, onNote() {}, browser: {} } as never);
  const addons = {
    async run(_key: string, work: (worker: never, signal: AbortSignal) => Promise<unknown>) {
      const call = (task: (api: AddonSession) => unknown) => task(session);
      return { success: true, seconds: 0.1, notes: [], results: await work({ call } as never, new AbortController().signal) };
    },
  };
  const request = preRecordedRequest.parse({ audio_url, toy: true, toy_config: { greeting: 'goodbye' } });
  const { result } = await onTranscript(transcription, request, addons as never);
  return transcriptionResult.parse({ metadata, transcription, ...result });
}

it('is in the request parser', () => {
  expect(preRecordedRequest.parse({ audio_url })).toMatchObject({ toy: false });
  expect(preRecordedRequest.parse({ audio_url, toy: true })).toMatchObject({ toy: true, toy_config: { greeting: 'hello' } });
  expect(preRecordedRequest.safeParse({ audio_url, toy_config: { greeting: 'hey' } }).success).toBe(false);
});

it('is in the description of the interface', () => {
  const { PreRecordedRequest, TranscriptionResultDTO, ToyConfig } = buildOpenApi().components.schemas;
  expect(PreRecordedRequest.properties).toMatchObject({
    toy: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'Greets the speakers.', 'x-stability': 'alpha' },
    toy_config: { anyOf: [{ $ref: '#/components/schemas/ToyConfig' }, { type: 'null' }] },
  });
  expect(ToyConfig.properties).toHaveProperty('greeting.anyOf.0.enum', ['hello', 'goodbye']);
  expect(TranscriptionResultDTO.properties).toHaveProperty('toy.properties.results');
});

it('is in the run of a job', async () => {
  const { toy } = await runToy();
  expect(toy).toMatchObject({ success: true, is_empty: false, error: null, results: 'goodbye, 1 of you' });
  expect(addonActivity('toy')).toBe('Greeting');
});

it('is in the options', () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {} });
  const options = new OptionsState();
  expect(requestOf(audio_url, options.current())).not.toHaveProperty('toy');
  options.choose('toy', 'goodbye');
  expect(requestOf(audio_url, options.current())).toMatchObject({ toy: true, toy_config: { greeting: 'goodbye' } });
  const { body } = render(OptionFields, { props: { options } });
  expect(body).toContain('Greet the speakers');
  expect(body).toContain('Say nothing');
});

it('is in the result view', async () => {
  const { body } = render(AddonResults, { props: { result: await runToy(), onseek() {} } });
  expect(body).toMatch(/<h3[^>]*>Greeting</);
  expect(body).toContain('goodbye, 1 of you');
});
`;
