import { expect, it, vi } from 'vitest';
import { type ZippedFile, zipStream } from './zip-stream.ts';

const file = (name: string, input: ZippedFile['input']) => ({ name, input, lastModified: new Date(0) });

it('fails with the file that cannot be read', async () => {
  async function* files() {
    yield file('a.txt', 'Hello.');
    yield file(
      'b.txt',
      new ReadableStream({
        pull: (controller) => controller.error(new DOMException('gone', 'NotFoundError')),
      }),
    );
  }
  await expect(new Response(zipStream(files())).arrayBuffer()).rejects.toThrow('gone');
});

it('reads no further file once nobody takes the bytes', async () => {
  const asked: number[] = [];
  let hasEnded = false;
  async function* files() {
    try {
      for (let at = 0; ; at++) {
        asked.push(at);
        yield file(`${at}.txt`, 'x'.repeat(100_000));
      }
    } finally {
      hasEnded = true;
    }
  }
  const reader = zipStream(files()).getReader();
  await reader.read();
  await reader.cancel();
  await vi.waitFor(() => expect(hasEnded).toBe(true));
  expect(asked.length).toBeLessThan(5);
});
