/** Name of the Web Lock of whoever may change a corrected transcript. */
export const correctingLock = (jobId: string): string => `earshot-edit-${jobId}`;
