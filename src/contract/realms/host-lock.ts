/** Held by the one tab that runs jobs. A lock dies with its tab, so holding it proves that no other tab runs any. */
export const HOST_LOCK = 'earshot-host';
