/** A random id for a job, file or request: UUID version 4. */
export const newId = (): string => crypto.randomUUID();

/** The debug id of a request: `G-` and the first eight hexadecimal digits of its id. */
export const requestId = (id: string): string => `G-${id.slice(0, 8)}`;
