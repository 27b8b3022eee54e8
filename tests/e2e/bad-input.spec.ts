import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import refused from '../engines/refused-files.json' with { type: 'json' };
import { clip, fixture } from './clips.ts';
import { type Answer, finished, submit, uploadBytes } from './page-service.ts';
import { test } from './test.ts';

function expectError(answer: Answer, status: number): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  const body = errorBody.parse(answer.body);
  expect(body.statusCode).toBe(answer.status);
  expect(body.message.length).toBeGreaterThan(10);
}

// What is damaged ends with its code in each browser: tests/engines/bad-input.spec.ts.
test('a file that is no usable audio is refused in the shape of §7', async ({ app }) => {
  for (const [file, status] of Object.entries(refused)) {
    await test.step(file, async () => {
      expectError(await uploadBytes(app, readFileSync(fixture(`containers/${file}`)), file), status);
    });
  }
});

test.describe('a request that is wrong is answered in the shape of §7 by the real worker', () => {
  test('a model that is not installed ends the job with 503 when it was asked not to wait', async ({
    newApp,
  }) => {
    const job = await finished(newApp, await submit(newApp, clip('en_hello.wav').path));
    expect(job).toMatchObject({ status: 'error', error_code: 503 });
  });
});
