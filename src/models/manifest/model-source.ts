import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { servedUrl } from '../store/served-models.ts';
import type { ManifestModel } from './manifest.ts';

const HUB = 'https://huggingface.co';

/** Where models are downloaded from. */
export type ModelSource = { kind: 'origin' } | { kind: 'hub' | 'mirror'; base: URL };

/**
 * Parses 'hub', 'origin' (the app's own /models/) or the base URL of a mirror. Throws AppError 400 for anything else.
 */
export function parseModelSource(setting: string): ModelSource {
  if (setting === 'origin') return { kind: 'origin' };
  if (setting === 'hub') return { kind: 'hub', base: new URL(HUB) };
  const base = URL.canParse(setting) ? new URL(setting) : null;
  if (!base || (base.protocol !== 'https:' && base.protocol !== 'http:')) {
    throw new AppError('invalid_request', msg`"${setting}" is not a model source.`, {
      remedy: msg`Use "hub", "origin" or the https URL of a mirror.`,
    });
  }
  return { kind: 'mirror', base };
}

const under = (base: URL, path: string) => new URL(base.href.replace(/\/*$/, '/') + path);
const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Address of one file at one revision. @throws AppError 404 for a model that the hub does not have. */
export function fileUrl(source: ModelSource, model: ManifestModel, path: string, revision: string): URL {
  if (source.kind === 'origin') return servedUrl(model.folder, path);
  return under(source.base, `${repoOf(model)}/resolve/${encodeURIComponent(revision)}/${encodePath(path)}`);
}

/** URL of the hub's description of a repository, with the size and hash of every file. */
export function repositoryInfoUrl(base: URL, model: ManifestModel, revision: string): URL {
  return under(base, `api/models/${repoOf(model)}/revision/${encodeURIComponent(revision)}?blobs=true`);
}

/** The host's name for messages. */
export function sourceName(source: ModelSource): string {
  return source.kind === 'origin' ? globalThis.location.host : source.base.host;
}

function repoOf(model: ManifestModel): string {
  if (!model.source) {
    throw new AppError('not_found', msg`${model.title} is not available on the model hub.`, {
      remedy: msg`Import its files from disk instead.`,
    });
  }
  return model.source.repo;
}
