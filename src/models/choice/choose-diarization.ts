import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { type Capabilities, detectCapabilities } from '../device/capabilities.ts';
import type {
  ManifestModel,
  SegmentationModelEntry,
  SortformerEntry,
  SpeakerEmbeddingEntry,
} from '../manifest/manifest.ts';
import { chooseInstalledDevice, type Installation, readInstallations } from '../store/installations.ts';

/** The models that determine who speaks when: two together, or one that needs the other only to compare voices. */
export type DiarizationModels =
  | { sortformer: null; segmentation: SegmentationModelEntry; embedding: SpeakerEmbeddingEntry }
  | { sortformer: SortformerEntry; embedding: SpeakerEmbeddingEntry | null };

/** The best installed models for diarization. Throws AppError 503 `model_missing`, naming what to install. */
export async function chooseDiarizationModels(): Promise<DiarizationModels> {
  const [installations, capabilities] = await Promise.all([
    readInstallations({ refresh: true }),
    detectCapabilities(),
  ]);
  return chooseDiarizationFrom(installations, capabilities);
}

/**
 * The rules of `chooseDiarizationModels`, given what is installed and what the device can do: a user who installed the large
 * model, which is not the one offered first, has chosen it.
 */
export function chooseDiarizationFrom(
  installations: readonly Installation[],
  capabilities: Capabilities,
): DiarizationModels {
  const models = installations.map(({ model }) => model);
  const installed = installations
    .filter((installation) => chooseInstalledDevice(installation, capabilities)?.fits)
    .map(({ model }) => model);
  const sortformer = best(installed.filter(isSortformer));
  const segmentation = best(installed.filter(isSegmentation));
  const embedding = best(installed.filter(isSpeakerEmbedding));
  if (sortformer) return { sortformer, embedding: embedding ?? null };
  if (segmentation && embedding) return { sortformer: null, segmentation, embedding };
  const missing = [
    ...(segmentation ? [] : [best(models.filter(isSegmentation))]),
    ...(embedding ? [] : [best(models.filter(isSpeakerEmbedding))]),
  ];
  const names = missing.flatMap((model) => model?.title ?? []).join(' and ');
  throw new AppError('model_missing', msg`Speaker diarization needs ${names}.`, {
    remedy: msg`Download the model or import its files.`,
  });
}

const isSortformer = (model: ManifestModel): model is SortformerEntry => model.engine === 'sortformer';

const isSegmentation = (model: ManifestModel): model is SegmentationModelEntry =>
  model.engine === 'segmentation';

const isSpeakerEmbedding = (model: ManifestModel): model is SpeakerEmbeddingEntry =>
  model.engine === 'speaker-embedding';

const best = <Model extends { rank: number }>(models: readonly Model[]): Model | undefined =>
  models.toSorted((a, b) => b.rank - a.rank)[0];
