import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { LoadedTextGenerator } from '../../../language/text/text-generator.ts';
import type { TextGenerator } from '../../../language/text/text-models.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { type ChosenModel, chooseInstalled } from '../../../models/choice/choose-stage-model.ts';
import type { DeviceChoice } from '../../../models/device/capabilities.ts';
import { noteSpeed } from '../../../models/device/model-speed.ts';
import { findNamedModel } from '../../../models/manifest/find-named-model.ts';
import type { ManifestModel, StageModel } from '../../../models/manifest/manifest.ts';
import { deviceOfInstalled } from '../../../models/store/installations.ts';
import { type DeviceLoader, GpuFallback } from '../../every-worker/worker/gpu-fallback.ts';
import { takeModel, textModelOptions } from './take-model.ts';

const isGenerator = (model: ManifestModel): model is StageModel => model.engine === 'text-generation';

/**
 * The add-on's language model: the named one, otherwise the first installed; null if there is none.
 *
 * @throws AppError `invalid_request` for an unknown name, `model_missing` for a model that is not installed or cannot
 *   run here
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
      msg`${named.title} is not installed, or does not run on this device.`,
      { remedy: msg`Download it under Models, or name no model.` },
    );
  }
  const { model } = chosen;
  const note: NoteSpeed = (device, speed) => noteSpeed(model.id, device, speed);
  const generator = await takeModel(chosen, () => loadGenerator(loaderOf(chosen), note));
  const { contextTokens } = generator;
  return {
    modelId: model.id,
    contextTokens,
    vocabulary: model.scope === 'synthetic' ? 'closed' : 'open',
    countTokens: (text) => generator.countTokens(text),
    generate: async (messages, options) => (await generator.generate(messages, options)).text,
  };
}

/** Shorter answers say nothing about the speed. */
const FEWEST_WORDS = 5;

/** How fast a model wrote, on a device. */
export type NoteSpeed = (device: DeviceChoice['device'], wordsPerSecond: number) => void;

/**
 * A language model on the best device; see GpuFallback.
 *
 * @param note told of the speed from the first word on: reading is another matter
 */
export async function loadGenerator(
  loader: DeviceLoader<LoadedTextGenerator>,
  note: NoteSpeed = () => undefined,
): Promise<LoadedTextGenerator> {
  const onDevice = await GpuFallback.load(loader);

  async function timed(
    generator: LoadedTextGenerator,
    ...[messages, options]: Parameters<LoadedTextGenerator['generate']>
  ) {
    const { device } = onDevice.choice;
    let startedAt: number | null = null;
    const onText = (text: string) => {
      startedAt ??= performance.now();
      options.onText?.(text);
    };
    const generated = await generator.generate(messages, { ...options, onText });
    const words = generated.text.split(/\s+/).length - 1;
    const seconds = startedAt === null ? 0 : (performance.now() - startedAt) / 1000;
    if (words >= FEWEST_WORDS && seconds > 0) note(device, words / seconds);
    return generated;
  }

  return {
    get contextTokens() {
      return onDevice.model.contextTokens;
    },
    countTokens: (text) => onDevice.model.countTokens(text),
    generate: (messages, options) =>
      onDevice.run((generator) => timed(generator, messages, options), {
        isSane: ({ text, looped }) => text !== '' && !looped,
        // Looping text may be the model's own fault.
        isBetterThanNothing: ({ text }) => text !== '',
        signal: options.signal,
      }),
    dispose: () => onDevice.dispose(),
  };
}

function loaderOf({ model, choice: first }: ChosenModel): DeviceLoader<LoadedTextGenerator> {
  return {
    title: model.title,
    async choose(withoutGpu) {
      const choice = withoutGpu === undefined ? first : await deviceOfInstalled(model, { withoutGpu });
      if (choice?.fits && !(withoutGpu !== undefined && choice.device === 'webgpu')) return choice;
      const why = withoutGpu ?? first.reason;
      throw model.devices.includes('wasm')
        ? new AppError(
            'model_missing',
            msg`${model.title} cannot run here: ${why}, and its files for the CPU are not installed.`,
            { remedy: msg`Delete it and download it again, or install another model.` },
          )
        : new AppError(
            'model_missing',
            msg`${model.title} cannot run here: ${why}, and it runs only on a GPU.`,
            { remedy: msg`Install another model.` },
          );
    },
    async load(choice) {
      const { loadTextGenerator } = await import('../../../language/text/text-generator.ts');
      return loadTextGenerator(await textModelOptions({ model, choice }));
    },
  };
}
