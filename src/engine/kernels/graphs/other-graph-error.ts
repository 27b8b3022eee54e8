/** A graph is built otherwise than it is expected: it is used as it is. */
export class OtherGraphError extends Error {}
