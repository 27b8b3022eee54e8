import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { MOST_SHARED_FILES, SHARE_REFUSED } from '../../contract/errors/share-refusal.ts';
import { database } from '../../storage/database/database.ts';
import { listArrivals, readArrival } from '../../storage/recordings/arrival-store.ts';
import { SHARE_PATH, takeSharedFiles } from './take-shared-files.ts';

beforeEach(async () => {
  await emptyDatabase();
  // Why a form was refused.
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

interface Part {
  /** As it is in the header. */
  filename: string | null;
  content?: string;
  name?: string;
}

const BOUNDARY = 'of the system';

function bodyOf(parts: readonly Part[]): string {
  const all = parts.map(({ filename, content = 'sound', name = 'recordings' }) => {
    const named = filename === null ? '' : `; filename="${filename}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n${content}\r\n`;
  });
  return `${all.join('')}--${BOUNDARY}--\r\n`;
}

/** Shares it as the system does; why it was refused, or null. */
async function share(body: string, type = `multipart/form-data; boundary="${BOUNDARY}"`) {
  const headers = { 'content-type': type };
  const request = new Request(`https://app.example${SHARE_PATH}`, {
    method: 'POST',
    headers,
    body,
    referrer: '',
  });
  const response = await takeSharedFiles(request);
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '').searchParams.get(SHARE_REFUSED);
}

const names = async () => (await listArrivals()).map(({ filename }) => filename);
const pieces = async () => (await database()).count('arrival-pieces');

describe('files that are shared', () => {
  it('are kept in their order, also the same ones twice, until somebody answers', async () => {
    const parts = ['one.wav', 'two.wav', 'one.wav'].map((filename) => ({ filename, content: filename }));
    expect(await share(bodyOf(parts))).toBeNull();
    expect(await share(bodyOf(parts.slice(0, 1)))).toBeNull();
    expect(await names()).toEqual(['one.wav', 'two.wav', 'one.wav', 'one.wav']);
    const contents = (await listArrivals()).map(async (one) => (await readArrival(one)).text());
    expect(await Promise.all(contents)).toEqual(['one.wav', 'two.wav', 'one.wav', 'one.wav']);
  });

  it.each([
    ['a very long one', `${'a'.repeat(10_000)}.m4a`, `${'a'.repeat(251)}.m4a`],
    ['marks that turn its direction', 'talk\u202Evaw.\u2066exe', 'talkvaw.exe'],
    ['a path', '../../etc/passwd.wav', 'passwd.wav'],
    ['a path of Windows', 'C:\\Users\\me\\talk.wav', 'talk.wav'],
    ['control characters', 'ta\u0000\u001b[31mlk\u007f.wav', 'ta[31mlk.wav'],
    ['half a character', 'ta\uD83Dlk.wav', 'ta\uFFFDlk.wav'],
    ['nothing', '', 'audio'],
    ['dots', '..', 'audio'],
    ['a separator at its end', 'talk.wav/', 'audio'],
    ['markup', '<img src=x onerror=alert(1)>.wav', '<img src=x onerror=alert(1)>.wav'],
  ])('have a plain name where theirs is %s', async (_, given, kept) => {
    expect(await share(bodyOf([{ filename: given }]))).toBeNull();
    expect(await names()).toEqual([kept]);
  });

  it('are those of the field alone, also empty ones', async () => {
    const parts = [
      { filename: 'empty.wav', content: '' },
      { filename: 'talk.wav' },
      { filename: '', content: '' },
    ];
    const others = [
      { filename: null, content: 'words' },
      { filename: 'other.wav', name: 'files' },
    ];
    expect(await share(bodyOf([...parts, ...others]))).toBeNull();
    expect(await names()).toEqual(['empty.wav', 'talk.wav']);
    expect((await listArrivals()).map(({ bytes }) => bytes)).toEqual([0, 5]);
  });

  it.each([
    ['none', bodyOf([])],
    ['a field without a file', bodyOf([{ filename: '', content: '' }])],
    ['text alone', bodyOf([{ filename: null, content: 'words' }])],
    ['nothing', ''],
    ['a form that is cut off', bodyOf([{ filename: 'talk.wav' }]).slice(0, -12)],
    ['a form without an end of its header', `--${BOUNDARY}\r\nContent-Disposition: form-data`],
  ])('are refused as unreadable where there is %s', async (_, body) => {
    expect(await share(body)).toBe('unreadable');
    expect([await names(), await pieces()]).toEqual([[], 0]);
  });

  it('are refused as unreadable where it is no form', async () => {
    expect(await share('sound', 'audio/wav')).toBe('unreadable');
    expect(await share('sound', '')).toBe('unreadable');
  });

  it('are refused, all of them, where they are more than can wait', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ filename: `${at}.wav` }));
    expect(await share(bodyOf(many(200)))).toBe('too-many');
    expect([await names(), await pieces()]).toEqual([[], 0]);
    expect(await share(bodyOf(many(MOST_SHARED_FILES)))).toBeNull();
    expect(await share(bodyOf(many(1)))).toBe('too-many');
    expect(await names()).toHaveLength(MOST_SHARED_FILES);
  });

  it('are refused where two forms at once are more than can wait', async () => {
    const half = () => bodyOf(Array.from({ length: 12 }, (_, at) => ({ filename: `${at}.wav` })));
    const answers = await Promise.all([share(half()), share(half())]);
    expect(answers.toSorted()).toEqual(['too-many', null].toSorted());
    expect(await names()).toHaveLength(12);
  });
});
