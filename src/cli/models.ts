import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { plainName } from '../lib/files/plain-name.ts';
import { catalogue } from '../models/manifest/catalogue.ts';
import { type ManifestModel, manifest } from '../models/manifest/manifest.ts';
import { downloadSize } from '../models/manifest/manifest-files.ts';
import { type ModelSource, parseModelSource } from '../models/manifest/model-source.ts';
import { marianEntries } from '../models/manifest/translation-directions.ts';
import { ensureFolder } from './command/given-files.ts';
import { sayFailure } from './command/say-failure.ts';
import { UsageError } from './command/usage-error.ts';
import { IS_PACKED, typedAs } from './installation.ts';
import { downloadModels } from './model-files/download-models.ts';
import { importModels } from './model-files/import-models.ts';
import { lockModels } from './model-files/lock-models.ts';
import { modelFolders, scanModels } from './model-files/scan-models.ts';
import { verifyModelFile } from './model-files/verify-model.ts';
import { PROJECT_ROOT } from './project-root.ts';

const USAGE = `Usage: ${typedAs('models')} COMMAND
  list                     list the manifest's models, their sizes and local files
${
  IS_PACKED
    ? `  import FOLDER --to DIR   copy models into a folder, such as DIR/models of an exported app
         [--only ID,ID]      take only these
  download ID,ID --to DIR  download models from the hub, to be given to the commands with --models DIR
           [--device NAME]   their files for webgpu instead of wasm
           [--source URL]    use a mirror; HF_ENDPOINT names one for good
  verify FOLDER            check sizes and hashes`
    : `  import FOLDER            copy models into public/models, to be served with the app
         [--to FOLDER]       copy into another folder, such as dist/models of a finished build
         [--only ID,ID]      take only these
  download ID,ID           download models from the hub into public/models
           [--to FOLDER]     into another folder, such as one for MODELS_DIR
           [--device NAME]   their files for webgpu instead of wasm
           [--source URL]    use a mirror; HF_ENDPOINT names one for good
  verify [FOLDER]          check sizes and hashes (default: public/models)
  lock [--only ID,ID]      write the hub's revisions, sizes and hashes into the manifest (needs a network)
       [--newest]            use the newest revisions instead of the pinned ones
       [--source URL]        use a mirror; HF_ENDPOINT names one for good`
}`;

/** Models of the sources, which the next build includes. The package keeps its own: an update would replace any other. */
const PUBLIC_MODELS = join(PROJECT_ROOT, IS_PACKED ? 'dist' : 'public', 'models');
const MANIFEST = join(PROJECT_ROOT, 'models-manifest', 'models.json');
const DIRECTIONS = join(PROJECT_ROOT, 'models-manifest', 'translation-directions.json');

const log = (line: string) => console.log(plainName(line));

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      only: { type: 'string' },
      source: { type: 'string', default: process.env.HF_ENDPOINT || 'hub' },
      device: { type: 'string', default: 'wasm' },
      newest: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const only = values.only?.split(',').map((id) => id.trim());
  for (const id of only ?? []) inManifest(id);
  const [command, folder] = positionals;
  switch (command) {
    case 'list':
      return list();
    case 'import':
      if (!folder) throw new UsageError('Specify the folder to import from.');
      if (IS_PACKED && values.to === undefined)
        throw new UsageError('Specify the folder to import into with --to.');
      return runImport(folder, values.to, only);
    case 'download':
      if (!folder) throw new UsageError('Specify the ids of the models to download; "list" shows them.');
      if (IS_PACKED && values.to === undefined)
        throw new UsageError('Specify the folder to download into with --to.');
      return download(folder.split(','), values.to, values.source, values.device);
    case 'verify':
      return verify(folder ?? PUBLIC_MODELS);
    case 'lock':
      if (IS_PACKED) throw new Error('"models lock" changes the sources, which a package does not contain.');
      return lock({ source: hubOf(values.source), only, newest: values.newest, log });
    default:
      console.log(USAGE);
      return command === undefined ? 0 : 1;
  }
}

function list(): number {
  const folders = [PUBLIC_MODELS, ...modelFolders(process.env.MODELS_DIR ?? '')];
  const found = folders.filter((path) => existsSync(path)).flatMap((path) => scanModels(path));
  for (const model of catalogue) {
    const entry = found.find((candidate) => candidate.model.id === model.id);
    const where = entry
      ? `${entry.files.length} of ${model.files.length} files in ${shown(entry.directory)}`
      : '';
    log([model.id.padEnd(28), sizes(model).padEnd(34), where].join(' ').trimEnd());
  }
  return 0;
}

