/** Says that a command line cannot be understood. The exit code is 2. */
export class UsageError extends Error {}
