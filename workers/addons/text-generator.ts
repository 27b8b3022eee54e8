import type { AddonKey } from '../../src/addons/addon.ts';
import type { TextGenerator } from '../../src/addons/text-models.ts';
import type { Generated, LoadedTextGenerator } from '../../src/engine/text/text-generator.ts';
import { AppError } from '../../src/lib/errors.ts';
import { type ChosenModel, chooseInstalled } from '../../src/models/choose-stage-model.ts';
import { findNamedModel } from '../../src/models/find-named-model.ts';
import { deviceOfInstalled } from '../../src/models/installations.ts';
import type { ManifestModel, StageModel } from '../../src/models/manifest.ts';
import { takeModel, textModelOptions } from './model-shelf.ts';

const isGenerator = (model: ManifestModel): model is StageModel => model.engine === 'text-generation';

/**
 * The language model for an add-on: the one that is named, else the first that is installed; null where none is.
 *
 * @throws AppError `invalid_request` for a name that the manifest does not know, `model_missing` for a model that is not
 * installed or does not run here
 */
export async function textGenerator(use: AddonKey, name?: string): Promise<TextGenerator | null> {
  const named = name === undefined ? null : findNamedModel(name, isGenerator);
  const chosen = await chooseInstalled(
    (model): model is StageModel =>
      isGenerator(model) && (named ? model.id === named.id : model.uses.includes(use)),
  );
  if (!chosen) {
    if (!named) return null;
    throw new AppError(
      'model_missing',
      `${named.title} is not installed, or does not run on this device. Download it under Models, or name no model.`,
    );
  }
  const { model } = chosen;
  const generator = await takeModel(chosen, () => ResilientGenerator.load(chosen));
  const { contextTokens } = generator;
  return {
    modelId: model.id,
    contextTokens,
    vocabulary: model.scope === 'synthetic' ? 'closed' : 'open',
    countTokens: (text) => generator.countTokens(text),
    generate: async (messages, options) => (await generator.generate(messages, options)).text,
  };
}

/** A language model that leaves a graphics processor which cannot load it, fails, or gives blank or looping text, for WASM. */
class ResilientGenerator implements LoadedTextGenerator {
  #onGpu: boolean;

  private constructor(
    private readonly model: StageModel,
    private running: LoadedTextGenerator,
    onGpu: boolean,
  ) {
    this.#onGpu = onGpu;
  }

  static async load(chosen: ChosenModel): Promise<ResilientGenerator> {
    const onGpu = chosen.choice.device === 'webgpu';
    try {
      return new ResilientGenerator(chosen.model, await load(chosen), onGpu);
    } catch (error) {
      if (!onGpu || error instanceof AppError) throw error;
      console.error(error);
      return new ResilientGenerator(
        chosen.model,
        await loadWithoutGpu(chosen.model, 'could not load it'),
        false,
      );
    }
  }

  get contextTokens(): number {
    return this.running.contextTokens;
  }

  countTokens(text: string): number {
    return this.running.countTokens(text);
  }

  async generate(...[messages, options]: Parameters<LoadedTextGenerator['generate']>): Promise<Generated> {
    const run = () => this.running.generate(messages, options);
    if (!this.#onGpu) return run();
    const written = await run().catch((error: unknown) => {
      options.signal?.throwIfAborted();
      if (error instanceof AppError) throw error;
      console.error(error);
      return null;
    });
    if (written && written.text !== '' && !written.looped) return written;
    const why = written ? 'gave blank or looping text' : 'failed';
    const other = await loadWithoutGpu(this.model, why).catch((error: unknown) => {
      // Text that loops may be the model's own fault: better than nothing where it cannot run elsewhere.
      if (written?.text) return null;
      throw error;
    });
    if (!other) return written ?? run();
    await this.running.dispose();
    this.running = other;
    this.#onGpu = false;
    return run();
  }

  dispose(): Promise<void> {
    return this.running.dispose();
  }
}

async function load(chosen: ChosenModel): Promise<LoadedTextGenerator> {
  const { loadTextGenerator } = await import('../../src/engine/text/text-generator.ts');
  return loadTextGenerator(await textModelOptions(chosen));
}

async function loadWithoutGpu(model: StageModel, why: string): Promise<LoadedTextGenerator> {
  const choice = await deviceOfInstalled(model, { withoutGpu: `the graphics processor ${why}` });
  if (!choice || choice.device === 'webgpu' || !choice.fits) {
    throw new AppError(
      'model_missing',
      `The graphics processor ${why}, and ${model.title} runs nowhere else here. Install another model.`,
    );
  }
  return load({ model, choice });
}
