import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { uploadedFile } from '../../src/contract/jobs/uploaded-file.ts';
import { database } from '../../src/storage/database/database.ts';
import { room } from '../fakes/empty-database.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { addKey, asJson, ORIGIN, type Service, startService } from './service.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const file = (path: string, name = basename(path)) => new File([readFileSync(join(FIXTURES, path))], name);
const HELLO = 'mini/audio/en_hello.wav';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());

function form(...parts: [string, File | string][]): RequestInit {
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  return { method: 'POST', body };
}

async function upload(audio: File) {
  const response = await service.call('/v2/upload', form(['audio', audio]));
  expect(response.status, await response.clone().text()).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  return uploadedFile.strict().parse(await response.json());
}

async function refuse(init: RequestInit, status: number, headers: Record<string, string | null> = {}) {
  const response = await service.call('/v2/upload', init, headers);
  expect(response.status, await response.clone().text()).toBe(status);
  const body = errorBody.strict().parse(await response.json());
  expect(body).toMatchObject({ statusCode: status, path: '/v2/upload' });
  await expectNothingStored();
  return body;
}

async function expectNothingStored() {
  const db = await database();
  expect([await db.count('audio'), await db.count('audio-pieces')]).toEqual([0, 0]);
}

describe('§4.1, §2.1: uploading a file', () => {
  it('gives its address, on the origin of the request, and what is known of it [§2.1 *; §4.1 *]', async () => {
    const audio = file(HELLO);
    const { audio_url, audio_metadata } = await upload(audio);
    expect(audio_url).toBe(`${ORIGIN}/v2/upload/${audio_metadata.id}`);
    expect(audio_metadata).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      filename: 'en_hello.wav',
      extension: 'wav',
      size: audio.size,
      audio_duration: (audio.size - 44) / 2 / 16_000,
      number_of_channels: 1,
    });
  });

  it('gives an address that leads to the same bytes, and makes a job', async () => {
    const audio = file(HELLO);
    const { audio_url } = await upload(audio);
    const response = await service.call(audio_url);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(join(FIXTURES, HELLO)))).toBe(true);
    const created = await service.call('/v2/pre-recorded', asJson({ audio_url }));
    expect(created.status).toBe(200);
  });

  const kinds: [string, string, string, number, number][] = [
    ['mini/audio/stereo_en.wav', 'wav', 'audio/wav', 2, 0],
    ['mini/audio/en_60s.flac', 'flac', 'audio/flac', 1, 63.4325],
    ['containers/cbr.mp3', 'mp3', 'audio/mpeg', 1, 0],
    ['containers/aac.m4a', 'm4a', 'audio/mp4', 1, 0],
    ['containers/opus.webm', 'webm', 'audio/webm', 1, 0],
    ['containers/opus.ogg', 'ogg', 'audio/ogg', 1, 0],
    ['containers/pcm_s16.aiff', 'aiff', 'audio/aiff', 1, 0],
    ['containers/eight_channels.wav', 'wav', 'audio/wav', 8, 0],
  ];
  it.each(kinds)('reads %s from its container', async (path, extension, type, channels, duration) => {
    const { audio_url, audio_metadata } = await upload(file(path));
    expect(audio_metadata).toMatchObject({ extension, number_of_channels: channels });
    expect(audio_metadata.audio_duration).toBeGreaterThan(0.5);
    if (duration) expect(audio_metadata.audio_duration).toBeCloseTo(duration, 3);
    expect((await service.call(audio_url)).headers.get('content-type')).toBe(type);
  });

  it('believes the content, not the name', async () => {
    const { audio_metadata } = await upload(file('containers/cbr.mp3', 'really.wav'));
    expect(audio_metadata).toMatchObject({ filename: 'really.wav', extension: 'mp3' });
  });

  it.each(['Gespräch 会話 🎧.wav', 'say "hi"; again.wav', 'a%20b.wav', '.wav'])(
    'keeps the name %s',
    async (name) => {
      expect((await upload(file(HELLO, name))).audio_metadata.filename).toBe(name);
    },
  );

  it('ignores plain fields beside the file, before and after it', async () => {
    const response = await service.call(
      '/v2/upload',
      form(['title', 'Hello'], ['audio', file(HELLO)], ['note', 'x'.repeat(100_000)]),
    );
    expect(response.status).toBe(200);
    const { audio_metadata } = await response.json();
    expect(audio_metadata.size).toBe(file(HELLO).size);
  });

  it('keeps the capitals of the boundary, which is quoted or not', async () => {
    const bytes = readFileSync(join(FIXTURES, HELLO));
    for (const [header, boundary] of [
      ['multipart/form-data; boundary=AbC-dEf', 'AbC-dEf'],
      ['Multipart/Form-Data; charset=utf-8; Boundary="A b:C"', 'A b:C'],
    ]) {
      const body = new Blob([
        `--${boundary}\r\ncontent-disposition: form-data; name=audio; filename=a.wav\r\n\r\n`,
        bytes,
        `\r\n--${boundary}--\r\n`,
      ]);
      const response = await service.call(
        '/v2/upload',
        { method: 'POST', body },
        { 'content-type': header ?? '' },
      );
      expect(response.status, await response.clone().text()).toBe(200);
    }
  });

  it('stores two uploads at once apart', async () => {
    const [one, two] = await Promise.all([upload(file(HELLO)), upload(file('mini/audio/fr_bonjour.wav'))]);
    expect(one.audio_metadata.id).not.toBe(two.audio_metadata.id);
    expect((await service.call(two.audio_url)).headers.get('content-length')).toBe(
      String(two.audio_metadata.size),
    );
  });
});

