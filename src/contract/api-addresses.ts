/** Address of an uploaded file, below the base address that the caller used. */
export const uploadAddress = (base: string, audioId: string): string => `${base}/v2/upload/${audioId}`;

/** Address to read a job at, below the base address that the caller used. */
export const jobAddress = (base: string, jobId: string): string => `${base}/v2/pre-recorded/${jobId}`;

/** What an address of this service leads to. */
export type OwnAudio = { of: 'upload' | 'job'; id: string };

const OWN_AUDIO = /^\/v2\/(?:upload\/([^/]+)|pre-recorded\/([^/]+)\/file)\/?$/;

/**
 * The stored audio that an address means; null when it leads elsewhere, and must be fetched. `bases` are the addresses
 * that this service answers at.
 */
export function ownAudio(address: string, bases: readonly string[]): OwnAudio | null {
  const base = baseOf(address, bases);
  if (base === null) return null;
  const { origin, pathname } = new URL(address);
  const [, uploadId, jobId] = OWN_AUDIO.exec((origin + pathname).slice(base.length)) ?? [];
  if (uploadId !== undefined) return { of: 'upload', id: uploadId.toLowerCase() };
  return jobId === undefined ? null : { of: 'job', id: jobId.toLowerCase() };
}

/** The longest of the base addresses below whose `/v2` an address lies; null where there is none. */
export function baseOf(address: string, bases: readonly string[]): string | null {
  const { origin, pathname } = new URL(address);
  const path = origin + pathname;
  const found = bases.filter((base) => path === `${base}/v2` || path.startsWith(`${base}/v2/`));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null;
}
