import { describe, expect, it } from 'vitest';
import { catalogue, findAsrModel } from '../manifest/catalogue.ts';
import type { ManifestModel } from '../manifest/manifest.ts';
import type { Installation } from '../store/installations.ts';
import { chooseLanguageFinder } from './choose-language-finder.ts';

const SMALL = findAsrModel('zipformer-gigaspeech-3.3m');
const LARGE = findAsrModel('parakeet-tdt-0.6b-v3');

function installed(model: ManifestModel): Installation {
  const available = new Set(model.files.map(({ path }) => path));
  return { model, stored: new Map(), served: available, inParts: new Map(), available, given: true };
}

function finder(models: readonly ManifestModel[], beside = SMALL, memoryGb: number | null = 8) {
  const capabilities = {
    webgpu: { supported: true, adapter: 'a GPU', shaderF16: true, maxBufferBytes: 2 ** 30 },
    threading: { supported: true },
    hardwareConcurrency: 8,
    jspi: true,
    memoryGb,
  } as const;
  return chooseLanguageFinder(models.map(installed), capabilities, beside);
}

const named = (...ids: string[]) => catalogue.filter(({ id }) => ids.includes(id));

/** One that nobody has checked, smaller than all others. */
function own(languages: string[] | 'all'): ManifestModel {
  const small = findAsrModel('mini-whisper');
  if (small.engine !== 'whisper') throw new Error('It is no Whisper.');
  return { ...small, id: 'own-mine', own: true, scope: 'general', languages };
}

describe('the model that finds the language for a transducer', () => {
  it('is the smallest installed Whisper, on the CPU', () => {
    const found = finder(named('whisper-small', 'whisper-base'));
    expect(found?.model.id).toBe('whisper-base');
    expect(found?.choice.device).toBe('wasm');
    expect(finder(named('whisper-tiny', 'whisper-base'))?.model.id).toBe('whisper-tiny');
  });

  it('is one that was made for it, whatever else is installed', () => {
    const found = finder(named('whisper-tiny', 'voxlingua107'));
    expect(found?.model.id).toBe('voxlingua107');
    expect(found?.choice.device).toBe('wasm');
    expect(finder(named('whisper-base', 'voxlingua107'), LARGE, 3)).toBeNull();
  });

  it('is never one that knows few languages or none, or that needs a GPU', () => {
    expect(finder(named('mini-whisper', 'bench-whisper-tiny', 'whisper-large-v3-turbo'))).toBeNull();
    expect(finder([own(['en', 'de', 'fr'])])).toBeNull();
    expect(finder([SMALL, LARGE])).toBeNull();
  });

  it('is never a model of the user’s own, which nobody chose for this', () => {
    expect(finder([own('all')])).toBeNull();
    expect(finder([own('all'), ...named('whisper-base')])?.model.id).toBe('whisper-base');
  });

  it('has room beside the recogniser', () => {
    expect(finder(named('whisper-base'), LARGE, 4)).toBeNull();
    expect(finder(named('whisper-base'), LARGE, 8)?.model.id).toBe('whisper-base');
    expect(finder(named('whisper-base'), LARGE, null)?.model.id).toBe('whisper-base');
  });
});
