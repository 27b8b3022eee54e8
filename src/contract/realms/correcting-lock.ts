/** Name of the Web Lock of the page that may change a corrected transcript. */
export const correctingLock = (jobId: string): string => `earshot-edit-${jobId}`;
