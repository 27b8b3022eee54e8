/** Index term of one `custom_metadata` entry: text as it is, everything else as JSON. */
export const metadataTerm = (key: string, text: string): string => JSON.stringify([key, text]);

/** All index terms of a job. */
export const metadataTerms = (metadata: Record<string, unknown> | null): string[] =>
  Object.entries(metadata ?? {}).map(([key, value]) =>
    metadataTerm(key, typeof value === 'string' ? value : JSON.stringify(value)),
  );
