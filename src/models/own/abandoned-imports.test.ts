import 'fake-indexeddb/auto';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { failWrites } from '../../../tests/fakes/failing-writes.ts';
import { database } from '../../storage/database/database.ts';
import {
  deleteModelFile,
  listModelFiles,
  OWN_MODEL_DESCRIPTION,
  putModelFile,
} from '../../storage/models/model-file-store.ts';
import { catalogue } from '../manifest/catalogue.ts';
import { importModel } from '../store/import-model.ts';
import { modelLock } from '../store/model-lock.ts';
import { deleteAbandonedImports } from './abandoned-imports.ts';
import { ownModels } from './own-models.ts';

vi.mock('../store/served-models.ts', async (original) => ({
  ...(await original<typeof import('../store/served-models.ts')>()),
  servedModels: async () => [],
}));

beforeEach(async () => {
  await emptyDatabase();
  // What cannot be cleaned up is reported.
  vi.spyOn(console, 'warn').mockReturnValue();
});

const TEXTS = ['preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** A graph that names its outputs, as an export of Whisper does. */
function decoder(): Uint8Array<ArrayBuffer> {
  const output = (name: string) => new BinaryWriter().tag(1, WireType.LengthDelimited).string(name).finish();
  const graph = new BinaryWriter();
  for (const name of ['logits', 'cross_attentions.0'])
    graph.tag(12, WireType.LengthDelimited).bytes(output(name));
  return new Uint8Array(new BinaryWriter().tag(7, WireType.LengthDelimited).bytes(graph.finish()).finish());
}

/** The folder of a person's own model, as it is picked. */
function picked(): File[] {
  const contents: Record<string, string | Uint8Array<ArrayBuffer>> = {
    'config.json': JSON.stringify({ model_type: 'whisper' }),
    'generation_config.json': JSON.stringify({ is_multilingual: false, alignment_heads: [[3, 1]] }),
    ...Object.fromEntries(TEXTS.map((path) => [path, '{}'])),
    'onnx/encoder_model_quantized.onnx': new Uint8Array(100),
    'onnx/decoder_model_merged_quantized.onnx': decoder(),
  };
  return Object.entries(contents).map(([path, content]) => {
    const file = new File([content], path.split('/').at(-1) ?? path);
    Object.defineProperty(file, 'webkitRelativePath', { value: `dentist/${path}` });
    return file;
  });
}

const rows = async () => {
  const db = await database();
  return [...(await db.getAllKeys('model-files')), ...(await db.getAllKeys('model-pieces'))];
};

describe('an import of an own model that is cut off', () => {
  it('leaves the model whole or, once a host has started, without a row', async () => {
    let stopped = 0;
    for (let write = 1; ; write++) {
      await emptyDatabase();
      // Nothing is written after the page has ended, not even by what cleans up behind an error.
      const ending = failWrites((nth) => nth >= write);
      const outcome = await importModel(picked()).then(
        () => 'done',
        () => 'ended',
      );
      ending.mockRestore();
      await deleteAbandonedImports();
      if (outcome === 'done') break;
      stopped += 1;
      expect(await ownModels()).toEqual([]);
      expect(await rows()).toEqual([]);
    }
    expect(await ownModels()).toMatchObject([{ id: 'dentist' }]);
    expect(await listModelFiles()).toHaveLength(8);
    // Seven files and their description, each deleted, written and completed.
    expect(stopped).toBe(24);
  });

  it('is left alone while it goes on', async () => {
    await importModel(picked());
    await deleteModelFile('dentist', OWN_MODEL_DESCRIPTION);
    await navigator.locks.request(modelLock('dentist'), () => deleteAbandonedImports());
    expect(await listModelFiles()).toHaveLength(7);
    await deleteAbandonedImports();
    expect(await rows()).toEqual([]);
  });
});

it('leaves files that are no import: of the manifest, and of a model that another version knows', async () => {
  const about = { size: 9, received: 3, chunks: 0, sha256: null, complete: false };
  const known = { ...about, model_id: catalogue[0]?.id ?? '', path: 'a', etag: null, revision: null };
  const foreign = { ...about, model_id: 'of-a-newer-version', path: 'a', etag: '"x"', revision: null };
  for (const record of [known, foreign]) await putModelFile(record);
  await deleteAbandonedImports();
  expect(await listModelFiles()).toHaveLength(2);
});
