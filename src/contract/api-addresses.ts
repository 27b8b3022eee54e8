/** Address of an uploaded file, on the origin that the caller used. */
export const uploadAddress = (origin: string, audioId: string): string => `${origin}/v2/upload/${audioId}`;

/** Address to read a job at, on the origin that the caller used. */
export const jobAddress = (origin: string, jobId: string): string => `${origin}/v2/pre-recorded/${jobId}`;

/** What an address of this service leads to. */
export type OwnAudio = { of: 'upload' | 'job'; id: string };

const OWN_AUDIO = /^\/v2\/(?:upload\/([^/]+)|pre-recorded\/([^/]+)\/file)\/?$/;

/** The stored audio that an address means; null when it leads elsewhere, and must be fetched. */
export function ownAudio(address: string, origin: string): OwnAudio | null {
  const url = new URL(address);
  if (url.origin !== origin) return null;
  const [, uploadId, jobId] = OWN_AUDIO.exec(url.pathname) ?? [];
  if (uploadId !== undefined) return { of: 'upload', id: uploadId.toLowerCase() };
  return jobId === undefined ? null : { of: 'job', id: jobId.toLowerCase() };
}
