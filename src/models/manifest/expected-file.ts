import { z } from '../../lib/zod.ts';
import type { ManifestModel, ModelFile } from './manifest.ts';
import { acceptsSha256 } from './manifest-files.ts';
import { type ModelSource, repositoryInfoUrl } from './model-source.ts';

/** What is expected of a downloaded file. Null if neither the manifest nor the host says. */
export interface ExpectedFile {
  path: string;
  /** Its path in the repository, if it is another one. */
  remote?: string | undefined;
  bytes: number | null;
  sha256: string | null;
  /** Hashes of the same content in another setting. */
  otherSha256?: string[] | undefined;
  /** Git object id: SHA-1 over `blob <bytes>\0` and the bytes. */
  gitId: string | null;
}

/** The used fields of the hub's description: SHA-256 of large files, the Git object id of others. */
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

/** Asks a host; the app notes each such request (`egressFetch`), a command has nothing to note it in. */
export type AskHost = (url: URL, init: RequestInit, about: string) => Promise<Response>;

/** The newest revision, if the manifest pins none. */
const NEWEST = 'main';

export interface ModelExpectation {
  /** Commit to download, or the branch name if the commit is unknown. */
  revision: string;
  files: ExpectedFile[];
}

/**
 * What is expected of a model's files: from the manifest and, where it has gaps, from the hub. A browser never sees
 * the `X-Linked-*` headers of a file that the hub redirects to its storage, so the repository's description is
 * fetched. A host without one is accepted: its response headers may still help.
 */
export async function expectFiles(
  model: ManifestModel,
  files: readonly ModelFile[],
  { source, signal, request }: { source: ModelSource; signal: AbortSignal; request: AskHost },
): Promise<ModelExpectation> {
  const pinned = model.source?.revision ?? null;
  const isKnown =
    pinned !== null &&
    files.every((file) => file.bytes !== null && hasHash(file)) &&
    (model.engine !== 'marian' || files.every((file) => file.remote !== undefined));
  const info =
    source.kind === 'origin' || isKnown
      ? null
      : await askSource(source.base, model, pinned ?? NEWEST, { signal, request });
  return {
    revision: pinned ?? info?.sha ?? NEWEST,
    files: files.map((file) => {
      const reported = info && siblingOf(file, info.siblings, model.engine === 'marian');
      return {
        path: file.path,
        remote: reported && reported.rfilename !== file.path ? reported.rfilename : file.remote,
        bytes: file.bytes ?? reported?.lfs?.size ?? reported?.size ?? null,
        sha256: file.sha256 ?? reported?.lfs?.sha256 ?? null,
        otherSha256: file.otherSha256,
        gitId: file.gitId ?? (reported?.lfs ? null : (reported?.blobId ?? null)),
      };
    }),
  };
}

type Sibling = z.infer<typeof repositoryInfo>['siblings'][number];

/**
 * The repository's file for one of the manifest's; none where several fit a name with `*`. Where only names are known, several
 * folders may have the name: the hash or the size of
 * the manifest distinguishes them.
 *
 * @param byName whether it may be in any folder
 */
function siblingOf(file: ModelFile, siblings: readonly Sibling[], byName: boolean): Sibling | undefined {
  const path = file.remote ?? file.path;
  if (path.includes('*')) {
    const [before = '', behind = ''] = path.split('*');
    const fitting = siblings.filter(
      ({ rfilename: name }) =>
        name.startsWith(before) && name.endsWith(behind) && !name.slice(before.length).includes('/'),
    );
    return fitting.length === 1 ? fitting[0] : undefined;
  }
  const exact = siblings.find(({ rfilename }) => rfilename === path);
  if (exact || !byName) return exact;
  const named = siblings.filter(({ rfilename }) => rfilename.endsWith(`/${file.path}`));
  return (
    named.find(({ lfs }) => lfs && acceptsSha256(file, lfs.sha256)) ??
    named.find(({ lfs, size }) => file.bytes === (lfs?.size ?? size)) ??
    (named.length === 1 ? named[0] : undefined)
  );
}

const hasHash = (file: ModelFile) => file.sha256 !== null || file.gitId !== undefined;

async function askSource(
  base: URL,
  model: ManifestModel,
  revision: string,
  { signal, request }: { signal: AbortSignal; request: AskHost },
): Promise<z.infer<typeof repositoryInfo> | null> {
  const url = repositoryInfoUrl(base, model, revision);
  try {
    const response = await request(url, { signal }, model.title);
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

/** Fills gaps from the headers of a file's own response, as sent by the hub or a compatible mirror. */
export function learnFromHeaders(expected: ExpectedFile, headers: Headers): ExpectedFile {
  const linkedSize = Number(headers.get('x-linked-size') ?? Number.NaN);
  const linkedTag = bareTag(headers.get('x-linked-etag'));
  const tag = headers.has('x-repo-commit') ? bareTag(headers.get('etag')) : null;
  const sha256 = linkedTag && /^[0-9a-f]{64}$/.test(linkedTag) ? linkedTag : null;
  const gitId = [linkedTag, tag].find((value) => value && /^[0-9a-f]{40}$/.test(value)) ?? null;
  return {
    path: expected.path,
    remote: expected.remote,
    bytes: expected.bytes ?? (Number.isSafeInteger(linkedSize) ? linkedSize : null),
    sha256: expected.sha256 ?? sha256,
    otherSha256: expected.otherSha256,
    gitId: expected.gitId ?? (sha256 === null ? gitId : null),
  };
}

/** An entity tag without its quotes and weak marker. */
export function bareTag(tag: string | null): string | null {
  return tag === null ? null : tag.replace(/^W\//, '').replaceAll('"', '');
}
