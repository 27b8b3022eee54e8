import { blobSource, keepPieces } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { type Message, msg } from '../../lib/errors/msg.ts';
import { catalogue } from '../manifest/catalogue.ts';
import { graphOutputsOf } from '../manifest/graph-outputs.ts';
import type { WhisperModel } from '../manifest/manifest.ts';
import { CONFIG, decoderGraph, describeOwnModel, GENERATION_CONFIG, looksLikeModel } from './own-model.ts';

/** A picked folder with a model that the manifest does not name. */
export interface PickedModel {
  model: WhisperModel;
  /** By path below the folder. */
  files: ReadonlyMap<string, File>;
}

export interface PickedOwn {
  models: PickedModel[];
  /** One sentence for each folder that looks like a model and cannot be used. */
  refused: Message[];
  /** Files of these folders, usable or not. */
  taken: ReadonlySet<File>;
}

/** Header fields of a graph are close together; its weights are skipped. */
const HEADER_PIECE_BYTES = 64 * 1024;

/**
 * Finds, among picked files with their paths, models that the manifest does not name: by folders, where a picker has
 * them.
 *
 * @param isKnown whether a file is one of the manifest's
 */
export async function pickOwnModels(
  files: readonly File[],
  pathOf: (file: File) => string,
  isKnown: (file: File) => boolean,
): Promise<PickedOwn> {
  const names = new Set(catalogue.flatMap(({ id, folder }) => [id, folder]));
  const found: PickedOwn & { taken: Set<File> } = { models: [], refused: [], taken: new Set() };
  for (const config of files) {
    const path = pathOf(config);
    const folder = path.slice(0, -`/${CONFIG}`.length);
    const name = folder.split('/').at(-1) ?? '';
    if (!path.endsWith(`/${CONFIG}`) || name === '' || names.has(name)) continue;
    const own = new Map(
      files.flatMap((file): [string, File][] =>
        pathOf(file).startsWith(`${folder}/`) ? [[pathOf(file).slice(folder.length + 1), file]] : [],
      ),
    );
    // A model of the manifest in a folder of another name.
    const graphs = [...own].filter(([inner]) => inner.endsWith('.onnx'));
    if (!looksLikeModel([...own.keys()]) || graphs.some(([, file]) => isKnown(file))) continue;
    for (const file of own.values()) found.taken.add(file);
    try {
      found.models.push({ model: await describe(name, own), files: own });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      found.refused.push(error.whole);
    }
  }
  return found;
}

async function describe(name: string, own: ReadonlyMap<string, File>): Promise<WhisperModel> {
  const files = Array.from(own, ([path, { size }]) => ({ path, bytes: size }));
  const texts = new Map<string, string>();
  for (const path of [CONFIG, GENERATION_CONFIG]) {
    const file = own.get(path);
    if (file) texts.set(path, await file.text());
  }
  const folder = { name, files, texts, decoderOutputs: [] };
  const hasDecoder = files.some(({ path }) => path.startsWith('onnx/decoder_model_merged'));
  return describeOwnModel(
    hasDecoder ? { ...folder, decoderOutputs: await outputsOf(name, own, decoderGraph(folder)) } : folder,
  );
}

async function outputsOf(name: string, own: ReadonlyMap<string, File>, path: string): Promise<string[]> {
  const file = own.get(path);
  if (!file) return [];
  try {
    return await graphOutputsOf(keepPieces(blobSource(file), { pieceBytes: HEADER_PIECE_BYTES }));
  } catch (cause) {
    const message = msg`The model folder "${name}" cannot be used: ${path} is not an ONNX file.`;
    throw new AppError('invalid_request', message, { cause });
  }
}
