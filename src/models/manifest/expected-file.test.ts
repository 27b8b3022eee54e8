import { expect, it } from 'vitest';
import { findModel } from './catalogue.ts';
import { expectFiles } from './expected-file.ts';
import { parseModelSource } from './model-source.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';

it('finds the files of a direction by name in any folder, and tells folders apart by their hash', async () => {
  const model = findModel('firefox-en-pt');
  const asked: string[] = [];
  const siblings = ['tiny', 'base-memory'].flatMap((folder) =>
    model.files.map(({ path, bytes, sha256 }) => ({
      rfilename: `models/${folder}/en-pt/${path}`,
      size: bytes,
      lfs: { sha256: folder === 'tiny' ? '0'.repeat(64) : sha256, size: folder === 'tiny' ? 5 : bytes },
    })),
  );
  const { revision, files } = await expectFiles(model, model.files, {
    source: parseModelSource('hub'),
    signal: new AbortController().signal,
    request: async (url) => {
      asked.push(url.pathname + url.search);
      return Response.json({ sha: SHA, siblings });
    },
  });
  expect(asked).toEqual(['/api/models/pisar/firefox-translations-models/revision/main?blobs=true']);
  expect(revision).toBe(SHA);
  expect(files.map(({ path, remote }) => [path, remote])).toEqual(
    model.files.map(({ path }) => [path, `models/base-memory/en-pt/${path}`]),
  );
});

const inRepository = (...names: string[]) => ({
  sha: SHA,
  siblings: names.map((rfilename) => ({ rfilename, size: 3, lfs: { sha256: '1'.repeat(64), size: 3 } })),
});

it.each([
  [['int8/encoder-model.8bit.onnx', 'int8/x/encoder-model.onnx'], 'int8/encoder-model.8bit.onnx', 3],
  // Of two that fit, neither is guessed.
  [['int8/encoder-model.onnx', 'int8/encoder-model.b.onnx'], 'int8/encoder-model*.onnx', null],
])('finds a file whose name is known in part among %j', async (names, remote, bytes) => {
  const model = findModel('parakeet-ultra');
  const file = model.files.find(({ path }) => path.startsWith('encoder'));
  if (!file) throw new Error('No encoder.');
  const { files } = await expectFiles(model, [file], {
    source: parseModelSource('hub'),
    signal: new AbortController().signal,
    request: async () => Response.json(inRepository(...names, 'int8/vocab.txt')),
  });
  expect(files).toEqual([expect.objectContaining({ remote, bytes, path: file.path })]);
});
