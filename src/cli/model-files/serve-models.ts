import { existsSync, realpathSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute, join, relative, sep } from 'node:path';
import sirv from 'sirv';
import type { Connect, Plugin } from 'vite';
import { plainName } from '../../lib/files/plain-name.ts';
import { partsOf } from '../../models/manifest/file-parts.ts';
import type { ManifestModel } from '../../models/manifest/manifest.ts';
import type { ServedFile } from '../../models/store/served-models.ts';
import { ISOLATION_HEADERS } from '../server/isolation-headers.ts';
import { type FoundModel, modelFolders, scanModels, toIndex } from './scan-models.ts';
import { scanOwnModels } from './scan-own-models.ts';

const MODELS_PREFIX = '/models/';

interface ServeModelsOptions {
  /** Folder with supplied models, or several joined as in PATH; undefined serves only the bundled ones. */
  directory?: string | undefined;
  /** Leaves out the bundled models that can be downloaded instead. */
  withoutModels?: boolean | undefined;
  /** Receives log messages. */
  log?: (line: string) => void;
}

/** With /models/index.json, which lists these and the bundled ones. A build gets that of the bundled ones as a file. */
export function serveModels(options: ServeModelsOptions = {}): Plugin {
  let publicModels = '';
  return {
    name: 'earshot-models',
    configResolved(config) {
      publicModels = join(config.publicDir || 'public', 'models');
    },
    configureServer(server) {
      server.middlewares.use(modelsMiddleware({ ...options, bundled: publicModels }));
    },
    configurePreviewServer(server) {
      const { root, build } = server.config;
      const bundled = join(root, build.outDir, 'models');
      server.middlewares.use(modelsMiddleware({ ...options, bundled }));
    },
    generateBundle() {
      const source = JSON.stringify({ models: toIndex(scanIfThere(publicModels), false) });
      this.emitFile({ type: 'asset', fileName: 'models/index.json', source });
    },
  };
}

const scanIfThere = (directory: string): FoundModel[] => (existsSync(directory) ? scanModels(directory) : []);

/** Responds to requests under /models/; passes on those it has no file for. */
export function modelsMiddleware(
  options: ServeModelsOptions & { bundled: string },
): Connect.NextHandleFunction {
  const log = (line: string) => (options.log ?? console.log)(plainName(line));
  const given = options.directory === undefined ? [] : findGiven(options.directory, log);
  for (const { model, directory, files, damaged } of given) {
    const kind = isOwn(model) ? ' (your own, not checked)' : '';
    log(`Model ${model.id}${kind}: ${files.length} files from ${directory}`);
    for (const fault of damaged) log(`  skipped: ${fault}`);
  }
  const roots = options.directory === undefined ? [] : rootsOf(options.directory);
  const folders = new Map(given.map((found) => [found.model.folder, serveFolder(found, roots)]));
  return (request, response, next) => {
    const path = pathOf(request);
    if (!path.startsWith(MODELS_PREFIX)) return next();
    const isIndex = path === `${MODELS_PREFIX}index.json`;
    const [folder = ''] = path.slice(MODELS_PREFIX.length).split('/');
    const serve = folders.get(folder);
    if (!isIndex && !serve) return next();
    const isForeign = !isFromApp(request);
    // What the folder has a copy of is public all the same.
    if (isForeign && !isIndex && existsSync(join(options.bundled, folder))) return next();
    if (isForeign && !(isIndex && request.headers.origin === 'null'))
      return refuse(response, 403, 'Supplied models are for pages of this app alone.');
    setHeaders(request, response);
    if (isIndex) {
      const bundled = scanIfThere(options.bundled).filter(
        ({ model }) => !(isReplaceable(model) && (options.withoutModels || given.some(isWhisper))),
      );
      return sendIndex(request, response, bundled, isForeign ? [] : given);
    }
    serve?.(request, response, next);
  };
}

/** Whether it can be downloaded instead. */
export const isReplaceable = (model: ManifestModel): boolean => 'inPlaceOf' in model;

/** An operator who gives a model for any language replaces the bundled one. */
const isWhisper = ({ model }: FoundModel): boolean => model.engine === 'whisper';

