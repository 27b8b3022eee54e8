import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitParts } from './split-parts.ts';

const BOUNDARY_CHARACTERS = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'];
const boundaries = fc
  .array(fc.constantFrom(...BOUNDARY_CHARACTERS), { minLength: 1, maxLength: 70 })
  .map((characters) => characters.join(''));

/** Bytes sown with all that could be taken for a delimiter of this boundary. */
const trickyBytes = (boundary: string) =>
  fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(
          '\r',
          '\n',
          '\r\n',
          '\r\n--',
          `--${boundary}`,
          `--${boundary}--`,
          `\n--${boundary}\n`,
          `\r\n--${boundary}x`,
          `\r\n--${boundary}-`,
          `\r\n--${boundary.slice(0, -1)}`,
          `\r\n-${boundary}\r\n`,
          `\r\n\r\n--${boundary}\r`,
        ),
      ),
      { maxLength: 12 },
    )
    .map(
      (pieces) =>
        new Blob(pieces.map((piece) => (typeof piece === 'string' ? piece : new Uint8Array(piece)))),
    );

/** Whether the content itself holds a whole delimiter line: no sender may choose such a boundary. */
async function holdsDelimiter(content: Blob, boundary: string): Promise<boolean> {
  const text = new TextDecoder('latin1').decode(await new Blob(['\r\n', content, '\r\n']).arrayBuffer());
  const escaped = boundary.replaceAll(/[-]/g, '\\-');
  return new RegExp(`\\r\\n--${escaped}(--)?[ \\t]*\\r\\n`).test(text);
}

function multipart(boundary: string, contents: Blob[]): Blob {
  return new Blob([
    ...contents.flatMap((content, index) => [
      `--${boundary}\r\nContent-Disposition: form-data; name="p${index}"; filename="f"\r\n\r\n`,
      content,
      '\r\n',
    ]),
    `--${boundary}--\r\n`,
  ]);
}

describe('splitting a multipart body', () => {
  it('gives back every part byte for byte, whatever lies in it and wherever the chunks are cut', async () => {
    const bodies = boundaries.chain((boundary) =>
      fc.record({
        boundary: fc.constant(boundary),
        contents: fc.array(trickyBytes(boundary), { minLength: 1, maxLength: 4 }),
        chunkBytes: fc.integer({ min: 1, max: 300 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async ({ boundary, contents, chunkBytes }) => {
        for (const content of contents) fc.pre(!(await holdsDelimiter(content, boundary)));
        const parts = await splitParts(multipart(boundary, contents), boundary, chunkBytes);
        expect(parts.map((part) => part.name)).toEqual(contents.map((_, index) => `p${index}`));
        for (const [index, part] of parts.entries()) {
          expect(await part.content.bytes()).toEqual(await contents[index]?.bytes());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with the platform about what FormData wrote', async () => {
    const form = new FormData();
    form.append('title', 'Grüße\r\naus Köln');
    form.append('audio', new Blob([new Uint8Array([13, 10, 45, 45])]), 'say "hi".wav');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const boundary = request.headers.get('content-type')?.split('boundary=')[1] ?? '';
    const parts = await splitParts(await request.blob(), boundary);
    expect(parts.map(({ name, filename }) => ({ name, filename }))).toEqual([
      { name: 'title', filename: null },
      { name: 'audio', filename: 'say "hi".wav' },
    ]);
    expect(await parts[0]?.content.text()).toBe('Grüße\r\naus Köln');
    expect([...((await parts[1]?.content.bytes()) ?? [])]).toEqual([13, 10, 45, 45]);
  });

  it('finds a second file that begins in the middle of a large body', async () => {
    const half = new Blob([new Uint8Array(5_000_000).fill(13)]);
    const parts = await splitParts(multipart('b', [half, half]), 'b');
    expect(parts.map((part) => part.content.size)).toEqual([5_000_000, 5_000_000]);
  });

  it('ignores what stands before the first and after the last boundary', async () => {
    const body = new Blob(['preamble\r\n', multipart('b', [new Blob(['x'])]), 'epilogue\r\n--b\r\n\r\n']);
    const parts = await splitParts(body, 'b');
    expect(await parts[0]?.content.text()).toBe('x');
    expect(parts).toHaveLength(1);
  });

  it('accepts blanks at the end of a boundary line, and a last line without a line break', async () => {
    const parts = await splitParts(new Blob(['--b \t\r\n\r\nx\r\n--b--']), 'b');
    expect(parts).toHaveLength(1);
    expect(await parts[0]?.content.text()).toBe('x');
  });

  const refused: [string, BlobPart[], RegExp][] = [
    ['an empty body', [], /does not contain the boundary/],
    ['another boundary', ['--other\r\n\r\nx\r\n--other--\r\n'], /does not contain the boundary/],
    ['a body that is cut off in a part', ['--b\r\n\r\nx'], /cut off/],
    ['a body that is cut off after a boundary', ['--b\r\n\r\nx\r\n--b\r\n'], /cut off/],
    ['line feeds alone', ['--b\n\nx\n--b--\n'], /does not contain the boundary/],
    [
      'a part without an end of its header',
      ['--b\r\nContent-Disposition: form-data\r\n--b--'],
      /end of its header/,
    ],
    ['endless header lines', ['--b\r\n', 'a'.repeat(20_000), '\r\n\r\nx\r\n--b--'], /end of its header/],
    ['a thousand parts', ['--b\r\n\r\nx\r\n'.repeat(1000), '--b--'], /more than 100 parts/],
  ];
  it.each(refused)('refuses %s', async (_, body, message) => {
    await expect(splitParts(new Blob(body), 'b')).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
  });
});
