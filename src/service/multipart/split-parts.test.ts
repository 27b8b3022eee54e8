import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { splitParts } from './split-parts.ts';

const BOUNDARY_CHARACTERS = [...'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'];
const boundaries = fc
  .array(fc.constantFrom(...BOUNDARY_CHARACTERS), { minLength: 1, maxLength: 70 })
  .map((characters) => characters.join(''));

/** Bytes full of sequences that could be mistaken for a delimiter of this boundary. */
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
          `\r\n--${boundary}${' '.repeat(130)}`,
        ),
      ),
      { maxLength: 12 },
    )
    .map(
      (pieces) =>
        new Blob(pieces.map((piece) => (typeof piece === 'string' ? piece : new Uint8Array(piece)))),
    );

/** Whether the content contains a whole delimiter line; no sender may choose such a boundary. */
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
  it('returns every part byte for byte, whatever its content and however the chunks are split', async () => {
    const bodies = boundaries.chain((boundary) =>
      fc.record({
        boundary: fc.constant(boundary),
        contents: fc.array(trickyBytes(boundary), { minLength: 1, maxLength: 4 }),
        windowBytes: fc.integer({ min: 1, max: 400 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async ({ boundary, contents, windowBytes }) => {
        for (const content of contents) fc.pre(!(await holdsDelimiter(content, boundary)));
        const parts = await splitParts(multipart(boundary, contents), boundary, { windowBytes });
        expect(parts.map((part) => part.name)).toEqual(contents.map((_, index) => `p${index}`));
        for (const [index, part] of parts.entries()) {
          expect(await part.content.bytes()).toEqual(await contents[index]?.bytes());
        }
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('agrees with the platform about FormData', async () => {
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

  it('ignores what precedes the first and follows the last boundary', async () => {
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

/** A WAV file of silence that declares `saidBytes` (by default the truth). */
function wav(bytes: number, saidBytes = bytes): Blob {
  const header = new DataView(new ArrayBuffer(44));
  for (const [at, name] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const) {
    for (const [index, character] of [...name].entries())
      header.setUint8(at + index, character.charCodeAt(0));
  }
  header.setUint32(4, saidBytes - 8, true);
  return new Blob([header, new Uint8Array(bytes - 44)]);
}

it('reads no stream of the body: Chromium’s stand still for good now and then', async () => {
  vi.spyOn(Blob.prototype, 'stream').mockImplementation(
    () => new ReadableStream({ type: 'bytes', pull: () => new Promise(() => undefined) }),
  );
  const parts = await splitParts(multipart('b', [new Blob(['x']), wav(200_000)]), 'b');
  vi.restoreAllMocks();
  expect(parts.map((part) => part.content.size)).toEqual([1, 200_000]);
});

it('reads a part of the body a second time where the browser does not answer', async () => {
  vi.useFakeTimers();
  const body = multipart('b', [new Blob(['x'])]);
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValueOnce(new Promise(() => undefined));
  const splitting = splitParts(body, 'b');
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect((await splitting).map((part) => part.content.size)).toEqual([1]);
});

describe('splitting a body with a large file', () => {
  const largePartBytes = 100_000;
  afterEach(() => vi.restoreAllMocks());

  /** Splits the body and counts how much of it was read. */
  async function split(contents: Blob[]) {
    let read = 0;
    const { arrayBuffer, stream } = Blob.prototype;
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
      read += this.size;
      return arrayBuffer.call(this);
    });
    vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
      read += this.size;
      return stream.call(this);
    });
    const parts = await splitParts(multipart('b', contents), 'b', { largePartBytes });
    vi.restoreAllMocks();
    return { sizes: parts.map((part) => part.content.size), read };
  }

  it('does not read a file that declares its length and is followed by a boundary there', async () => {
    const { sizes, read } = await split([wav(3_000_000)]);
    expect(sizes).toEqual([3_000_000]);
    expect(read).toBeLessThan(50_000);
  });

  it('finds what follows it, small or large', async () => {
    const { sizes, read } = await split([new Blob(['x']), wav(3_000_000), new Blob(['y']), wav(2_000_000)]);
    expect(sizes).toEqual([1, 3_000_000, 1, 2_000_000]);
    expect(read).toBeLessThan(12_000_000);
  });

  it('searches one whose declared length is wrong', async () => {
    for (const said of [200_000, 2_999_999, 3_000_001, 4_000_000, 0xffff_ffff]) {
      expect((await split([wav(3_000_000, said), new Blob(['y'])])).sizes).toEqual([3_000_000, 1]);
    }
  });

  it('searches one that declares none', async () => {
    const noise = new Blob([new Uint8Array(3_000_000).fill(13)]);
    const { sizes, read } = await split([noise, noise]);
    expect(sizes).toEqual([3_000_000, 3_000_000]);
    expect(read).toBeGreaterThan(6_000_000);
  });
});

describe('splitting a body full of lines that look like delimiters', () => {
  it.each([
    ['the shortest boundary', 'a', '\r\n--ab'],
    ['blanks after it', 'a', '\r\n--a x'],
    ['half a closing line', 'a', '\r\n--a-'],
    ['a long one', 'b'.repeat(70), `\r\n--${'b'.repeat(71)}`],
  ])('reads each byte once: %s', async (_, boundary, line) => {
    const content = new Blob([line.repeat(1_000_000 / line.length)]);
    const body = multipart(boundary, [content]);
    const { arrayBuffer, stream } = Blob.prototype;
    let read = 0;
    let reads = 0;
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
      read += this.size;
      reads++;
      return arrayBuffer.call(this);
    });
    vi.spyOn(Blob.prototype, 'stream').mockImplementation(function (this: Blob) {
      read += this.size;
      reads++;
      return stream.call(this);
    });
    const parts = await splitParts(body, boundary);
    vi.restoreAllMocks();
    expect(parts.map((part) => part.content.size)).toEqual([content.size]);
    expect(read).toBeLessThan(body.size + 100_000);
    expect(reads).toBeLessThan(10);
  });
});
