import type { AddonKey } from '../../../addons/addon-schema.ts';
import type { LoadedTextGenerator } from '../../../language/text/text-generator.ts';
import type { TextGenerator } from '../../../language/text/text-models.ts';
import { AppError } from '../../../lib/errors/errors.ts';
import { msg } from '../../../lib/errors/msg.ts';
import { type ChosenModel, chooseInstalled } from '../../../models/choice/choose-stage-model.ts';
import type { DeviceChoice } from '../../../models/device/capabilities.ts';
import { knownSpeed, noteReading, noteSpeed } from '../../../models/device/model-speed.ts';
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
  const note: NoteSpeed = (device, { words, read }) => {
    if (words !== null) noteSpeed(model.id, device, words);
    if (read !== null) noteReading(model.id, device, read);
  };
  const generator = await takeModel(chosen, () => loadGenerator(loaderOf(chosen), note));
  const { contextTokens } = generator;
  return {
    modelId: model.id,
    contextTokens,
    vocabulary: model.scope === 'synthetic' ? 'closed' : 'open',
    countTokens: (text) => generator.countTokens(text),
    speed: await knownSpeed(model.id, chosen.choice.device),
    generate: (messages, options) => generator.generate(messages, options),
  };
}

/** Shorter answers say nothing about the speed. */
const FEWEST_WORDS = 5;

/** Shorter texts are read too fast to be timed. */
const FEWEST_TOKENS_READ = 64;

/** How fast a model was on a device, in a second: words written and tokens read; null for what was too short to be timed. */
export type NoteSpeed = (
  device: DeviceChoice['device'],
  perSecond: { words: number | null; read: number | null },
) => void;

/**
 * A language model on the best device; see GpuFallback.
 *
 * @param note receives the speeds, once for each text
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
    const generated = await generator.generate(messages, options);
    const { took } = generated;
    if (!took) return generated;
    const words = generated.text.split(/\s+/).length;
    const perSecond = (count: number, fewest: number, seconds: number) =>
      count >= fewest && seconds > 0 ? count / seconds : null;
    note(device, {
      words: perSecond(words, FEWEST_WORDS, took.writeSeconds),
      read: perSecond(took.read, FEWEST_TOKENS_READ, took.readSeconds),
    });
    return generated;
  }

  return {
    get contextTokens() {
      return onDevice.model.contextTokens;
    },
    countTokens: (text) => onDevice.model.countTokens(text),
    generate: (messages, options) =>
      onDevice.run((generator) => timed(generator, messages, options), {
        isSane: ({ text, ended }) => text !== '' && ended !== 'loop',
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
