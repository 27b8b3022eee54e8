/** Key in local storage: there while the list has recordings, so that the first frame of the next visit is the right view. */
export const HAS_RECORDINGS = 'earshot-has-recordings';
