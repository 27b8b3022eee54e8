import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { freePort } from '../pool/nats-server.ts';
import { hasSpeakerModels, withSpeakerModels } from './speaker-models.ts';
import { Running, typed } from './typed.ts';

const whole = inject('whole');
/** A package index may be slow. */
const INSTALLED_MS = 600_000;
const MINI = join(PROJECT_ROOT, 'tests/fixtures/mini');
const PROGRAM = join(PROJECT_ROOT, 'tests/package/openai-client.py');

it('answers the Python package of OpenAI, unchanged', { timeout: INSTALLED_MS }, async ({ skip }) => {
  const installed = await typed(
    whole,
    'python3 -m pip install --quiet --target openai-python openai==3.57.0',
  );
  if (installed.status !== 0) skip('Python or its package index cannot be reached');
  writeFileSync(join(whole, 'openai-python.json'), '{ "baseAddresses": ["/v1"] }');
  const gateway = await Running.start(
    whole,
    `node_modules/.bin/earshot gateway --port ${await freePort()} --settings openai-python.json --models '${withSpeakerModels(MINI)}'`,
  );
  const key = /x-service-key: (\S+)/.exec(gateway.output)?.[1];
  const recordings = ['en_hello', 'fr_bonjour'].map((name) => `'${join(MINI, 'audio', name)}.wav'`).join(' ');
  const { output, errors } = await typed(
    whole,
    // The package warns that translations are deprecated.
    `PYTHONPATH=openai-python python3 -W ignore::DeprecationWarning '${PROGRAM}' ${gateway.url} ${key} ${recordings}`,
  );
  await gateway.stop();
  expect(errors).toBe('');
  const hello = 'Hello my name is John Smith. Where is the train?';
  expect(output.trim().split('\n')).toEqual([
    `json ${hello}`,
    `text ${hello}`,
    expect.stringMatching(/^srt Hello/),
    'vtt WEBVTT',
    'verbose english 10 2 True',
    hasSpeakerModels ? `diarized agent ${hello}` : 'diarized model_not_found',
    `stream ${hello}`,
    `done transcript.text.done ${hello}`,
    expect.stringMatching(/^translation Hello .*school/),
    'models True',
    'BadRequestError invalid_request language',
    'NotFoundError model_not_found model',
    'AuthenticationError invalid_api_key None',
  ]);
});
