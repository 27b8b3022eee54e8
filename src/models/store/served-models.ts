import { inApp } from '../../lib/addresses/app-base.ts';
import { appOrigin } from '../../lib/addresses/app-origin.ts';
import { z } from '../../lib/zod.ts';
import { whisperModel } from '../manifest/manifest.ts';
import { fetchServed } from './fetch-served.ts';

const servedFile = z.object({
  path: z.string(),
  /** Size of the whole file. */
  bytes: z.int().min(0),
  /** Number of parts in which it is stored, if it is (`file-parts.ts`). */
  parts: z.int().min(2).optional(),
});

export type ServedFile = z.infer<typeof servedFile>;

/** The contents of /models/index.json: what the app's origin has under /models/. */
export const servedIndex = z.object({
  models: z.array(
    z.object({
      id: z.string(),
      folder: z.string(),
      files: z.array(servedFile),
      /** Supplied when the server was started. */
      given: z.boolean(),
      /** The server runs on this device: its disk holds the model, which no browser needs to store. */
      local: z.boolean().optional(),
      /** A request may name it, as one of the user's own. */
      named: z.literal(true).optional(),
      /** What it is, if the manifest does not name it. */
      own: whisperModel.optional(),
    }),
  ),
});

export type ServedIndex = z.infer<typeof servedIndex>;
export type ServedModel = ServedIndex['models'][number];

/** The folder of models in the app. */
export const MODELS_PATH = '/models/';
const INDEX_PATH = `${MODELS_PATH}index.json`;

let remembered: Promise<ServedModel[]> | null = null;

/** The models at /models/; none if there is no index or no network. Read once per realm, and again with `refresh`. */
export function servedModels(options: { refresh?: boolean } = {}): Promise<ServedModel[]> {
  if (options.refresh) remembered = null;
  remembered ??= readIndex();
  return remembered;
}

async function readIndex(): Promise<ServedModel[]> {
  const index = await fetchIndex();
  // A failed read is retried the next time.
  if (!index) remembered = null;
  return index ?? [];
}

async function fetchIndex(): Promise<ServedModel[] | null> {
  const origin = appOrigin();
  if (!origin) return null;
  try {
    const response = await fetchServed(new URL(inApp(INDEX_PATH), origin), { cache: 'no-cache' });
    if (response.status === 404) return [];
    if (!response.ok || isWebPage(response)) return null;
    return servedIndex.parse(await response.json()).models;
  } catch (error) {
    console.warn(`The list of served models could not be read: ${String(error)}`);
    return null;
  }
}

/** URL of a model's file on the app's origin. */
export function servedUrl(folder: string, path: string): URL {
  return new URL(
    inApp(`${MODELS_PATH}${encodeURIComponent(folder)}/${path.split('/').map(encodeURIComponent).join('/')}`),
    appOrigin() ?? undefined,
  );
}

/** A host that answers a missing file with its start page sends HTML, and no model file is HTML. */
export function isWebPage(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').toLowerCase().includes('text/html');
}