function sizes(model: ManifestModel): string {
  return model.devices
    .map((device) => {
      const { bytes, exact } = downloadSize(model, device);
      return bytes === 0
        ? `${device} unknown`
        : `${device} ${exact ? '' : '~'}${(bytes / 1e6).toFixed(1)} MB`;
    })
    .join(', ');
}

const shown = (path: string) => relative(process.cwd(), path) || '.';

async function runImport(from: string, to: string | undefined, only: string[] | undefined): Promise<number> {
  if (to !== undefined && existsSync(from)) ensureFolder('--to', to);
  const target = targetOf(to);
  const { imported, failed } = await importModels({ from, only, ...target, log });
  if (imported.length === 0 && failed.length === 0) {
    throw new Error(`No model of the manifest was found in ${from}.`);
  }
  if (!target.writeIndex && imported.length > 0) log('The next build will include them.');
  return failed.length > 0 ? 1 : 0;
}

async function download(
  ids: readonly string[],
  to: string | undefined,
  source: string,
  device: string,
): Promise<number> {
  const models = ids.map((id) => inManifest(id.trim()));
  if (device !== 'wasm' && device !== 'webgpu') throw new UsageError('--device is wasm or webgpu.');
  if (to !== undefined) ensureFolder('--to', to);
  const { failed } = await downloadModels({
    models,
    ...targetOf(to),
    source: hubOf(source),
    device,
    log,
  });
  return failed.length > 0 ? 1 : 0;
}

/** The folder that models come into. The sources' own has no index: each build writes one. */
function targetOf(given: string | undefined): { to: string; writeIndex: boolean } {
  const to = given === undefined ? PUBLIC_MODELS : resolve(given);
  return { to, writeIndex: to !== PUBLIC_MODELS };
}

/** Commands have no origin of their own. */
function hubOf(given: string): ModelSource {
  const source = parseModelSource(given);
  if (source.kind === 'origin') throw new UsageError('--source is "hub" or the address of a mirror.');
  return source;
}

function inManifest(id: string): ManifestModel {
  const model = catalogue.find((candidate) => candidate.id === id);
  if (!model) throw new Error(`The manifest has no model with the id ${id}.`);
  return model;
}

async function verify(folder: string): Promise<number> {
  let damaged = 0;
  const found = scanModels(folder);
  if (found.length === 0) throw new Error(`No model of the manifest was found in ${folder}.`);
  for (const { model, directory } of found) {
    for (const file of model.files) {
      const verdict = await verifyModelFile(directory, file);
      if (verdict.kind === 'damaged') damaged++;
      const reason = verdict.kind === 'damaged' ? `: ${verdict.reason}` : '';
      log(`${verdict.kind.padEnd(10)} ${model.id}/${file.path}${reason}`);
    }
  }
  return damaged > 0 ? 1 : 0;
}

async function lock(options: Parameters<typeof lockModels>[1]): Promise<number> {
  const written = JSON.parse(await readFile(MANIFEST, 'utf8'));
  const current = manifest.parse(written);
  const { manifest: locked, failed } = await lockModels(current, options);
  manifest.parse(locked);
  // Other entries remain as they are written: without the defaults that reading adds.
  written.models = locked.models.map((model, index) => {
    const own = written.models[index];
    return model === current.models[index] ? own : { ...own, source: model.source, files: model.files };
  });
  await writeFile(MANIFEST, `${JSON.stringify(written, null, 2)}\n`);
  const table = JSON.parse(await readFile(DIRECTIONS, 'utf8'));
  const entries = manifest.parse({ version: 1, models: marianEntries(table) });
  const directions = await lockModels(entries, options);
  failed.push(...directions.failed);
  const isLocked = (model: ManifestModel, index: number) => model !== entries.models[index];
  // One revision serves all of the table, so it is written once all of them are found in it.
  const revisions = new Set(
    directions.manifest.models.filter(isLocked).map(({ source }) => source?.revision),
  );
  const wanted = entries.models.filter(({ source }) => source !== null).length;
  if (revisions.size === 1 && directions.manifest.models.filter(isLocked).length === wanted) {
    table.revision = [...revisions][0];
    for (const [index, { files }] of directions.manifest.models.entries()) {
      table.directions[index].files = files;
    }
    await writeFile(DIRECTIONS, `${JSON.stringify(table, null, 2)}\n`);
  }
  log('Manifest updated. Run "npm run format" and review the diff before you commit it.');
  return failed.length > 0 ? 1 : 0;
}

main().then((status) => {
  process.exitCode = status;
}, sayFailure);
