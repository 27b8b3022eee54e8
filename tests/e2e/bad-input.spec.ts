import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { clip, fixture } from './clips.ts';
import { type Answer, finished, submit, uploadBytes } from './page-service.ts';
import { test } from './test.ts';

/** Files that must be refused at once, with the expected status. */
const REFUSED: Record<string, number[]> = {
  'empty_file.wav': [400],
  'text.wav': [415],
  'json.mp3': [415],
  'picture.png': [415],
  'zeros.mp3': [415, 422],
  'zero_length.wav': [422],
  'header_only.wav': [422],
  'video_without_audio.mp4': [422],
  'video_without_audio.webm': [422],
  'wma.wma': [415],
  'amr.amr': [415],
  'realaudio.rm': [415],
  'speex.ogg': [415],
};

function expectError(answer: Answer, statuses: number[]): void {
  expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
  const body = errorBody.parse(answer.body);
  expect(body.statusCode).toBe(answer.status);
  expect(body.message.length).toBeGreaterThan(10);
}

// What is damaged ends with its code in each browser: tests/engines/bad-input.spec.ts.
test('a file that is no usable audio is refused in the shape of §7', async ({ app }) => {
  for (const [file, statuses] of Object.entries(REFUSED)) {
    await test.step(file, async () => {
      expectError(await uploadBytes(app, readFileSync(fixture(`containers/${file}`)), file), statuses);
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