describe('bad input to upload', () => {
  const parts: [string, RequestInit, string][] = [
    ['no part', form(), 'audio is required'],
    ['plain fields only', form(['title', 'x']), 'audio is required'],
    [
      'a file of another name',
      form(['file', file(HELLO)]),
      'audio is required: the file was sent in a part named "file"',
    ],
    [
      'a name in capitals',
      form(['Audio', file(HELLO)]),
      'audio is required: the file was sent in a part named "Audio"',
    ],
    ['a text named audio', form(['audio', 'hello']), 'audio must be a file: its part has no filename'],
    [
      'two files named audio',
      form(['audio', file(HELLO)], ['audio', file(HELLO)]),
      'audio must be the only file: 2 were sent',
    ],
    [
      'a second file',
      form(['audio', file(HELLO)], ['cover', file('containers/picture.png')]),
      'audio must be the only file: 2 were sent',
    ],
    ['an empty file', form(['audio', file('containers/empty_file.wav')]), 'audio must not be an empty file'],
  ];
  it.each(parts)('is 400 for %s [§4.1 Request]', async (_, init, fault) => {
    // A form without parts is a body that contains only the closing boundary.
    expect((await refuse(init, 400)).validation_errors).toEqual([fault]);
  });

  const broken: [string, string, RegExp][] = [
    ['multipart/form-data', '--b--', /validation_errors/],
    ['multipart/form-data; boundary=b', '', /boundary that Content-Type names/],
    ['multipart/form-data; boundary=b', '--B--', /boundary that Content-Type names/],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nhalf', /cut off/],
  ];
  it.each(broken)('is 400 for the content type %s with the body %j', async (type, body, message) => {
    const { message: said } = await refuse({ method: 'POST', body }, 400, { 'content-type': type });
    expect(said).toMatch(message);
  });

  it.each([
    'audio/wav',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/mixed; boundary=b',
    '',
  ])('is 415 for the content type %j, and says which are read', async (type) => {
    const init = { method: 'POST', body: new Blob([readFileSync(join(FIXTURES, HELLO))]) };
    const { message } = await refuse(init, 415, { 'content-type': type });
    expect(message).toMatch(/multipart\/form-data.*audio.*application\/json.*audio_url/);
  });

  it.each(['text.wav', 'json.mp3', 'picture.png', 'zeros.mp3', 'realaudio.rm', 'wma.wma', 'amr.amr'])(
    'is 415 for %s, which is no audio that can be read',
    async (name) => {
      const { message } = await refuse(form(['audio', file(`containers/${name}`)]), 415);
      expect(message.length).toBeGreaterThan(20);
    },
  );

  it.each(['header_only.wav', 'zero_length.wav', 'video_without_audio.mp4', 'video_without_audio.webm'])(
    'is 422 for %s, which has no sound in it',
    async (name) => {
      await refuse(form(['audio', file(`containers/${name}`)]), 422);
    },
  );

  it.each(['alac.m4a', 'alac_stereo.m4a'])(
    'is 422, not endless, for %s with an impossible table',
    async (name) => {
      const bytes = new Uint8Array(readFileSync(join(FIXTURES, 'containers', name)));
      const samplesPerChunk = Buffer.from(bytes).indexOf('stsc') + 16;
      bytes.set([0xfe, 0xff, 0xff, 0xff], samplesPerChunk);
      const { message } = await refuse(form(['audio', new File([bytes], name)]), 422);
      expect(message).toMatch(/damaged: its index contradicts its size/);
    },
  );

  it('is 507 when the browser cannot hold the body', async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('--b\r\n')),
      pull: (controller) => controller.error(new Error('no room')),
    });
    const init = { method: 'POST', body, ...{ duplex: 'half' } };
    const { message } = await refuse(init, 507, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(message).toMatch(/Not enough storage\. Delete/);
  });
});

describe('a full disk', () => {
  it('is 507 before anything is written, and says how much is free and needed', async () => {
    const audio = file('mini/audio/stereo_en.wav');
    Object.assign(room, { quota: 2_000_000, usage: 1_800_000 });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const add = vi.spyOn(IDBObjectStore.prototype, 'add');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const { message } = await refuse(form(['audio', audio]), 507);
    expect(message).toContain(`${(audio.size / 1e6).toFixed(1)} MB, and 0.2 MB is free`);
    expect(add).not.toHaveBeenCalled();
    // The key's last use is noted, and nothing else.
    expect(
      put.mock.contexts.filter((store) => store instanceof IDBObjectStore && store.name !== 'keys'),
    ).toEqual([]);
  });

  it('is 507, with nothing half-written, when the room runs out during the write', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const disk = fillDisk('audio-pieces');
    const { message } = await refuse(form(['audio', file(HELLO)]), 507);
    expect(message).toMatch(/MB, and the browser cannot provide the 10000 MB it reports as free/);
    disk.mockRestore();
    await upload(file(HELLO));
  });
});

describe('an address that is our own', () => {
  it('is answered with the upload that is there', async () => {
    const { audio_url, audio_metadata } = await upload(file(HELLO));
    const response = await service.call('/v2/upload', asJson({ audio_url }));
    expect(await response.json()).toEqual({ audio_url, audio_metadata });
  });

  it('is 404 when nothing is there, or it is somebody else’s', async () => {
    const { audio_url } = await upload(file(HELLO));
    const other = { 'x-service-key': await addKey('other') };
    const nowhere = `${ORIGIN}/v2/upload/6f1c0a52-5f0e-4f44-9a53-0d6a7e1b2c3d`;
    expect((await service.call('/v2/upload', asJson({ audio_url }), other)).status).toBe(404);
    expect((await service.call('/v2/upload', asJson({ audio_url: nowhere }))).status).toBe(404);
  });
});
