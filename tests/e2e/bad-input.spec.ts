import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip, fixture } from './clips.ts';
import { type Answer, create, finished, submit, transcribe, uploadBytes } from './page-service.ts';
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

/**
 * One file for each way to decode, with what the miniature hears in it. That every container is decoded, whole and damaged,
 * is shown by tests/browser/audio.
 */
const HEARD: Record<string, RegExp> = {
  'long.mp3': /^Hello my name is John Smith\./,
  'video.mp4': /^(Yes|Bread)\./,
  'vorbis.ogg': /^(Yes|Bread)\./,
  'alac.caf': /^(Yes|Bread)\./,
  'ac3.mp4': /^(Yes|Bread)\./,
  'adpcm.wav': /^(Yes|Bread)\./,
  'eight_channels.m4a': /\w/,
};

function expectError(answer: Answer, statuses: number[]): void {
  expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
  const body = errorBody.parse(answer.body);
  expect(body.statusCode).toBe(answer.status);
  expect(body.message.length).toBeGreaterThan(10);
}

/** A valid job succeeds, whatever came before it. */
async function expectStillWorking(app: Page): Promise<void> {
  const { result } = await transcribe(app, clip('en_yes.wav').path);
  expect(result.transcription?.full_transcript).toBe('Yes.');
}

/** The same sequence in every run, so that failures are reproducible. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

function bitFlipped(bytes: Buffer, flips: number): Buffer {
  const damaged = Buffer.from(bytes);
  const random = randomNumbers(bytes.length);
  for (let flip = 0; flip < flips; flip++) {
    const at = random.next().value % damaged.length;
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << (random.next().value % 8)), at);
  }
  return damaged;
}

test('a file that is no usable audio is refused in the shape of §7', async ({ app }) => {
  for (const [file, statuses] of Object.entries(REFUSED)) {
    await test.step(file, async () => {
      expectError(await uploadBytes(app, readFileSync(fixture(`containers/${file}`)), file), statuses);
    });
  }
});

test('a file is transcribed, whatever container it is in', { tag: THOROUGH }, async ({ app }) => {
  for (const [file, heard] of Object.entries(HEARD)) {
    await test.step(file, async () => {
      const { result } = await transcribe(app, fixture(`containers/${file}`));
      expect(result.metadata.audio_duration).toBeGreaterThan(1.2);
      expect(result.transcription?.full_transcript).toMatch(heard);
    });
  }
});

test('a damaged file ends in an error or in what could be saved, and other jobs go on', {
  tag: THOROUGH,
}, async ({ app }) => {
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'cut in the middle': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
    'cut within its header': (bytes) => bytes.subarray(0, 30),
    'with flipped bits': (bytes) => bitFlipped(bytes, Math.max(8, Math.floor(bytes.length / 500))),
  };
  for (const [damage, apply] of Object.entries(damages)) {
    for (const file of ['long.mp3', 'opus.webm', 'alac.m4a']) {
      await test.step(`${file} ${damage}`, async () => {
        const answer = await uploadBytes(app, apply(readFileSync(fixture(`containers/${file}`))), file);
        if (answer.status !== 200) {
          expectError(answer, [415, 422]);
          return;
        }
        const job = await finished(app, await create(app, { audio_url: answer.body.audio_url }));
        if (job.status === 'error') {
          expect([415, 422], JSON.stringify(job.post_session_metadata)).toContain(job.error_code);
          expect(job.completed_at).not.toBeNull();
        }
      });
    }
  }
  await expectStillWorking(app);
});

test.describe('a request that is wrong is answered in the shape of §7 by the real worker', () => {
  test('a model that is not installed ends the job with 503 when it was asked not to wait', async ({
    newApp,
  }) => {
    const job = await finished(newApp, await submit(newApp, clip('en_hello.wav').path));
    expect(job).toMatchObject({ status: 'error', error_code: 503 });
  });
});
