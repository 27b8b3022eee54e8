/** A value of `custom_metadata` as it is compared: text as it is, everything else as JSON. */
export const metadataText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Index term of one `custom_metadata` entry. */
export const metadataTerm = (key: string, text: string): string => JSON.stringify([key, text]);

/** All index terms of a job. */
export const metadataTerms = (metadata: Record<string, unknown> | null): string[] =>
  Object.entries(metadata ?? {}).map(([key, value]) => metadataTerm(key, metadataText(value)));

/** Index term of all jobs that build on another one. No metadata has it: those terms are JSON. */
export const BUILT_TERM = 'builds-on';

/** Index term of the jobs that were deleted and can still be brought back. */
export const DELETED_TERM = 'deleted';

/** Index term of the jobs whose recording was made in a live session. */
export const LIVE_TERM = 'live';

/** Index term of the jobs that build on this one. */
export const builtOnTerm = (jobId: string): string => `${BUILT_TERM}:${jobId}`;

/** Whether the value behind these keys has this text. */
export function hasMetadata(metadata: unknown, path: readonly string[], text: string): boolean {
  let value = metadata;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return metadataText(value) === text;
}
