/** How saving is going, in words; nothing is said of it until something was changed. */
export const SAVE_STATUS = {
  unchanged: '',
  saved: 'Saved',
  changed: 'Not saved yet',
  failed: 'Not saved',
} as const;

export type SaveStatus = keyof typeof SAVE_STATUS;
