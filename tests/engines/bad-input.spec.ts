import { readFileSync } from 'node:fs';
import { overwritten } from '../browser/audio/damage.ts';
import { clip, fixture } from '../e2e/clips.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, outcomeOf, transcribe, upload } from './page-tasks.ts';

/** What every browser must refuse, and with which status. */
const REFUSED: Record<string, number> = {
  'empty_file.wav': 400,
  'text.wav': 415,
  'json.mp3': 415,
  'picture.png': 415,
  'zero_length.wav': 422,
  'header_only.wav': 422,
  'video_without_audio.mp4': 422,
  'video_without_audio.webm': 422,
  'wma.wma': 415,
  'amr.amr': 415,
  'realaudio.rm': 415,
  'speex.ogg': 415,
  'adpcm.wav': 415,
};

test('bad input: every unusable or unknown file is refused with the same status, and the queue goes on', async ({
  engine,
}) => {
  const statuses: Record<string, number> = {};
  for (const file of Object.keys(REFUSED)) {
    statuses[file] = (await upload(engine, fileToSend(fixture(`containers/${file}`)))).status;
  }
  expect(statuses).toEqual(REFUSED);
  expect((await transcribe(engine, fileToSend(clip('en_yes.wav').path))).text).toBe('Yes.');
});

/** What remains of a file. */
const DAMAGES = {
  header: (blob: Blob) => blob.slice(0, 30),
  noise: (blob: Blob) => overwritten(blob, 200 / blob.size, 1),
};

/** How each file ends with its first 30 bytes alone, and with noise after its first 200 bytes: what can be saved is heard. */
const DAMAGED: Record<string, Record<keyof typeof DAMAGES, string>> = {
  'long.aac': { header: 'done', noise: 'done' },
  'long.ac3': { header: '422', noise: '415' },
  'long.flac': { header: '422', noise: '422' },
  'long.m4a': { header: '422', noise: '422' },
  'long.mp3': { header: '422', noise: '415' },
  'long.mpegts': { header: '415', noise: '422' },
  'long.ogg': { header: '422', noise: '422' },
  'long.webm': { header: '422', noise: '422' },
  'long_alac.m4a': { header: '422', noise: '422' },
  'long_vorbis.ogg': { header: '422', noise: '422' },
  'alac.caf': { header: '422', noise: '422' },
  'pcm_s16.aiff': { header: '422', noise: 'done' },
};

test('bad input: each damaged container ends with the same code', async ({ engine }) => {
  const damage = async (name: string, how: keyof typeof DAMAGES) => {
    const damaged = await DAMAGES[how](new Blob([readFileSync(fixture(`containers/${name}`))]));
    const base64 = Buffer.from(await damaged.arrayBuffer()).toString('base64');
    return outcomeOf(engine, { name, base64 });
  };
  const outcomes: typeof DAMAGED = {};
  for (const name of Object.keys(DAMAGED)) {
    outcomes[name] = { header: await damage(name, 'header'), noise: await damage(name, 'noise') };
  }
  expect(outcomes).toEqual(DAMAGED);
  expect((await transcribe(engine, fileToSend(clip('en_yes.wav').path))).text).toBe('Yes.');
});
