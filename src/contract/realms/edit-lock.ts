/** Name of the Web Lock of whoever may change a corrected transcript. */
export const editLock = (jobId: string): string => `earshot-edit-${jobId}`;
