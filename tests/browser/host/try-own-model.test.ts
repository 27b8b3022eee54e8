import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tryOwnModels } from '../../../src/host/run/speech/try-own-model.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';
import { importModel } from '../../../src/models/store/import-model.ts';
import { deleteModel } from '../../../src/models/store/model-store.ts';
import { servedUrl } from '../../../src/models/store/served-models.ts';
import { STARTED } from '../../../src/realms/every-worker/shared/start-sign.ts';
import { getModelTrial } from '../../../src/storage/models/model-trials.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const OWN = 'my-whisper';
const { signal } = new AbortController();

/** An unknown field of a graph (protobuf field 1000, 16 bytes): the same graph in bytes that were never tried. */
const unknownField = () => Uint8Array.of(0xc2, 0x3e, 16, ...crypto.getRandomValues(new Uint8Array(16)));

/** Imports the bundled miniature's files as a model of the user's own. */
async function importOwn(change: (path: string, bytes: Blob) => Blob = (_, bytes) => bytes): Promise<void> {
  const files: File[] = [];
  for (const { path } of findModel('mini-whisper').files) {
    const bytes = await (await fetch(servedUrl('mini-whisper', path))).blob();
    const other = path.endsWith('.onnx') ? new Blob([bytes, unknownField()]) : bytes;
    const file = new File([change(path, other)], path.split('/').at(-1) ?? path);
    Object.defineProperty(file, 'webkitRelativePath', { value: `${OWN}/${path}` });
    files.push(file);
  }
  const { models, refused } = await importModel(files);
  expect(refused).toEqual([]);
  expect(models).toMatchObject([{ modelId: OWN, complete: true }]);
}

/** Counts workers, and lets them hang behind their start. */
function watchWorkers(hangs = false) {
  const Real = globalThis.Worker;
  const made = vi.fn();
  vi.stubGlobal(
    'Worker',
    class extends Real {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        made();
        super(...given);
        // As one in an endless loop: it takes what it is asked, and says nothing.
        if (!hangs) return;
        this.addEventListener('message', (event) => {
          if (event.data !== STARTED) event.stopImmediatePropagation();
        });
      }
    },
  );
  return made;
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await deleteModel(OWN).catch(() => undefined);
});

describe('a model of the user’s own, before a job depends on it', () => {
  it('is tried once if it works', async () => {
    await importOwn();
    const made = watchWorkers();
    await tryOwnModels([OWN], signal);
    expect(await getModelTrial(OWN)).toMatchObject({ fault: null });
    const used = made.mock.calls.length;
    expect(used).toBeGreaterThan(0);
    await tryOwnModels([OWN], signal);
    expect(made).toHaveBeenCalledTimes(used);
  });

  it('fails with its reason if its encoder is damaged, and is not tried again until it is imported anew', {
    tags: THOROUGH_TAG,
  }, async () => {
    await importOwn((path, bytes) => (path.includes('encoder') ? bytes.slice(0, bytes.size / 2) : bytes));
    const made = watchWorkers();
    const failure = {
      code: 'model_missing',
      message: expect.stringMatching(/^my-whisper.* cannot be used: .+/),
    };
    await expect(tryOwnModels([OWN], signal)).rejects.toMatchObject(failure);
    const used = made.mock.calls.length;
    await expect(tryOwnModels([OWN], signal)).rejects.toMatchObject(failure);
    expect(made).toHaveBeenCalledTimes(used);
    vi.unstubAllGlobals();
    await importOwn();
    await tryOwnModels([OWN], signal);
    expect(await getModelTrial(OWN)).toMatchObject({ fault: null });
  });

  it('fails if it shows no progress within the limit', async () => {
    await importOwn();
    watchWorkers(true);
    await expect(tryOwnModels([OWN], signal, 1_500)).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringMatching(/showed no progress for 2 s/),
    });
  });

  it('is not judged by a job that is deleted meanwhile', async () => {
    await importOwn();
    const before = await getModelTrial(OWN);
    await expect(tryOwnModels([OWN], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(await getModelTrial(OWN)).toEqual(before);
  });

  it('is left alone if it is one of the app’s', async () => {
    const made = watchWorkers();
    await tryOwnModels(['mini-whisper'], signal);
    expect(made).not.toHaveBeenCalled();
  });
});
