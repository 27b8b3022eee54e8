import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { freePort } from '../pool/nats-server.ts';
import { Running, typed } from './typed.ts';

const whole = inject('whole');
/** A package index may be slow. */
const INSTALLED_MS = 600_000;
const MODEL = join(PROJECT_ROOT, 'tests/fixtures/mini/mini-whisper');
const RECORDING = join(PROJECT_ROOT, 'tests/fixtures/mini/audio/en_hello.wav');

/** What a user of the SDK writes: only the address and the key are this gateway's. */
const PROGRAM = `
import sys
from gladiaio_sdk import GladiaClient

client = GladiaClient(api_key=sys.argv[2], api_url=sys.argv[1])
job = client.prerecorded().transcribe(sys.argv[3], {"model": "solaria-1"}, interval=1, timeout=90)
print(job.status, job.result.transcription.full_transcript)
print(len(client.prerecorded().get_file(job.id)))
print(client.prerecorded().delete(job.id))
`;

it('answers the Python SDK of a hosted service, unchanged', { timeout: INSTALLED_MS }, async ({ skip }) => {
  const installed = await typed(whole, 'python3 -m pip install --quiet --target python gladiaio-sdk==2.2.1');
  if (installed.status !== 0) skip('Python’s package index cannot be reached');
  writeFileSync(join(whole, 'program.py'), PROGRAM);
  writeFileSync(
    join(whole, 'sdk.json'),
    '{ "keyHeaders": ["x-gladia-key"], "models": { "solaria-1": "stt-1" } }',
  );
  const gateway = await Running.start(
    whole,
    `node_modules/.bin/earshot gateway --port ${await freePort()} --settings sdk.json --models '${MODEL}'`,
  );
  const key = /x-service-key: (\S+)/.exec(gateway.output)?.[1];
  const { output, errors } = await typed(
    whole,
    `PYTHONPATH=python python3 program.py ${gateway.url} ${key} '${RECORDING}'`,
  );
  await gateway.stop();
  expect(errors).toBe('');
  expect(output).toBe('done Hello my name is John Smith. Where is the train?\n221058\nTrue\n');
});
