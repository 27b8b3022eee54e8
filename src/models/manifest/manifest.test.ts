import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifestJson from '../../../models-manifest/models.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../cli/project-root.ts';
import { catalogue, findAsrModel, findModel, isAsrModel } from './catalogue.ts';
import { partsOf } from './file-parts.ts';
import { manifest } from './manifest.ts';
import { downloadSize, filesFor } from './manifest-files.ts';
import { marianParts } from './translation-directions.ts';

type Json = { id: string; folder: string; files: { path: string }[]; [key: string]: unknown };

/** The manifest with one model changed. */
function changed(id: string, change: (model: Json) => void) {
  const copy: { version: number; models: Json[] } = structuredClone(manifestJson);
  const model = copy.models.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`No model ${id}.`);
  change(model);
  return manifest.safeParse(copy);
}

const messages = (result: ReturnType<typeof changed>) =>
  result.error?.issues.map((issue) => issue.message).join('\n');

describe('the manifest', () => {
  it('matches its schema', () => {
    expect(manifest.safeParse(manifestJson).error).toBeUndefined();
  });

  it('has a model for every use of the catalogue', () => {
    const engines = new Set(catalogue.map((model) => model.engine));
    expect([...engines].sort()).toEqual([
      'audio-classification',
      'marian',
      'nnsplit',
      'segmentation',
      'sentence-embedding',
      'sortformer',
      'speaker-embedding',
      'spoken-language',
      'text-classification',
      'text-generation',
      'token-classification',
      'transducer',
      'translation',
      'voice-activity',
      'whisper',
    ]);
  });

  it('states the size of every speech recogniser for each of its devices', () => {
    for (const model of catalogue.filter(isAsrModel)) {
      for (const device of model.devices) {
        expect(downloadSize(model, device).bytes, `${model.id} on ${device}`).toBeGreaterThan(0);
        expect(filesFor(model, device).length).toBeGreaterThan(0);
      }
    }
  });

  it('has an entry for each direction of the table, with its size, its hashes and its parts', () => {
    const marian = catalogue.flatMap((model) => (model.engine === 'marian' ? [model] : []));
    expect(marian).toHaveLength(20);
    for (const model of marian) {
      expect(downloadSize(model, 'wasm')).toEqual({ bytes: expect.any(Number), exact: true });
      expect(model.files.every(({ sha256 }) => sha256 !== null)).toBe(true);
      const { model: weights, shortlist, vocabularies } = marianParts(model);
      expect([weights, shortlist, ...vocabularies].toSorted()).toEqual(
        model.files.map(({ path }) => path).toSorted(),
      );
    }
    const japanese = marian.find(({ id }) => id === 'firefox-en-ja');
    expect(japanese && marianParts(japanese).vocabularies).toEqual([
      'srcvocab.enja.spm',
      'trgvocab.enja.spm',
    ]);
  });

  it.each([
    ['public/models', 'zipformer-gigaspeech-3.3m'],
    ['tests/fixtures/mini', 'mini-whisper'],
  ])('describes to the byte what lies in %s', (place, id) => {
    const model = findModel(id);
    for (const file of model.files) {
      expect(statSync(join(PROJECT_ROOT, place, model.folder, file.path)).size).toBe(file.bytes);
    }
  });

  it('names the hash of each file that lies in parts of at most 20 MB in public/models', async () => {
    const model = findModel('whisper-base-q8');
    for (const { path, bytes, parts = 1, sha256 } of model.files) {
      const hash = createHash('sha256');
      const files = parts === 1 ? [{ path, bytes: bytes ?? 0 }] : partsOf({ path, bytes: bytes ?? 0, parts });
      for (const file of files) {
        expect(file.bytes).toBeLessThanOrEqual(20_000_000);
        hash.update(readFileSync(join(PROJECT_ROOT, 'public/models', model.folder, file.path)));
      }
      expect(hash.digest('hex'), path).toBe(sha256);
    }
  });

  it('offers language models to devices without a GPU, too, in weights made for them', () => {
    const writers = catalogue.flatMap((model) =>
      model.engine === 'text-generation' && 'dtype' in model ? [model] : [],
    );
    expect(writers.length).toBeGreaterThan(1);
    for (const { id, dtype, devices } of writers) {
      expect(devices, id).toContain('wasm');
      expect(dtype.wasm?.model, id).toMatch(/^q[48]$/);
    }
  });

  it('sums up what one device needs, not both', () => {
    const model = findModel('whisper-base');
    expect(downloadSize(model, 'wasm')).toEqual({ bytes: 79_641_437, exact: true });
    expect(downloadSize(model, 'webgpu')).toEqual({ bytes: 138_934_000, exact: true });
    expect(downloadSize(findModel('whisper-tiny'), 'webgpu')).toEqual({ bytes: 66_500_000, exact: false });
  });

  it('finds only speech recognisers with findAsrModel', () => {
    expect(findAsrModel('whisper-base').engine).toBe('whisper');
    expect(() => findAsrModel('silero-vad')).toThrow('not a speech recogniser');
    expect(() => findModel('nothing')).toThrow('no model with the id nothing');
  });

  const POINTERS = join(PROJECT_ROOT, '../shared/models/whisper-text-files');
  it.skipIf(!existsSync(POINTERS))('agrees with the published text files of Whisper', () => {
    const tokenizer = findModel('whisper-base').files.find((file) => file.path === 'tokenizer.json');
    expect(readFileSync(join(POINTERS, 'tokenizer.json')).length).toBe(tokenizer?.bytes);
  });
});

