import { z } from 'zod';
import type { ManifestModel, ModelFile } from './manifest.ts';
import { type ModelHost, repositoryInfoUrl } from './model-host.ts';

/** What a downloaded file must be. Null where neither the manifest nor the host could say. */
export interface ExpectedFile {
  path: string;
  bytes: number | null;
  sha256: string | null;
  /** Git's id: SHA-1 over `blob <bytes>\0` and the bytes. */
  gitId: string | null;
}

/** The hub's answer about a repository, as far as it is used. Large files have their SHA-256, others Git's id. */
const repositoryInfo = z.object({
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.int().min(0).nullish(),
      blobId: z.string().nullish(),
      lfs: z.object({ sha256: z.string(), size: z.int().min(0) }).nullish(),
    }),
  ),
});

/** The newest revision, where the manifest pins none. */
const NEWEST = 'main';

export interface ModelExpectation {
  /** Commit to download, or the branch's name where nobody told the commit. */
  revision: string;
  files: ExpectedFile[];
}

/**
 * What the files of a model must be: the manifest's word, and where it has gaps the hub's. A browser never sees the
 * `X-Linked-*` headers of a file that the hub redirects to its storage, so the description of the repository is asked.
 * A host that has none is taken as it is: its response headers may still tell.
 */
export async function expectFiles(
  model: ManifestModel,
  files: readonly ModelFile[],
  host: ModelHost,
  signal: AbortSignal,
): Promise<ModelExpectation> {
  const pinned = model.source?.revision ?? null;
  const isKnown = pinned !== null && files.every((file) => file.bytes !== null && hasHash(file));
  const info =
    host.kind === 'origin' || isKnown ? null : await askHost(host.base, model, pinned ?? NEWEST, signal);
  return {
    revision: pinned ?? info?.sha ?? NEWEST,
    files: files.map((file) => {
      const told = info?.siblings.find((sibling) => sibling.rfilename === file.path);
      return {
        path: file.path,
        bytes: file.bytes ?? told?.lfs?.size ?? told?.size ?? null,
        sha256: file.sha256 ?? told?.lfs?.sha256 ?? null,
        gitId: file.gitId ?? (told?.lfs ? null : (told?.blobId ?? null)),
      };
    }),
  };
}

const hasHash = (file: ModelFile) => file.sha256 !== null || file.gitId !== undefined;

async function askHost(
  base: URL,
  model: ManifestModel,
  revision: string,
  signal: AbortSignal,
): Promise<z.infer<typeof repositoryInfo> | null> {
  const url = repositoryInfoUrl(base, model, revision);
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    return repositoryInfo.parse(await response.json());
  } catch (error) {
    signal.throwIfAborted();
    console.warn(`${base.host} does not list the files of ${model.title}: ${String(error)}`);
    return null;
  }
}

/** Fills gaps from a file's own response: what the hub, or a mirror that speaks like it, says in its headers. */
export function learnFromHeaders(expected: ExpectedFile, headers: Headers): ExpectedFile {
  const linkedSize = Number(headers.get('x-linked-size') ?? Number.NaN);
  const linkedTag = bareTag(headers.get('x-linked-etag'));
  const tag = headers.has('x-repo-commit') ? bareTag(headers.get('etag')) : null;
  const sha256 = linkedTag && /^[0-9a-f]{64}$/.test(linkedTag) ? linkedTag : null;
  const gitId = [linkedTag, tag].find((value) => value && /^[0-9a-f]{40}$/.test(value)) ?? null;
  return {
    path: expected.path,
    bytes: expected.bytes ?? (Number.isSafeInteger(linkedSize) ? linkedSize : null),
    sha256: expected.sha256 ?? sha256,
    gitId: expected.gitId ?? (sha256 === null ? gitId : null),
  };
}

/** An entity tag without its quotes and its mark of weakness. */
export function bareTag(tag: string | null): string | null {
  return tag === null ? null : tag.replace(/^W\//, '').replaceAll('"', '');
}
