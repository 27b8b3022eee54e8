import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { graphOutputs } from '../../models/manifest/graph-outputs.ts';
import {
  CONFIG,
  decoderGraph,
  describeOwnModel,
  GENERATION_CONFIG,
  looksLikeModel,
  type OwnFolder,
} from '../../models/own/own-model.ts';
import { type FoundModel, foldersBelow, MAX_DEPTH, modelFolders, namesOfCatalogue } from './scan-models.ts';

export interface OwnScan {
  found: FoundModel[];
  /** One sentence for each folder that looks like a model and cannot be used. */
  faults: string[];
}

/**
 * Finds Whisper models in the transformers.js layout that the manifest does not name: in the given folders or up to
 * three levels below. A folder that was given itself is reported even if it holds nothing like a model.
 *
 * @param folders one, or several joined as in PATH
 * @param isEmpty whether the manifest's models were found in none of them
 */
export function scanOwnModels(folders: string, isEmpty: boolean): OwnScan {
  const scan: OwnScan = { found: [], faults: [] };
  const known = namesOfCatalogue();
  const roots = modelFolders(folders).map((folder) => resolve(folder));
  for (const directory of roots.flatMap((root) => [root, ...foldersBelow(root, MAX_DEPTH)])) {
    if (known.has(basename(directory))) continue;
    const files = filesIn(directory);
    const paths = files.map(({ path }) => path);
    if (!looksLikeModel(paths)) continue;
    try {
      const model = describeOwnModel(readOwnFolder(directory, files));
      if (scan.found.some((other) => other.model.id === model.id)) continue;
      const listed = model.files.map(({ path, bytes }) => ({ path, bytes: bytes ?? 0 }));
      scan.found.push({ model, directory, files: listed, damaged: [] });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      scan.faults.push(error.message);
    }
  }
  if (isEmpty && scan.found.length === 0 && scan.faults.length === 0) {
    for (const root of roots) {
      const onnx = filesIn(root).some(({ path }) => path.endsWith('.onnx'));
      if (onnx)
        scan.faults.push(`The model folder "${basename(root)}" cannot be used: ${CONFIG} is missing.`);
    }
  }
  return scan;
}

function readOwnFolder(directory: string, files: OwnFolder['files']): OwnFolder {
  const name = basename(directory);
  const texts = new Map<string, string>();
  for (const path of [CONFIG, GENERATION_CONFIG]) {
    if (files.some((file) => file.path === path)) {
      texts.set(path, readFileSync(join(directory, path), 'utf8'));
    }
  }
  // A folder of another kind is reported as such, whatever graphs it has.
  const described = { name, files, texts, decoderOutputs: [] };
  const hasDecoder = files.some(({ path }) => path.startsWith('onnx/decoder_model_merged'));
  if (!hasDecoder) return described;
  return { ...described, decoderOutputs: readOutputs(directory, decoderGraph(described)) };
}

function readOutputs(directory: string, path: string): string[] {
  const file = openSync(join(directory, path), 'r');
  try {
    const reading = graphOutputs(fstatSync(file).size);
    let step = reading.next();
    while (!step.done) {
      const [start, end] = step.value;
      const bytes = new Uint8Array(end - start);
      readSync(file, bytes, 0, bytes.length, start);
      step = reading.next(bytes);
    }
    return step.value;
  } catch (cause) {
    const name = basename(directory);
    const message = msg`The model folder "${name}" cannot be used: ${path} is not an ONNX file.`;
    throw new AppError('invalid_request', message, { cause });
  } finally {
    closeSync(file);
  }
}

/** Files of a folder and its subfolder `onnx`, which is all that the layout has. */
function filesIn(directory: string): { path: string; bytes: number }[] {
  const places = [directory, join(directory, 'onnx')];
  return places.flatMap((place) => {
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
    return readdirSync(place, { withFileTypes: true })
      .map((entry) => join(place, entry.name))
      .flatMap((path) => {
        const stats = statSync(path, { throwIfNoEntry: false });
        if (!stats?.isFile()) return [];
        return [{ path: relative(directory, path).split(sep).join('/'), bytes: stats.size }];
      });
  });
}
