import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import type { Connect, Plugin } from 'vite';
import { plainName } from '../lib/plain-name.ts';
import { ISOLATION_HEADERS } from './isolation-headers.ts';
import { type FoundModel, scanModels, toIndex } from './scan-models.ts';
import { scanOwnModels } from './scan-own-models.ts';

const MODELS_PREFIX = '/models/';

interface ServeModelsOptions {
  /** Folder with supplied models, or several joined as in PATH; undefined serves only the bundled ones. */
  directory?: string | undefined;
  /** Receives log messages. */
  log?: (line: string) => void;
}

/**
 * Serves a folder's models under /models/, and /models/index.json, which lists them and the bundled ones. A build
 * gets an index of the bundled ones as a file.
 */
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
    const kind = model.engine === 'whisper' && model.own ? ' (your own, not checked)' : '';
    log(`Model ${model.id}${kind}: ${files.length} files from ${directory}`);
    for (const fault of damaged) log(`  skipped: ${fault}`);
  }
  const folders = new Map(given.map((found) => [found.model.folder, serveFolder(found)]));
  return (request, response, next) => {
    const path = pathOf(request);
    if (!path.startsWith(MODELS_PREFIX)) return next();
    if (path === `${MODELS_PREFIX}index.json`) return sendIndex(request, response, options.bundled, given);
    const [folder = ''] = path.slice(MODELS_PREFIX.length).split('/');
    const serve = folders.get(folder);
    if (!serve) return next();
    serve(request, response, next);
  };
}

/** The manifest's models in a folder, and the user's own. */
function findGiven(directory: string, log: (line: string) => void): FoundModel[] {
  const known = scanModels(directory);
  const { found, faults } = scanOwnModels(directory, known.length === 0);
  for (const fault of faults) log(fault);
  if (known.length === 0 && found.length === 0) log(`No model was found in ${directory}.`);
  return [...known, ...found];
}

function pathOf(request: IncomingMessage): string {
  const [path = '/'] = (request.url ?? '/').split('?');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Serves only the files that a model's entry names, so no path leads out of the folder. */
function serveFolder({ model, directory, files }: FoundModel): Connect.NextHandleFunction {
  const listed = new Set(files.map((file) => file.path));
  const send = sirv(directory, {
    dev: true,
    etag: true,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
      response.setHeader('Accept-Ranges', 'bytes');
    },
  });
  return (request, response) => {
    const path = pathOf(request).slice(MODELS_PREFIX.length + model.folder.length + 1);
    if (!listed.has(path)) return notFound(response);
    request.url = `/${path}`;
    send(request, response, () => notFound(response));
  };
}

function notFound(response: ServerResponse): void {
  response.statusCode = 404;
  response.setHeader('Content-Type', 'text/plain');
  response.end('Model file not found.');
}

/** A supplied model replaces the bundled one of the same name. */
function sendIndex(
  request: IncomingMessage,
  response: ServerResponse,
  bundledDirectory: string,
  given: readonly FoundModel[],
): void {
  const givenIndex = toIndex(given, true);
  const bundled = toIndex(scanIfThere(bundledDirectory), false);
  const models = [
    ...givenIndex,
    ...bundled.filter((entry) => !givenIndex.some((other) => other.id === entry.id)),
  ];
  const body = JSON.stringify({ models });
  response.writeHead(200, {
    ...ISOLATION_HEADERS,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
