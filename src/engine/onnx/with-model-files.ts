import { env } from '@huggingface/transformers';
import { withBody } from '../../lib/bytes/with-body.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { readModelFile } from './read-model-file.ts';

/** Opens one of a model's files by its path in the model's folder. */
export type ModelFiles = (path: string) => Promise<Response>;

/** A host that cannot exist (RFC 2606): a URL on it means a model's file and never reaches the network. */
const ORIGIN = 'https://model-files.invalid/';

const folders = new Map<string, ModelFiles>();
let opened = 0;

/**
 * Makes a model's files available to transformers.js during `load`, under the given id. Everything transformers.js
 * loads goes through here: no request reaches a hub, and nothing is cached twice.
 *
 * @param onRead receives the share of the opened files that was read, 0 to 1, never decreasing
 */
export async function withModelFiles<Loaded>(
  files: ModelFiles,
  onRead: (fraction: number) => void,
  load: (modelId: string) => Promise<Loaded>,
): Promise<Loaded> {
  env.allowLocalModels = false;
  env.useBrowserCache = false;
  env.useFSCache = false;
  // A cached runtime would be imported from a blob: URL, which a strict content security policy forbids.
  env.useWasmCache = false;
  env.remoteHost = ORIGIN;
  env.remotePathTemplate = '{model}/';
  // Files are served as cache hits; missing ones are not looked for elsewhere.
  env.useCustomCache = true;
  env.customCache = { match: openModelFile, put: async () => undefined };
  env.fetch = refuse;

  opened += 1;
  const modelId = `model-${opened}`;
  let missing: unknown;
  const count = readingProgress(onRead);
  folders.set(modelId, async (path) => {
    try {
      return count(await files(path));
    } catch (error) {
      missing ??= error;
      throw error;
    }
  });
  try {
    return await load(modelId);
  } catch (error) {
    // transformers.js describes a missing file in terms of its hub.
    throw missing ?? error;
  } finally {
    folders.delete(modelId);
  }
}

async function openModelFile(address: string): Promise<Response | undefined> {
  if (!address.startsWith(ORIGIN)) return undefined;
  const [modelId = '', ...path] = address.slice(ORIGIN.length).split('/');
  return folders.get(modelId)?.(path.map(decodeURIComponent).join('/'));
}

async function refuse(input: string | URL): Promise<never> {
  throw new AppError(
    'internal',
    msg`The speech engine tried to load ${String(input)}, which is not one of its model's files.`,
  );
}

/** Counts the bytes of all responses as they are read. */
function readingProgress(onRead: (fraction: number) => void): (response: Response) => Response {
  let total = 0;
  let read = 0;
  let furthest = 0;
  return (response) => {
    total += Number(response.headers.get('content-length') ?? 0);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.length;
        furthest = Math.max(furthest, Math.min(read / Math.max(total, 1), 1));
        onRead(furthest);
        controller.enqueue(chunk);
      },
    });
    return withBody(response, response.body?.pipeThrough(counter) ?? null);
  };
}

/** Editing needs a graph in memory three times for a moment; larger ones remain as they are. */
const MOST_EDITED_BYTES = 256 * 2 ** 20;

/** A model's files, some of whose graphs `edit` changes if they are not too large; null from it keeps the graph. */
export function withEditedGraph(
  files: ModelFiles,
  which: RegExp,
  edit: (graph: Uint8Array) => Uint8Array | null,
): ModelFiles {
  // transformers.js opens a graph for its size and once more for its bytes.
  const opened = new Map<string, Uint8Array>();
  return async (path) => {
    const known = opened.get(path);
    if (known) {
      opened.delete(path);
      return responseOf(known);
    }
    const response = await files(path);
    const length = Number(response.headers.get('content-length') ?? 0);
    if (!which.test(path) || !response.ok || length > MOST_EDITED_BYTES) return response;
    const bytes = await readModelFile(path, response, () => undefined);
    const edited = edit(bytes) ?? bytes;
    opened.set(path, edited);
    return responseOf(edited);
  };
}

/** Through a stream: a response copies bytes that it is given, and these are many. */
function responseOf(bytes: Uint8Array): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-length': String(bytes.length) } });
}
