import type { PageInterface } from '../../src/client/api/page-interface.ts';

export interface UploadPlan {
  /** By its address, with the page library, or with the page's own `fetch`. */
  way: 'by address' | 'by address without parts' | 'as a file' | 'as a file by fetch';
  files: { size: number; address: string }[];
}

/**
 * What a page does that nobody drives: uploads each recording, and says so at `/bench-report`. As text it is a script of that
 * page, so it uses nothing outside itself.
 */
export async function uploadInPage({ way, files }: UploadPlan): Promise<void> {
  /** A file as the browser's picker gives it: its bytes lie on disk. */
  async function fileOnDisk(address: string, size: number): Promise<File> {
    const opening = indexedDB.open(`bench-${size}`, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('blobs');
    await new Promise((resolve, reject) => {
      opening.onsuccess = resolve;
      opening.onerror = reject;
    });
    const partBytes = 50e6;
    for (let start = 0; start < size; start += partBytes) {
      const range = `bytes=${start}-${Math.min(size, start + partBytes) - 1}`;
      const blob = await (await fetch(address, { headers: { range } })).blob();
      const transaction = opening.result.transaction('blobs', 'readwrite');
      transaction.objectStore('blobs').put(blob, start);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = reject;
      });
    }
    const parts: IDBRequest<Blob[]> = opening.result.transaction('blobs').objectStore('blobs').getAll();
    await new Promise((resolve, reject) => {
      parts.onsuccess = resolve;
      parts.onerror = reject;
    });
    // One file on disk: browsers read a Blob of several otherwise.
    const joining = opening.result.transaction('blobs', 'readwrite').objectStore('blobs');
    joining.clear();
    joining.put(new File(parts.result, 'long.wav', { type: 'audio/wav' }), 'whole');
    await new Promise((resolve, reject) => {
      joining.transaction.oncomplete = resolve;
      joining.transaction.onabort = reject;
    });
    const whole: IDBRequest<File> = opening.result.transaction('blobs').objectStore('blobs').get('whole');
    await new Promise((resolve, reject) => {
      whole.onsuccess = resolve;
      whole.onerror = reject;
    });
    return whole.result;
  }

  async function post(headers: Record<string, string>, audio: File | string): Promise<{ audio_url: string }> {
    const form = new FormData();
    form.append('audio', audio);
    const json = { ...headers, 'content-type': 'application/json' };
    const init =
      typeof audio === 'string'
        ? { headers: json, body: JSON.stringify({ audio_url: audio }) }
        : { headers, body: form };
    const response = await fetch('/v2/upload', { method: 'POST', ...init });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  const say = (what: string, more: object = {}) =>
    fetch('/bench-report', { method: 'POST', body: JSON.stringify({ what, ...more }) });
  try {
    const { key, ready, upload }: PageInterface = await import(`${location.origin}/earshot.js`);
    await ready();
    const headers = { 'x-service-key': await key() };
    for (const { size, address } of files) {
      const file = way.startsWith('as a file') ? await fileOnDisk(address, size) : null;
      await say('ready');
      const { audio_url } =
        file && way === 'as a file' ? await upload(file) : await post(headers, file ?? address);
      const range = `bytes=${size - 16}-`;
      const stored = await fetch(new URL(audio_url).pathname, { headers: { ...headers, range } });
      await say('stored', { tail: Array.from(new Uint8Array(await stored.arrayBuffer())) });
    }
  } catch (error) {
    await say('failed', { message: String(error) });
  }
}
