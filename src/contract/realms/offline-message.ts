/** The message of an idle page to the service worker: cache the files that the first view did not need. It answers `true` once all are there. */
export const CACHE_THE_REST = 'earshot-cache-the-rest';
