/** One entry of `custom_metadata` as jobs are found by it: text as it is, everything else as JSON. */
export const metadataTerm = (key: string, text: string): string => JSON.stringify([key, text]);

/** All terms that a job is found by. */
export const metadataTerms = (metadata: Record<string, unknown> | null): string[] =>
  Object.entries(metadata ?? {}).map(([key, value]) =>
    metadataTerm(key, typeof value === 'string' ? value : JSON.stringify(value)),
  );