/** JSON with two spaces for each level; parsing it would sort keys that are numbers. */
function indented(json: string): string {
  let level = 0;
  const line = () => `\n${'  '.repeat(level)}`;
  return json
    .replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
    .replaceAll(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g, (piece) => {
      if (piece === ',') return piece + line();
      if (piece === ':') return ': ';
      if (/^[}\]]$/.test(piece)) {
        level -= 1;
        return line() + piece;
      }
      if (!/^[{[]$/.test(piece)) return piece;
      level += 1;
      return piece + line();
    });
}

describe('what the manifest says of files', () => {
  const shared = join(PROJECT_ROOT, '../shared/models');
  const present = catalogue.flatMap((model) => {
    const folder = ['', 'mini', 'bench']
      .map((below) => join(shared, below, model.folder))
      .find((candidate) => existsSync(candidate));
    return folder === undefined ? [] : [{ model, folder }];
  });

  it.skipIf(present.length === 0)(
    'is true of every file that is beside the project, for every device',
    () => {
      const checked = present.flatMap(({ model, folder }) =>
        model.files
          .filter(({ path }) => existsSync(join(folder, path)))
          .map(({ path, bytes, sha256, otherSha256 }) => {
            const content = readFileSync(join(folder, path));
            const digest = createHash('sha256').update(content).digest('hex');
            const isOther = otherSha256?.includes(digest) === true;
            return {
              told: `${model.id} ${path} ${bytes ?? content.length} ${isOther ? digest : sha256}`,
              true: `${model.id} ${path} ${content.length} ${digest}`,
            };
          }),
      );
      expect(checked.length).toBeGreaterThan(30);
      expect(checked.map(({ told }) => told)).toEqual(checked.map((file) => file.true));
    },
  );

  it.skipIf(!existsSync(join(shared, 'rampart')))(
    'accepts other hashes only of the same content with other white space',
    () => {
      const others = present.flatMap(({ model, folder }) =>
        model.files.flatMap((file) => (file.otherSha256 ? [{ file, folder }] : [])),
      );
      expect(others.length).toBeGreaterThan(0);
      for (const { file, folder } of others) {
        const content = readFileSync(join(folder, file.path), 'utf8');
        const settings = ['', '\n'].map((end) => indented(content) + end);
        const hashes = settings.map((text) => createHash('sha256').update(text).digest('hex'));
        expect(hashes, file.path).toContain(file.sha256);
      }
    },
  );

  it('is complete for every model that is supplied by hand, of which no hub tells more', () => {
    const unknown = catalogue
      .filter(({ source }) => source === null)
      .flatMap(({ id, files }) =>
        files
          .filter(({ bytes, sha256 }) => bytes === null || sha256 === null)
          .map(({ path }) => `${id} ${path}`),
      );
    expect(unknown).toEqual([]);
  });

  it('names files of its own for each device that needs other data types', () => {
    for (const model of catalogue) {
      if (!('dtype' in model) || model.devices.length < 2) continue;
      const paths = model.devices.map((device) =>
        filesFor(model, device)
          .map(({ path }) => path)
          .join(),
      );
      const types = new Set(model.devices.map((device) => JSON.stringify(model.dtype[device])));
      expect(new Set(paths).size, model.id).toBe(types.size);
    }
  });
});

describe('the schema rejects', () => {
  it('a duplicate id', () => {
    const result = changed('whisper-tiny', (model) => {
      model.id = 'whisper-base';
    });
    expect(messages(result)).toContain('The id whisper-base occurs twice.');
  });

  it('a duplicate folder', () => {
    const result = changed('whisper-tiny', (model) => {
      model.folder = 'mini-whisper';
    });
    expect(messages(result)).toContain('The folder mini-whisper occurs twice.');
  });

  it('a part that is not a file', () => {
    const result = changed('zipformer-gigaspeech-3.3m', (model) => {
      model.parts = { encoder: 'other.onnx', decoder: 'decoder.onnx', joiner: null, tokens: 'tokens.txt' };
    });
    expect(messages(result)).toContain('the part other.onnx is not among its files');
  });

  it('a recogniser of unknown size', () => {
    const result = changed('whisper-tiny', (model) => {
      model.approximateBytes = {};
    });
    expect(messages(result)).toContain('no download size for webgpu');
  });

  it('a device without a dtype', () => {
    const result = changed('whisper-tiny', (model) => {
      model.dtype = { wasm: { encoder_model: 'q8' } };
    });
    expect(messages(result)).toContain('no dtype for webgpu');
  });

  it.each(['../secret', '/etc/passwd', 'a/../b', 'a b'])('the path %s', (path) => {
    const withPath = (value: string) =>
      changed('whisper-tiny', (model) => {
        model.files = [{ ...model.files[0], path: value }];
      });
    expect(withPath('a/b.json').success).toBe(true);
    expect(withPath(path).success).toBe(false);
  });
});
