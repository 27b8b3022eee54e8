/** A window of this page's origin. */
export type Realm = Window & typeof globalThis;
