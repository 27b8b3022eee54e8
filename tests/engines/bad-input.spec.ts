import { clip, fixture } from '../e2e/clips.ts';
import { expect, test } from './engine-test.ts';
import { fileToSend, transcribe, upload } from './page-tasks.ts';

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

test('bad input: every damaged or unknown container is refused with the same status, and the queue goes on', async ({
  engine,
}) => {
  const statuses: Record<string, number> = {};
  for (const file of Object.keys(REFUSED)) {
    statuses[file] = (await upload(engine, fileToSend(fixture(`containers/${file}`)))).status;
  }
  expect(statuses).toEqual(REFUSED);
  expect((await transcribe(engine, fileToSend(clip('en_yes.wav').path))).text).toBe('Yes.');
});
