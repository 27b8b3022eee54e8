import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { typed } from './typed.ts';

const whole = inject('whole');
const { url, key } = inject('gateway');
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
  const recordings = ['en_hello', 'fr_bonjour'].map((name) => `'${join(MINI, 'audio', name)}.wav'`).join(' ');
  const { output, errors } = await typed(
    whole,
    // The package warns that translations are deprecated.
    `PYTHONPATH=openai-python python3 -W ignore::DeprecationWarning '${PROGRAM}' ${url} ${key} ${recordings}`,
  );
  expect(errors).toBe('');
  const hello = 'Hello my name is John Smith. Where is the train?';
  expect(output.trim().split('\n')).toEqual([
    `json ${hello}`,
    `text ${hello}`,
    expect.stringMatching(/^srt Hello/),
    'vtt WEBVTT',
    'verbose english 10 2 True',
    `diarized agent ${hello}`,
    `stream ${hello}`,
    `done transcript.text.done ${hello}`,
    expect.stringMatching(/^translation Hello .*school/),
    'models True',
    'BadRequestError invalid_request language',
    'NotFoundError model_not_found model',
    'AuthenticationError invalid_api_key None',
  ]);
});