const pathsOf = ({ path, bytes, parts }: ServedFile): string[] =>
  parts === undefined ? [path] : partsOf({ path, bytes, parts }).map((part) => part.path);

/** The manifest's models in a folder, and the user's own. */
function findGiven(directory: string, log: (line: string) => void): FoundModel[] {
  const known = scanModels(directory);
  const { found, faults } = scanOwnModels(directory, known.length === 0);
  for (const fault of faults) log(fault);
  if (known.length === 0 && found.length === 0) log(`No model was found in ${directory}.`);
  return keepInside(rootsOf(directory), [...known, ...found]);
}

/** A symbolic link must not publish the rest of the disk; links within the folders are followed, as in a hub's cache. */
function keepInside(roots: readonly string[], found: readonly FoundModel[]): FoundModel[] {
  return found.map((entry) => {
    const outside = entry.files.filter(
      (file) => !pathsOf(file).every((path) => liesIn(roots, join(entry.directory, path))),
    );
    const isBroken = isOwn(entry.model) && outside.length > 0;
    const files = isBroken ? [] : entry.files.filter((file) => !outside.includes(file));
    const faults = outside.map(({ path }) => `${path} is a link that leads out of the folder`);
    return { ...entry, files, damaged: [...entry.damaged, ...faults] };
  });
}

const rootsOf = (directory: string) => modelFolders(directory).map((folder) => realpathSync(folder));

const isOwn = (model: ManifestModel): boolean => model.engine === 'whisper' && Boolean(model.own);

const liesIn = (roots: readonly string[], path: string): boolean => {
  const real = realpathSync(path);
  return roots.some((root) => {
    const below = relative(root, real);
    return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
  });
};

function pathOf(request: IncomingMessage): string {
  const [path = '/'] = (request.url ?? '/').split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Whether a page of the app asks, or a program that is no page. A folder of the user's, own models included, is not public as
 * the app is: other sites, and pages of other ports, get nothing of it. A sandboxed frame of the app has no origin; where the
 * browser names its page no other can claim to be it, and where it names none the frame gets the bundled models, which are public.
 */
function isFromApp({ headers }: IncomingMessage): boolean {
  const { origin, referer, host } = headers;
  if (origin === undefined) return true;
  const page = origin === 'null' ? referer : origin;
  return page !== undefined && URL.canParse(page) && new URL(page).host === host;
}

/** Sets the isolation headers that do not open the answer to other origins. */
function setHeaders({ headers }: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.removeHeader('Access-Control-Allow-Origin');
  if (headers.origin !== undefined) response.setHeader('Access-Control-Allow-Origin', headers.origin);
  response.setHeader('Vary', 'Origin, Referer');
}

/** Serves only the files that a model's entry names, so no path leads out of the folder. */
function serveFolder(
  { model, directory, files }: FoundModel,
  roots: readonly string[],
): Connect.NextHandleFunction {
  const listed = new Set(files.flatMap(pathsOf));
  const send = sirv(directory, { dev: true, etag: true });
  return (request, response) => {
    const path = pathOf(request).slice(MODELS_PREFIX.length + model.folder.length + 1);
    const isServed = listed.has(path) && existsSync(join(directory, path));
    if (!isServed || !liesIn(roots, join(directory, path))) return notFound(response);
    response.setHeader('Accept-Ranges', 'bytes');
    request.url = `/${path}`;
    send(request, response, () => notFound(response));
  };
}

const notFound = (response: ServerResponse) => refuse(response, 404, 'Model file not found.');

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/plain');
  response.end(reason);
}

/** A supplied model replaces the bundled one of the same name. */
function sendIndex(
  request: IncomingMessage,
  response: ServerResponse,
  bundled: readonly FoundModel[],
  given: readonly FoundModel[],
): void {
  const givenIndex = toIndex(given, true);
  const others = bundled.filter(({ model }) => !givenIndex.some(({ id }) => id === model.id));
  const models = [...givenIndex, ...toIndex(others, false)].map((entry) => ({ ...entry, local: true }));
  const body = JSON.stringify({ models });
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
