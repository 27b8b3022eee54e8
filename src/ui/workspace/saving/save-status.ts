import type { SaveStatus } from './correction-saver.svelte.ts';

/** How saving is going, in words. */
export const SAVE_STATUS: Record<SaveStatus, string> = {
  unchanged: '',
  saved: 'Saved',
  changed: 'Not saved yet',
  failed: 'Not saved',
};
