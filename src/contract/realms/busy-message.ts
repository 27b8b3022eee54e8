/** What the service worker sends to its pages while an answer takes long. */
export const STILL_BUSY = 'earshot-still-busy';

/** What a page answers: an event that keeps the worker running. */
export const STILL_HERE = 'earshot-still-here';
